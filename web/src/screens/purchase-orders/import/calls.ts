import type { ImportKind } from '#domain/import/import';
import { api, ask, askFile, mustSucceed, send } from '../../../api.ts';
import { timeZone } from '../../../parts/display/date-format.tsx';
import type { ImportCheck, ImportProgress } from '#domain/import/import-response';

/** A file to import. `key` is the idempotency key of the import. */
export interface Chosen {
  kind: ImportKind;
  file: File;
  key: string;
}

async function post(
  path: string,
  showId: string,
  query: Record<string, string>,
  { file, key }: Chosen,
): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  const params = new URLSearchParams({ showId, timeZone, ...query });
  const headers = { 'Idempotency-Key': key };
  return mustSucceed(await send(`/api/imports/${path}?${params}`, { method: 'POST', body, headers }));
}

/** Returns what the import would do. Throws `ApiError`, with a text for a file that cannot be read. */
export async function checkFile(showId: string, chosen: Chosen): Promise<ImportCheck> {
  return (await post('check', showId, { kind: chosen.kind }, chosen)).json();
}

/** Creates the `count` purchase orders that the preview showed. */
export async function importOrders(showId: string, chosen: Chosen, count: number): Promise<ImportProgress> {
  return (await post('orders', showId, { count: String(count) }, chosen)).json();
}

export async function importVendors(
  showId: string,
  chosen: Chosen,
  count: number,
): Promise<{ created: number }> {
  return (await post('vendors', showId, { count: String(count) }, chosen)).json();
}

export function readImport(id: string): Promise<ImportProgress> {
  return ask(api.api.imports[':id'].$get({ param: { id } }));
}

export function readTemplate(showId: string, kind: ImportKind, format: 'csv' | 'xlsx'): Promise<Blob> {
  const params = new URLSearchParams({ showId, kind, format });
  return askFile(`/api/imports/template?${params}`);
}
