import type { AffectedAccount } from '#domain/budget/decision';
import { overrunsOf, submitCounts, withSubmitCounts } from '#domain/budget/overrun';
import type { Overrun, SubmittedLine } from '#domain/budget/overrun';
import { approvedAmountsOf } from '#domain/purchase-orders/line-reduction';
import type { ReliefDraw } from '#domain/relief/relief-limit';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import { lockedCount } from '#verbs/lifecycle/costing';

/** What the budget of a submit is decided by. */
interface SubmitRows {
  affected: readonly AffectedAccount[];
  lines: readonly LineRow[];
  /** Only for an invoice: what it draws on. */
  draws?: readonly ReliefDraw[] | null;
}

const keyOf = (poNumber: string, lineNumber: number | null) => JSON.stringify([poNumber, lineNumber]);

/** Returns the accounts that a stored draft takes over budget if it is submitted now (BUD-28). */
export function overrunsAtSubmit(
  rows: Pick<SubjectRows, 'document' | 'purchaseOrder'>,
  { affected, lines, draws }: SubmitRows,
): Overrun[] {
  const { type, currencyCode: currency } = rows.document;
  if (type === 'PAYMENT' || affected.length === 0) return [];
  const locked = lockedCount(rows);
  const open = new Map(
    (draws ?? []).map((draw) => [keyOf(draw.poNumber, draw.lineNumber), draw.balanceCents]),
  );
  const submitted = lines.map((line): SubmittedLine => {
    const orderLineId = keyOf(line.referencePo, line.referencePoLineNumber);
    const openCents = line.relievePoLineId === null ? undefined : open.get(orderLineId);
    return {
      id: line.id,
      account: line.coding['ACCOUNT'] ?? '',
      cents: line.totalCents,
      approvedCents: line.lineNumber <= locked ? approvedAmountsOf(line).totalCents : null,
      relieved: openCents === undefined ? null : { orderLineId, openCents },
    };
  });
  return overrunsOf(withSubmitCounts(affected, submitCounts({ docType: type, currency, lines: submitted })));
}
