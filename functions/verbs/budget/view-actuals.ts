import { Refusal } from '#domain/codes';
import type { ActualImport, ActualImports, ActualRows } from '#domain/budget/actuals-response';
import { fromCents } from '#domain/values/money';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  actualImportQuery,
  actualImportsQuery,
  rowsOfAccountsQuery,
  rowsOfImportQuery,
} from '#store/show/budget/actuals';
import type { ActualImportRow } from '#store/show/budget/actuals';
import { todayOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireBudgetReader, requireVisibleCode } from './budget-reader.ts';
import { accountsAtLevel, countingOf, measuresPlan } from './view-measures.ts';

/** Imports, and rows, on one page. */
const importsPerPage = 100;
const rowsPerPage = 100;

type Stored = Pick<MembershipContext, 'store'>;

export const actualImportsPlan = ({ store }: Stored, before: number) => ({
  imports: actualImportsQuery(store, before, importsPerPage + 1),
});

/** The imports of other actuals, the newest first (ACTUAL-05). Throws `FORBIDDEN`. */
export function listActualImports(
  context: RequestContext,
  { imports }: PlanRows<typeof actualImportsPlan>,
): ActualImports {
  const { isPartial } = requireBudgetReader(context);
  return {
    imports: imports
      .slice(0, importsPerPage)
      .map((row) => ({ ...importOf(row), ...(isPartial && { total: null }) })),
    hasMore: imports.length > importsPerPage,
  };
}

export function importOf(row: ActualImportRow): ActualImport {
  const { id, number, fileName, companyName, firstDay, lastDay, at } = row;
  return {
    id,
    number,
    fileName,
    companyName,
    currency: row.currencyCode,
    rows: row.rowCount,
    total: fromCents(row.totalCents),
    firstDay,
    lastDay,
    by: { userId: row.byId, name: row.byName },
    at,
    reversed:
      row.reversedAt === null
        ? null
        : {
            by: { userId: row.reversedBy ?? '', name: row.reversedByName ?? '' },
            at: row.reversedAt,
            reason: row.reason,
          },
  };
}

export const actualRowsPlan = ({ store }: Stored, importId: string | undefined) => ({
  ...measuresPlan({ store }),
  found: importId === undefined ? null : actualImportQuery(store, importId),
});

/**
 * The rows of an import, or those that count for an account and for the accounts below it without a budget of their own
 * (ACTUAL-06). Throws `FORBIDDEN`, `NOT_FOUND` for an unknown import, `MISSING_REQUIRED_FIELDS` without either.
 */
export async function listActualRows(
  context: RequestContext,
  rows: PlanRows<typeof actualRowsPlan>,
  query: {
    importId?: string | undefined;
    account?: string | undefined;
    day?: string | undefined;
    offset: number;
  },
): Promise<ActualRows> {
  const reader = requireBudgetReader(context);
  const { importId, account, day = todayOf(context), offset } = query;
  const { store } = context;
  const limit = rowsPerPage + 1;
  const ofImport = () => {
    if (importId === undefined || !rows.found) throw new Refusal('NOT_FOUND');
    return rowsOfImportQuery(store, importId, offset, limit);
  };
  const ofAccount = (level: string) => {
    requireVisibleCode(reader, 'ACCOUNT', level);
    const codes = accountsAtLevel(rows, level);
    const currency = countingOf(rows)?.currencyCode ?? '';
    return rowsOfAccountsQuery(store, { accounts: codes, currency, day }, offset, limit);
  };
  const found = await read(account === undefined ? ofImport() : ofAccount(account));
  return {
    rows: found
      .slice(0, rowsPerPage)
      .filter((row) => account !== undefined || reader.sees(row.account))
      .map((row) => ({
        import: row.import,
        row: row.rowNumber,
        account: row.account,
        day: row.day,
        kind: row.kind,
        number: row.number,
        description: row.description,
        amount: fromCents(row.cents),
        invoiceId: row.invoiceId,
      })),
    hasMore: found.length > rowsPerPage,
  };
}
