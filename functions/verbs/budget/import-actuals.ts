import { Refusal } from '#domain/codes';
import { maxActualImports, transactionKey } from '#domain/budget/actuals';
import type { ComparedActuals } from '#domain/budget/import/actuals-import';
import type { ActualImport, ActualsCheck } from '#domain/budget/actuals-response';
import { enteredDay } from '#domain/periods/period';
import { violatesConstraint } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { sha256 } from '#store/d1/sha256';
import {
  actualImportQuery,
  daysOfImportQuery,
  fileImportQuery,
  guardPeriodsOpen,
  importedTransactionsQuery,
  insertActuals,
  reverseActuals,
} from '#store/show/budget/actuals';
import type { ActualImportRow } from '#store/show/budget/actuals';
import { periodsQuery } from '#store/show/budget/periods';
import type { PeriodRow } from '#store/show/budget/periods';
import { invoicesAmongQuery } from '#store/show/invoices/invoices-among';
import { importTable } from '#verbs/imports/parse-import';
import { fullName, todayOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { budgetReferencesPlan, chartOf } from './read-budget-file.ts';
import { currencyOf, requireImportable } from './import-terms.ts';
import { importOf } from './view-actuals.ts';
import { budgetsPlan } from './view-budget.ts';
import { countingOf } from './view-measures.ts';

/** A file to import, the company whose accounting it is from, and the currency of its amounts. */
export interface ActualsFile {
  bytes: Uint8Array;
  fileName: string;
  company: string | null;
  currency: string | null;
}

export const actualsImportPlan = ({ store }: Pick<MembershipContext, 'store'>, { bytes }: ActualsFile) => ({
  ...budgetsPlan({ store }),
  ...budgetReferencesPlan({ store }),
  periods: periodsQuery(store),
  file: fileImportQuery(store, sha256(bytes)),
});
type ImportRows = PlanRows<typeof actualsImportPlan>;

const refuse = (message: string) => new Refusal('invalid_parameter', { message });

/** The company whose accounting the file is from. Throws `invalid_parameter` when it has to be chosen. */
function companyOf({ companies }: ImportRows, chosen: string | null) {
  const [first, ...others] = companies;
  const company =
    chosen === null
      ? others.length === 0
        ? first
        : null
      : companies.find((one) => one.projectCompanyExternalId === chosen);
  if (!company) throw refuse('Choose the company whose accounting this file is from.');
  return company;
}

const periodsOf = (rows: { periods: readonly PeriodRow[] }, company: string) =>
  rows.periods.filter((period) => period.projectCompanyExternalId === company);

/** Few requests need it, so that it is not part of the start. */
const loadRules = () => import('#domain/budget/import/actuals-import');

async function parseFile(context: RequestContext, rows: ImportRows, file: ActualsFile) {
  const company = companyOf(rows, file.company);
  const ofBudget = context.settings.baseCurrency === null ? countingOf(rows)?.currencyCode : null;
  const currency = currencyOf(context, rows, file.currency ?? ofBudget ?? null);
  const { actualColumns, compareActuals, parseActuals } = await loadRules();
  const table = await importTable(file, actualColumns);
  const parsed = parseActuals(table, {
    chart: chartOf(rows),
    currency,
    periods: periodsOf(rows, company.projectCompanyExternalId),
    dateFormat: context.user.dateFormat,
    today: todayOf(context),
  });
  const { same } = rows.file;
  if (same)
    parsed.faults.unshift({ row: null, column: null, message: `This is the file of import ${same.number}.` });
  const { store } = context;
  const { invoiceIds, transactions } = await readInOneTrip({
    invoiceIds: invoicesAmongQuery(
      store,
      parsed.rows.flatMap(({ invoiceId }) => invoiceId ?? []),
    ),
    transactions: importedTransactionsQuery(
      store,
      parsed.rows.flatMap(({ number }) => (number === '' ? [] : number)),
    ),
  });
  const compared = compareActuals(parsed, {
    invoiceIds,
    transactions: new Set(transactions.map(transactionKey)),
  });
  return { company, currency, table, parsed, compared };
}

/**
 * What importing this file would count, with its totals and errors, without changing anything (ACTUAL-02). Throws
 * `FORBIDDEN`, `file_too_large`, and `invalid_parameter` for a file that is not a spreadsheet.
 */
export async function checkActuals(
  context: RequestContext,
  rows: ImportRows,
  file: ActualsFile,
): Promise<ActualsCheck> {
  requirePermission(context.permissions, 'Budget');
  const { currency, table, parsed, compared } = await parseFile(context, rows, file);
  const { actualsCheckOf } = await loadRules();
  return actualsCheckOf(parsed, compared, { currency, ignored: table.ignored });
}

/**
 * Imports actuals. A file that is imported already changes nothing (ACTUAL-03). Throws as the dry run does,
 * `invalid_parameter` for a file with errors, and `WORKFLOW_CONFLICT` when it would count something else than the dry
 * run showed, or another import was first.
 */
export async function importActuals(
  context: RequestContext,
  rows: ImportRows,
  file: ActualsFile & { count: number; total: number },
): Promise<ActualImport> {
  requirePermission(context.permissions, 'Budget');
  if (rows.file.same) return importOf(rows.file.same);
  const { company, currency, parsed, compared } = await parseFile(context, rows, file);
  requireImportable(parsed, { count: compared.counted.length, total: compared.importedCents }, file);
  if (rows.file.newest >= maxActualImports)
    throw refuse(`A show has at most ${maxActualImports.toLocaleString('en-US')} imports of actuals.`);
  const { store, user, now } = context;
  const days = compared.counted.map(({ day }) => day).toSorted();
  const row: ActualImportRow = {
    showId: store.showId,
    id: context.newId(),
    number: rows.file.newest + 1,
    fileName: file.fileName,
    fileHash: sha256(file.bytes),
    projectCompanyExternalId: company.projectCompanyExternalId,
    companyName: company.name,
    currencyCode: currency,
    rowCount: compared.counted.length,
    totalCents: compared.importedCents,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    byId: user.id,
    byName: fullName(user),
    at: now,
    reversedBy: null,
    reversedByName: null,
    reversedAt: null,
    reason: '',
  };
  const guard = guardDays(store, row, periodsOf(rows, company.projectCompanyExternalId), days);
  await write(context, [...insertActuals(store, row, rowsOf(compared)), ...guard]);
  return importOf(row);
}

const rowsOf = ({ counted, matched }: ComparedActuals) =>
  [...counted, ...matched].map(({ row: rowNumber, ...rest }) => ({ rowNumber, ...rest }));

/** Guards that the periods of these days are still open. */
function guardDays(
  store: RequestContext['store'],
  { id, projectCompanyExternalId: company }: ActualImportRow,
  periods: readonly PeriodRow[],
  days: readonly string[],
) {
  const used = periods.filter(({ firstDay, lastDay }) =>
    days.some((day) => firstDay <= day && day <= lastDay),
  );
  const numbers = used.map(({ number }) => number);
  return numbers.length === 0 ? [] : [guardPeriodsOpen(store, id, { company, numbers })];
}

async function write(
  { store }: RequestContext,
  writes: Parameters<RequestContext['store']['write']>[0],
): Promise<void> {
  await store.write(writes).catch((error: unknown) => {
    const isLost =
      violatesConstraint(error, 'UNIQUE', 'actual_imports') ||
      violatesConstraint(error, 'UNIQUE', 'budget_movements') ||
      violatesConstraint(error, 'NOT NULL', 'actual_imports');
    throw isLost
      ? new Refusal('WORKFLOW_CONFLICT', {
          message: 'The actuals or their accounting periods have changed in the meantime. Try again.',
        })
      : error;
  });
}

export const actualsReversalPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  found: actualImportQuery(store, id),
  days: daysOfImportQuery(store, id),
  periods: periodsQuery(store),
});

/**
 * Reverses an import: its rows no longer count, and the file can be imported again (ACTUAL-05). One that is reversed
 * already stays as it is. Throws `FORBIDDEN`, `NOT_FOUND`, `invalid_parameter` without an open accounting period, and
 * `WORKFLOW_CONFLICT` when another reversal was first.
 */
export async function reverseImport(
  context: RequestContext,
  rows: PlanRows<typeof actualsReversalPlan>,
  reason: string,
): Promise<ActualImport> {
  requirePermission(context.permissions, 'Budget');
  const { found } = rows;
  if (!found) throw new Refusal('NOT_FOUND');
  if (found.reversedAt !== null) return importOf(found);
  const periods = periodsOf(rows, found.projectCompanyExternalId);
  const enteredOn = Object.fromEntries(
    rows.days.map(({ day }) => {
      const entered = enteredDay(day, periods);
      if (entered === null) throw refuse(`No accounting period is open on ${day} or later.`);
      return [day, entered];
    }),
  );
  const { store, user, now } = context;
  const reversal = { by: user.id, byName: fullName(user), at: now, reason };
  await write(context, [
    ...reverseActuals(store, found.id, reversal, enteredOn),
    ...guardDays(store, found, periods, Object.values(enteredOn)),
  ]);
  return importOf({ ...found, reversedBy: user.id, reversedByName: fullName(user), reversedAt: now, reason });
}
