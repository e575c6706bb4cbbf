import type { AffectedAccount } from '#domain/budget/decision';
import { codesOfLine } from '#domain/budget/line-codes';
import { overrunsOf, submitCounts, withSubmitCounts } from '#domain/budget/overrun';
import type { Overrun, SubmittedLine } from '#domain/budget/overrun';
import { lineConversion } from '#domain/currency/costing';
import type { Costing } from '#domain/currency/costing';
import { approvedAmountsOf } from '#domain/purchase-orders/line-reduction';
import type { ReliefDraw } from '#domain/relief/relief-limit';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import { lockedCount } from '#verbs/lifecycle/costing';

/** What the budget of a submit is decided by. */
interface SubmitRows {
  affected: readonly AffectedAccount[];
  lines: readonly LineRow[];
  /** What the submit stores about the costs. */
  costing: Costing | null;
  /** Only for an invoice: what it draws on. */
  draws?: readonly ReliefDraw[] | null;
}

const keyOf = (poNumber: string, lineNumber: number | null) => JSON.stringify([poNumber, lineNumber]);

/** Returns the accounts that a stored draft takes over budget if it is submitted now (BUD-28). */
export function overrunsAtSubmit(
  rows: Pick<SubjectRows, 'document' | 'purchaseOrder'>,
  { affected, lines, costing, draws }: SubmitRows,
): Overrun[] {
  const { type, currencyCode: currency } = rows.document;
  if (type === 'PAYMENT' || affected.length === 0) return [];
  const locked = lockedCount(rows);
  const orderLines = new Map((draws ?? []).map((draw) => [keyOf(draw.poNumber, draw.lineNumber), draw]));
  const submitted = lines.map((line): SubmittedLine => {
    const orderLineId = keyOf(line.referencePo, line.referencePoLineNumber);
    const orderLine = line.relievePoLineId === null ? undefined : orderLines.get(orderLineId);
    return {
      id: line.id,
      account: line.coding['ACCOUNT'] ?? '',
      codes: codesOfLine(line),
      cents: line.totalCents,
      conversion: lineConversion(costing, line),
      isClosed: line.closedAt !== null,
      approved:
        line.lineNumber <= locked
          ? {
              cents: approvedAmountsOf(line).totalCents,
              conversion: lineConversion(rows.document.costing, line),
            }
          : null,
      relieved: orderLine ? relievedLine(orderLineId, orderLine) : null,
    };
  });
  return overrunsOf(withSubmitCounts(affected, submitCounts({ docType: type, currency, lines: submitted })));
}

/** An order line as an invoice relieves it. */
export function relievedLine(
  id: string,
  { lineNumber, taxCode, costing, ...draw }: Omit<ReliefDraw, 'poNumber' | 'takenCents'>,
) {
  return {
    id,
    cents: draw.totalCents,
    openCents: draw.balanceCents,
    isClosed: draw.isClosed,
    conversion: lineConversion(costing, { lineNumber: lineNumber ?? 0, taxCode }),
  };
}
