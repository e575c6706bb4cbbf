import { expect } from 'vitest';
import type { ActualImport, ActualImports, ActualRows, ActualsCheck } from '#domain/budget/actuals-response';
import { as } from '../fixtures/client.ts';
import { formOf } from '../fixtures/imports.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { sql } from '../fixtures/studio.ts';

type Refused = { code?: string; message?: string };

const path = (of: string, query = '') => `/api/budgets/actuals${of}?showId=alpha1${query}`;

export const checkActuals = (file: string, query = '', name: PersonName = 'ada') =>
  as(name).post<ActualsCheck & Refused>(path('/check', query), formOf(file, 'payroll.csv'));
export const importActuals = (file: string, announced: { count: number; total: number }, query = '') =>
  as('ada').post<ActualImport & Refused>(
    path('/import', `&count=${announced.count}&total=${announced.total}${query}`),
    formOf(file, 'payroll.csv'),
  );
export const actualImports = async () => (await as('ada').get<ActualImports>(path(''))).body.imports;
export const actualRows = (query: string) => as('ada').get<ActualRows & Refused>(path('/rows', query));
export const reverseActuals = (id: string, reason = 'Wrong week') =>
  as('ada').post<ActualImport & Refused>(`/api/budgets/actuals/${id}/reverse`, { reason });

/** Imports a file as the dry run announces it. */
export async function countActuals(file: string): Promise<ActualImport> {
  const { body: check } = await checkActuals(file);
  const { status, body } = await importActuals(file, { count: check.ready, total: check.importedTotal });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Forgets every import; their movements go with `forgetMovements`. */
export async function forgetActuals(): Promise<void> {
  await sql.alpha`DELETE FROM actual_imports`;
  await sql.alpha`DELETE FROM other_actuals`;
}
