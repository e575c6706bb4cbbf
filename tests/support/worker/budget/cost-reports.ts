import { expect } from 'vitest';
import type {
  CostDocuments,
  CostReport,
  IssuedCostReport,
  OpenCosts,
} from '#domain/budget/cost-report/response';
import { dateInZone, defaultTimeZone } from '#domain/values/days';
import { forgetBudgets } from './budgets.ts';
import { approveThrough } from '../fixtures/change-orders.ts';
import { aLine, as, sessionOf, submitted } from '../fixtures/client.ts';
import { actOnBill, must, openInvoices, submittedBill } from '../fixtures/relief.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { fetchWorker, origin, sql } from '../fixtures/studio.ts';
import type { approvedLine } from './movements.ts';
import { forgetMovements, numbered } from './movements.ts';

/** Today in the zone of the shows. */
export const today = dateInZone(new Date().toISOString(), defaultTimeZone);

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
  Record<'seq' | 'cents', number> & { original_currency: string | null; original_cents: number | null };

/** Lets what a document counts have counted from this day on. */
export async function countOn(documentId: string, day: string): Promise<void> {
  const rows = await sql.alpha<MovementRow>`SELECT * FROM budget_movements
    WHERE show_id = 'alpha1' AND owner_id = ${documentId}`;
  await sql.alpha`DELETE FROM budget_movements WHERE show_id = 'alpha1' AND owner_id = ${documentId}`;
  for (const row of rows)
    await sql.alpha`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, coding,
        currency_code, measure, cents, original_currency, original_cents, effective_day, recorded_at)
      VALUES ('alpha1', ${row.owner_id}, ${row.seq}, ${row.document_id}, ${row.line_id}, ${row.account},
        ${row.coding}, ${row.currency_code}, ${row.measure}, ${row.cents}, ${row.original_currency}, ${row.original_cents},
        ${day}, ${row.recorded_at})`;
}

/** The first show with a chart of accounts and of all codes below them, whose invoices Ada sees. */
export async function openCostShow(): Promise<void> {
  await openInvoices();
  await sql.directory`UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'ada'`;
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
    VALUES ('alpha1', 'acc', 'acc-6000', '6000', 'Art department', 0),
      ('alpha1', 'acc', 'acc-6200', '6200', 'Rigging', 3)`;
  await sql.alpha`INSERT INTO account_fields (show_id, part_config_id, config_type, header, position, updated_at)
    VALUES ('alpha1', 'set', 'SET', 'Set', 2, '2026-01-01T00:00:00.000Z'),
      ('alpha1', 'epi', 'EPISODE', 'Episode', 3, '2026-01-01T00:00:00.000Z'),
      ('alpha1', 'loc', 'LOCATION', 'Location', 4, '2026-01-01T00:00:00.000Z'),
      ('alpha1', 'fre', 'FREE_FIELD', 'Free Field', 5, '2026-01-01T00:00:00.000Z')`;
  await sql.alpha`UPDATE account_parts SET rollup_account_part_id = 'acc-6000' WHERE account_part_id = 'acc-6100'`;
}

/** Forgets budgets, reports and everything that counts. */
export async function forgetCosts(): Promise<void> {
  await forgetBudgets();
  await sql.alpha`DELETE FROM cost_reports`;
  await sql.alpha`DELETE FROM cost_report_rows`;
  await sql.alpha`DELETE FROM account_estimates`;
  await forgetMovements();
}

/** Approves an order, also one with codes that accounting does not know. */
export const approveAny = (id: string) => approveThrough(id).catch(() => approveThrough(id));
/** An approved order of an account without a budget. */
export const unbudgeted = async (unitCost: number) => {
  const lineItems = [aLine({ quantity: 1, unitCost, coding: { ACCOUNT: '6200' } })];
  return approveAny((await submitted('dana', { lineItems })).id);
};

/** An approved invoice that draws upon the first line of an order. */
export const approvedBill = async (po: Awaited<ReturnType<typeof approvedLine>>, cents: number) => {
  const id = await submittedBill([{ of: numbered(po), line: 1, cents }]);
  await must(actOnBill(id, 'approval'));
  return id;
};
