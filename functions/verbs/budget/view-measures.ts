import type { DocType } from '#domain/document';
import { countingBudget, isSameLine } from '#domain/budget/budget';
import type { ChartAccounts } from '#domain/budget/import/budget-import';
import { addMeasures, measureBudget } from '#domain/budget/budget-measures';
import type { LevelMeasures, RollupMeasures } from '#domain/budget/budget-measures';
import { figuresHeading } from '#domain/budget/actuals';
import { actualToDate, availability, measuresByAccount, noMeasures } from '#domain/budget/measures';
import { measuresByCodes } from '#domain/budget/coded-measures';
import type { Measures } from '#domain/budget/measures';
import type {
  BudgetMeasuresResponse,
  CountedDocument,
  MeasuredAccount,
  MeasuredDocuments,
} from '#domain/budget/measures-response';
import { moduleVisible } from '#domain/identity/permissions';
import { codesText, noCodes, parseCodes } from '#domain/budget/line-codes';
import type { LineCodes, LineKey } from '#domain/budget/line-codes';
import { nearestLineOf } from '#domain/budget/nearest-line';
import { fromCents } from '#domain/values/money';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { hasActualsQuery } from '#store/show/budget/actuals';
import { countingBudgetLinesQuery } from '#store/show/budget/budgets';
import { accountMeasuresQuery } from '#store/show/budget/measures';
import { documentsOfAccountsQuery } from '#store/show/lists/documents-of-accounts';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import { visibilitiesOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireBudgetReader, requireVisibleCode } from './budget-reader.ts';
import { chartOf } from './read-budget-file.ts';
import { budgetsPlan, summaryOf } from './view-budget.ts';

/** Documents on one page of an account. */
const documentsPerPage = 100;

export const measuresPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  ...budgetsPlan({ store }),
  lines: countingBudgetLinesQuery(store),
  measured: accountMeasuresQuery(store),
  hasActuals: hasActualsQuery(store),
  fields: accountFieldsQuery(store, true),
});
type MeasuresRows = PlanRows<typeof measuresPlan>;

/** What counts at each level of the budget that counts (BUD-21). Throws `FORBIDDEN`. */
export function viewMeasures(context: RequestContext, rows: MeasuresRows): BudgetMeasuresResponse {
  const { sees, partial } = requireBudgetReader(context);
  const counting = countingOf(rows);
  const chart = chartOf(rows);
  const { accounts, otherCurrencies } = measuresByAccount(rows.measured.sums, counting?.currencyCode ?? '');
  const lines = counting ? rows.lines : [];
  const coded = measuresByCodes(rows.measured.coded, counting?.currencyCode ?? '');
  const measured = measureBudget(lines, counting ? accounts : new Map(), chart.ancestorsOf, sees, coded);
  const levels = [...measured.lines, ...measured.notBudgeted];
  const finalCents = measured.lines.reduce((sum, line) => sum + (line.finalCents ?? 0), 0);
  const sum = levels.reduce((total: Measures, level) => addMeasures(total, level), noMeasures);
  return {
    budget: counting ? summaryOf(counting, counting.id) : null,
    ...partial,
    heading: figuresHeading(rows.hasActuals),
    isComplete: rows.measured.isComplete,
    lines: measured.lines.map(({ line, ...level }) => ({
      ...accountOf(level, line.description),
      kind: line.kind,
    })),
    notBudgeted: measured.notBudgeted.map((level) => accountOf(level, nameIn(chart, level.account))),
    rollups: measured.rollups.map((level) => accountOf(level, nameIn(chart, level.account))),
    totals: { ...leftOf({ finalCents, ...availability(finalCents, sum) }), ...accountFigures(sum) },
    otherCurrencies: counting ? [...otherCurrencies] : [],
  };
}

export function countingOf({ budgets }: Pick<MeasuresRows, 'budgets'>) {
  const id = countingBudget(budgets);
  return budgets.find((row) => row.id === id) ?? null;
}

const nameIn = ({ known }: ChartAccounts, account: string) => known?.get(account) ?? '';

function accountOf(level: LevelMeasures | RollupMeasures, description: string): MeasuredAccount {
  const codes = 'lineCodes' in level ? parseCodes(level.lineCodes) : {};
  return { account: level.account, codes, description, ...leftOf(level), ...accountFigures(level) };
}

type Left = Pick<LevelMeasures, 'finalCents' | 'availableCents' | 'afterWaitingCents'>;
const amountOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));

function leftOf({ finalCents, availableCents, afterWaitingCents }: Left) {
  return {
    budget: amountOrNull(finalCents),
    available: amountOrNull(availableCents),
    afterWaiting: amountOrNull(afterWaitingCents),
  };
}

const accountFigures = (measures: Measures) => ({
  ...figuresOf(measures),
  otherActuals: fromCents(measures.otherCents),
});

function figuresOf(measures: Measures) {
  return {
    actual: fromCents(actualToDate(measures)),
    paid: fromCents(measures.paidCents),
    committed: fromCents(measures.committedCents),
    inProgress: fromCents(measures.inProgressCents),
    waiting: fromCents(measures.waitingCents),
    overRelief: fromCents(measures.overReliefCents),
    exchangeDifference: fromCents(measures.exchangeDifferenceCents),
  };
}

/** The accounts and codes that count at a level: its own, and those below without a line of their own. */
function keysAtLevel(rows: MeasuresRows, level: LineKey): LineKey[] {
  const nearest = nearestLineOf(countingOf(rows) ? rows.lines : [], chartOf(rows).ancestorsOf);
  const { sums, coded } = rows.measured;
  const accounts = [...new Set(sums.map(({ account }) => account))];
  return [...accounts.map((account) => ({ account, codes: noCodes })), ...coded]
    .filter((key) => isSameLine(nearest(key) ?? { account: key.account, codes: noCodes }, level))
    .map(({ account, codes }) => ({ account, codes }));
}

/** The accounts whose amounts without codes count at the line of a whole account. */
export const accountsAtLevel = (rows: MeasuresRows, account: string): string[] =>
  keysAtLevel(rows, { account, codes: noCodes })
    .filter(({ codes }) => codes === noCodes)
    .map((key) => key.account);

/** By which visibilities the user sees orders and invoices. */
export function visibilitiesByType(context: RequestContext) {
  const seenAs = (type: DocType) =>
    moduleVisible(context.modules, type) ? visibilitiesOf(context, type) : null;
  return { PO: seenAs('PO'), INVOICE: seenAs('INVOICE') };
}

/** The view of a document, without its amounts. */
export function countedDocumentOf({
  id,
  type,
  number,
  description,
  vendorName,
  prefix,
  businessDay: date,
  status,
}: Omit<CountedDocument, 'date'> & { businessDay: string }): CountedDocument {
  return { id, type, number, prefix, description, vendorName, date, status };
}

/**
 * The documents that count at one level: of its account, and of the accounts below it without a budget of their own
 * (BUD-22). Throws `FORBIDDEN`.
 */
export async function listMeasuredDocuments(
  context: RequestContext,
  rows: MeasuresRows,
  { account, from, ...codes }: { account: string; from: number } & LineCodes,
): Promise<MeasuredDocuments> {
  requireVisibleCode(requireBudgetReader(context), 'ACCOUNT', account);
  const counting = countingOf(rows);
  const currency = counting?.currencyCode ?? '';
  const keys = keysAtLevel(rows, { account, codes: codesText(codes) });
  const limit = documentsPerPage + 1;
  const found = await read(
    documentsOfAccountsQuery(
      context.store,
      {
        dimension: 'ACCOUNT',
        values: [...new Set(keys.map((key) => key.account))],
        ...(rows.measured.coded.length > 0 && { keys }),
        currency,
        day: null,
      },
      { visibilities: visibilitiesByType(context), from, limit },
    ),
  );
  const page = found.slice(0, documentsPerPage);
  const hidden = page.filter(({ isVisible }) => !isVisible);
  return {
    documents: page
      .filter(({ isVisible }) => isVisible)
      .map((row) => ({
        ...countedDocumentOf(row),
        ...figuresOf(row),
      })),
    hidden: {
      count: hidden.length,
      ...figuresOf(hidden.reduce((sum: Measures, row) => addMeasures(sum, row), noMeasures)),
    },
    hasMore: found.length > documentsPerPage,
  };
}
