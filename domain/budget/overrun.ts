import { decideBudget } from './decision.ts';
import type { AffectedAccount } from './decision.ts';
import { countInvoice, countOrder } from './measures.ts';
import type { Count, CountedLine } from './measures.ts';

/** An account that a document takes over budget, with how far it then is. */
export interface Overrun {
  account: string;
  overCents: number;
  finalCents: number;
}

/** A line of a document that is submitted. */
export interface SubmittedLine extends CountedLine {
  /** Only for a line that an open change order keeps or lowers: what was approved. */
  approvedCents?: number | null;
  /** Only for an invoice line that relieves an order line: that line, and what other invoices leave of it. */
  relieved?: { orderLineId: string; openCents: number } | null;
}

export interface SubmittedDocument {
  docType: 'PO' | 'INVOICE';
  currency: string;
  lines: readonly SubmittedLine[];
}

const id = 'document';

/** Returns what a draft will count as Waiting when it is submitted now, by the rules of all measures (BUD-03). */
export function submitCounts({ docType, currency, lines }: SubmittedDocument): Count[] {
  const counts = docType === 'PO' ? orderCounts(currency, lines) : invoiceCounts(currency, lines);
  return counts.filter(({ measure, documentId }) => measure === 'WAITING' && documentId === id);
}

function orderCounts(currency: string, lines: readonly SubmittedLine[]): Count[] {
  const linesInForce = lines.flatMap(({ approvedCents, ...line }) =>
    typeof approvedCents === 'number' ? [{ ...line, cents: approvedCents, isClosed: false }] : [],
  );
  return countOrder({ id, currency, linesInForce, linesInApproval: lines }, []);
}

function invoiceCounts(currency: string, lines: readonly SubmittedLine[]): Count[] {
  const relieved = lines.flatMap((line) => (line.relieved ? [{ ...line, ...line.relieved }] : []));
  const open = new Map(relieved.map(({ orderLineId, openCents }) => [orderLineId, openCents]));
  const order = {
    id: 'order',
    currency,
    linesInForce: [...open].map(([line, cents]) => ({ id: line, account: '', cents, isClosed: false })),
    linesInApproval: null,
  };
  const draws = relieved.map(({ id: invoiceLineId, orderLineId, account, cents }) => ({
    invoiceId: id,
    invoiceLineId,
    orderLineId,
    account,
    cents,
    isApproved: false,
  }));
  return [...countInvoice({ id, currency, state: 'IN_APPROVAL', lines }), ...countOrder(order, draws)];
}

/**
 * Returns the accounts as they will be with what a draft adds to them. `affected` are the accounts of its lines, of
 * which it counts nothing yet.
 */
export function withSubmitCounts(
  affected: readonly AffectedAccount[],
  counts: readonly Count[],
): AffectedAccount[] {
  return affected.map((row) => {
    const own = counts.filter(
      ({ account, currency }) => row.codes.includes(account) && currency === row.currency,
    );
    const addedCents = own.reduce((sum, { cents }) => sum + cents, 0) - row.ownCents;
    return { ...row, ownCents: row.ownCents + addedCents, waitingCents: row.waitingCents + addedCents };
  });
}

/**
 * Returns the accounts that a document takes over budget, or further over it. One to which it adds nothing is over
 * budget without it, and one without a budget is not over (BUD-28).
 */
export function overrunsOf(affected: readonly AffectedAccount[]): Overrun[] {
  return (decideBudget(affected)?.accounts ?? []).flatMap(
    ({ account, budgetCents, availableAfterCents, thisCents }) =>
      budgetCents !== null && availableAfterCents !== null && availableAfterCents < 0 && thisCents > 0
        ? [{ account, overCents: -availableAfterCents, finalCents: budgetCents }]
        : [],
  );
}
