import type * as v from 'valibot';
import { Refusal } from '#domain/codes';
import {
  approveOverage,
  countingBudget,
  requireCountingLocked,
  requireRevision,
  requireWorking,
  setAmount,
  transfer,
} from '#domain/budget/budget';
import type { BudgetChange, ChangeKind } from '#domain/budget/budget';
import type { budgetAmount, budgetLock, budgetOverage, budgetTransfer } from '#domain/budget/budget-request';
import type { Budget } from '#domain/budget/budget-response';
import { codesText } from '#domain/budget/line-codes';
import { setSeriesBudget } from '#domain/series/series-budget';
import type { seriesBudget } from '#domain/series/series-budget';
import { toCents } from '#domain/values/money';
import type { PlanRows } from '#store/d1/query';
import { saveBudgetChange } from '#store/show/budget/budgets';
import type { BudgetRow } from '#store/show/budget/budgets';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { chartOf } from './read-budget-file.ts';
import { saveBudgetOnce } from './save-budget-once.ts';
import { budgetPlan, findBudget } from './view-budget.ts';

export const budgetChangePlan = (member: MembershipContext, id: string) => ({
  ...storedAnswerPlan(member),
  ...budgetPlan(member, id),
  fields: accountFieldsQuery(member.store, true),
});

/** A request to change a budget, with the rows that were read for it. */
export interface BudgetChangeRequest {
  id: string;
  rows: PlanRows<typeof budgetChangePlan>;
}

/** Sets the amount of a line while the budget is working (BUD-08). Throws as `changeOnce` does. */
export function changeAmount(
  context: RequestContext,
  request: BudgetChangeRequest,
  { amount, codes, ...change }: v.InferOutput<typeof budgetAmount>,
): Promise<Budget> {
  return changeOnce(context, request, { kind: 'AMOUNT', reason: '', revision: change.revision }, (row) => {
    requireWorking(row.status);
    const line = { ...change, codes: codesText(codes), cents: toCents(amount) };
    return setAmount(request.rows.lines, line, chartOf(request.rows));
  });
}

/** Sets pattern and amort of an account while the budget is working (BUD-80). Throws as `changeOnce` does. */
export function changeSeries(
  context: RequestContext,
  request: BudgetChangeRequest,
  { revision, pattern, amort, ...series }: v.InferOutput<typeof seriesBudget>,
): Promise<Budget> {
  return changeOnce(context, request, { kind: 'AMOUNT', reason: '', revision }, (row) => {
    requireWorking(row.status);
    const cents = (amount: number | null) => (amount === null ? null : toCents(amount));
    const change = { ...series, patternCents: cents(pattern), amortCents: cents(amort) };
    const terms = { chart: chartOf(request.rows), currency: row.currencyCode };
    return setSeriesBudget(request.rows.lines, change, terms);
  });
}

/** Locks a working budget: its amounts never change again (BUD-08). Throws as `changeOnce` does. */
export function lockBudget(
  context: RequestContext,
  request: BudgetChangeRequest,
  { revision }: v.InferOutput<typeof budgetLock>,
): Promise<Budget> {
  return changeOnce(context, request, { kind: 'LOCKED', reason: '', revision }, (row) => {
    requireWorking(row.status);
    if (request.rows.lines.length === 0)
      throw new Refusal('invalid_parameter', { message: 'This budget has no lines yet.' });
    return { lines: [], entries: [] };
  });
}

/** Moves budget between two lines of the locked budget that counts (BUD-09). Throws as `changeOnce` does. */
export function transferBudget(
  context: RequestContext,
  request: BudgetChangeRequest,
  { revision, amount, reason, ...change }: v.InferOutput<typeof budgetTransfer>,
): Promise<Budget> {
  return changeOnce(context, request, { kind: 'TRANSFER', reason, revision }, (row) => {
    requireCounting(row, request);
    const from = { account: change.from, codes: codesText(change.fromCodes) };
    const to = { account: change.to, codes: codesText(change.toCodes) };
    return transfer(request.rows.lines, { from, to, cents: toCents(amount) }, chartOf(request.rows));
  });
}

/** Raises the final budget of a line (BUD-09). Throws as `changeOnce` does. */
export function addOverage(
  context: RequestContext,
  request: BudgetChangeRequest,
  { revision, account, codes, amount, reason }: v.InferOutput<typeof budgetOverage>,
): Promise<Budget> {
  return changeOnce(context, request, { kind: 'OVERAGE', reason, revision }, (row) => {
    requireCounting(row, request);
    const line = { account, codes: codesText(codes), cents: toCents(amount) };
    return approveOverage(request.rows.lines, line, chartOf(request.rows));
  });
}

function requireCounting({ id, status }: BudgetRow, { rows }: BudgetChangeRequest): void {
  requireCountingLocked(status, countingBudget(rows.budgets) === id);
}

/**
 * Makes a change once per idempotency key, and returns the stored budget (BUD-10). Throws `FORBIDDEN`, `NOT_FOUND`,
 * `WORKFLOW_CONFLICT` when the budget was changed since the user saw it, and `invalid_parameter` with the reason.
 */
async function changeOnce(
  context: RequestContext,
  { id, rows }: BudgetChangeRequest,
  { kind, reason, revision }: { kind: ChangeKind; reason: string; revision: number },
  changeOf: (row: BudgetRow) => BudgetChange,
): Promise<Budget> {
  requirePermission(context.permissions, 'Budget');
  const row = findBudget(rows.budgets, id);
  return saveBudgetOnce(context, rows.stored, async () => {
    requireRevision(row.revision, revision);
    const { lines, entries } = changeOf(row);
    const { store, user, now } = context;
    const by = { byId: user.id, byName: fullName(user), at: now };
    const change = { budgetId: id, revision: revision + 1, kind, reason, ...by, entries };
    const lock = { status: 'LOCKED', lockedBy: by.byId, lockedByName: by.byName, lockedAt: now } as const;
    return { id, writes: saveBudgetChange(store, change, lines, kind === 'LOCKED' ? lock : {}) };
  });
}
