import { expect } from 'vitest';
import type {
  CostDocuments,
  CostReport,
  IssuedCostReport,
  OpenCosts,
} from '#domain/budget/cost-report-response';
import { as, sessionOf } from '../fixtures/client.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { fetchWorker, origin, sql } from '../fixtures/studio.ts';

type Refused = { code?: string; message?: string };

const path = (of: string, query = '') => `/api/cost-reports${of}?showId=alpha1${query}`;

export const currentReport = (query = '', name: PersonName = 'ada') =>
  as(name).get<CostReport & Refused>(path('/current', query));
export const issuedReport = (number: number, query = '') =>
  as('ada').get<CostReport & Refused>(path(`/${number}`, query));
export const issuedReports = () => as('ada').get<{ reports: IssuedCostReport[] }>(path(''));
export const issueReport = (body: object = {}, key?: string, name: PersonName = 'ada') =>
  as(name).post<CostReport & Refused>(path(''), body, key ? { 'idempotency-key': key } : {});
export const costDocuments = (query: string, name: PersonName = 'ada') =>
  as(name).get<CostDocuments & Refused>(path('/current/documents', query));
export const openCosts = () => as('ada').get<OpenCosts>(path('/open'));

/** The row of one code. */
export async function rowOf(code: string, query = '') {
  const { status, body } = await currentReport(query);
  expect(status, JSON.stringify(body)).toBe(200);
  const row = body.rows.find((one) => one.code === code);
  if (!row) throw new Error(`no row of ${code}`);
  return row;
}

/** A file of the report, or of open orders. */
export async function costFile(of: string, query = '', name: PersonName = 'ada'): Promise<Response> {
  const { token } = await sessionOf(name);
  const headers = { cookie: `__Host-session-token=${token}` };
  return fetchWorker(new Request(`${origin}${path(of, query)}`, { headers }));
}

type MovementRow = Record<
  'owner_id' | 'document_id' | 'line_id' | 'account' | 'coding' | 'currency_code' | 'measure' | 'recorded_at',
  string
> &
  Record<'seq' | 'cents', number>;

/** Lets what a document counts have counted from this day on. */
export async function countOn(documentId: string, day: string): Promise<void> {
  const rows = await sql.alpha<MovementRow>`SELECT * FROM budget_movements
    WHERE show_id = 'alpha1' AND owner_id = ${documentId}`;
  await sql.alpha`DELETE FROM budget_movements WHERE show_id = 'alpha1' AND owner_id = ${documentId}`;
  for (const row of rows)
    await sql.alpha`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, coding,
        currency_code, measure, cents, effective_day, recorded_at)
      VALUES ('alpha1', ${row.owner_id}, ${row.seq}, ${row.document_id}, ${row.line_id}, ${row.account},
        ${row.coding}, ${row.currency_code}, ${row.measure}, ${row.cents}, ${day}, ${row.recorded_at})`;
}
