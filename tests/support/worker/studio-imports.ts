import type { ImportCheck, ImportProgress } from '#domain/import/import';
import { as } from './studio-client.ts';
import { sql } from './studio.ts';

type Bytes = string | Uint8Array<ArrayBuffer>;

export const formOf = (file: Bytes, name: string) => {
  const form = new FormData();
  form.set('file', new File([file], name));
  return form;
};
export const check = (file: Bytes, { name = 'pos.csv', kind = 'PO' } = {}) =>
  as('dana').post<ImportCheck & { code?: string; message?: string }>(
    `/api/imports/check?showId=alpha1&kind=${kind}`,
    formOf(file, name),
  );
export const bringIn = (file: Bytes, count: number, key: string = crypto.randomUUID(), kind = 'orders') =>
  as('dana').post<ImportProgress & { code?: string; message?: string }>(
    `/api/imports/${kind}?showId=alpha1&count=${count}`,
    formOf(file, 'pos.csv'),
    { 'idempotency-key': key },
  );
export const stateOf = async (id: string) =>
  (await as('dana').get<ImportProgress>(`/api/imports/${id}`)).body;
const heads =
  'Import Key,Department,Vendor,Description,PO Date,Line Description,Quantity,Unit Cost,Account,Tax Code,Notes';
export const csv = (...rows: string[]) => [heads, ...rows].join('\r\n');
export const ordersOf = (descriptions: string) =>
  sql.alpha<{
    id: string;
    description: string;
    total_cents: number;
    status: string;
    number: string;
  }>`SELECT id, description, total_cents, status, number FROM documents WHERE description LIKE ${descriptions} ORDER BY number`;
