import { isSameLine } from '#domain/budget/budget';
import { codesOfLine } from '#domain/budget/line-codes';
import type { EnteredBudget, EnteredLine, EnteredLines } from '#domain/budget/entered-budget';
import { submitCounts, withSubmitCounts } from '#domain/budget/overrun';
import type { SubmittedLine } from '#domain/budget/overrun';
import { lineConversion } from '#domain/currency/costing';
import type { Costing } from '#domain/currency/costing';
import { approvedAmountsOf } from '#domain/purchase-orders/line-reduction';
import { toCents } from '#domain/values/money';
import type { Rows } from '#store/d1/query';
import { enteredAccountsQuery } from '#store/show/budget/decision';
import { subjectQuery } from '#store/show/documents/read-document';
import { openOrderLinesQuery } from '#store/show/relief/relief-draws';
import { relievedLine } from '#verbs/approval/submit-overruns';
import { requireEntering } from '#verbs/approval/view-approval-route';
import { visibleBudget } from '#verbs/lifecycle/budget-decision';
import { forecastCosts, forecastPlan, lockedCount } from '#verbs/lifecycle/costing';
import type { MembershipContext, RequestContext } from '#verbs/request/context';

const keyOf = (line: EnteredLine) => ({ account: line.account, codes: codesOfLine(line) });

/** What a document that is being entered adds is compared with. */
export const enteredBudgetPlan = (
  { store, now }: Pick<MembershipContext, 'store' | 'now'>,
  { docType, docId, currency, lines }: EnteredLines,
) => ({
  ...forecastPlan({ store, now }, docId, currency),
  affected: enteredAccountsQuery(store, {
    id: docId ?? '',
    currency,
    keys: lines.map(keyOf),
  }),
  subject: docId === null ? null : subjectQuery(store, docId),
  orderLines:
    docType === 'INVOICE'
      ? openOrderLinesQuery(
          store,
          docId ?? '',
          lines.flatMap((line) => line.relievePoLineItemId ?? []),
        )
      : null,
});
type EnteredRows = Rows<ReturnType<typeof enteredBudgetPlan>>;

/**
 * The budget of the accounts of a form, as if the document were submitted now with what has been entered, as far as the
 * user may see it; null while the rate is missing (BUD-32). Throws `NOT_FOUND` for a document that the user cannot see,
 * `FORBIDDEN` for a new one of a type that the user may not create.
 */
export function viewEnteredBudget(
  context: RequestContext,
  request: EnteredLines,
  rows: EnteredRows,
): EnteredBudget {
  requireEntering(context, request, rows);
  const { docType, currency } = request;
  const totalCents = request.lines.reduce((sum, { amount }) => sum + toCents(amount ?? 0), 0);
  const costs = forecastCosts(context, rows, { totalCents, currency });
  if (!costs) return { budget: null };
  const lines = submittedLines(request, rows, costs.costing);
  const counts = submitCounts({ docType, currency, lines });
  const entered = request.lines.map(keyOf);
  const affected = rows.affected.filter(({ keys }) =>
    keys.some((key) => entered.some((one) => isSameLine(one, key))),
  );
  return { budget: visibleBudget(context, withSubmitCounts(affected, counts)).budget ?? null };
}

function submittedLines(
  { lines }: EnteredLines,
  { subject, costLines, orderLines }: EnteredRows,
  costing: Costing | null,
): SubmittedLine[] {
  const locked = subject ? lockedCount(subject) : 0;
  const stored = new Map((costLines ?? []).map((line) => [line.id, line]));
  const relievable = new Map((orderLines ?? []).map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const { id, amount, taxCode, relievePoLineItemId } = line;
    const before = id === null ? undefined : stored.get(id);
    const orderLine = relievable.get(relievePoLineItemId ?? '');
    const lineNumber = before?.lineNumber ?? locked + 1;
    return {
      id: id ?? String(index),
      ...keyOf(line),
      cents: toCents(amount ?? 0),
      conversion: lineConversion(costing, { lineNumber, taxCode }),
      isClosed: Boolean(before?.closedAt),
      approved:
        before && before.lineNumber <= locked
          ? {
              cents: approvedAmountsOf(before).totalCents,
              conversion: lineConversion(subject?.document.costing ?? null, before),
            }
          : null,
      relieved: orderLine ? relievedLine(orderLine.id, orderLine) : null,
    };
  });
}
