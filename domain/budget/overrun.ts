import { isSameLine } from './budget.ts';
import { decideBudget } from './decision.ts';
import type { AffectedAccount } from './decision.ts';
import { noCodes } from './line-codes.ts';
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
  /** Only for a line of an order with an open change order. */
  isClosed?: boolean;
  /** Only for a line that an open change order keeps or lowers: what was approved, and by what it was costed. */
  approved?: Pick<CountedLine, 'cents' | 'conversion'> | null;
  /** Only for an invoice line that relieves an order line: that line, and what other invoices leave of it. */
  relieved?:
    | (Pick<CountedLine, 'id' | 'cents' | 'conversion'> & { openCents: number; isClosed: boolean })
    | null;
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
  const linesInForce = lines.flatMap(({ approved, isClosed = false, ...line }) =>
    approved ? [{ ...line, ...approved, isClosed }] : [],
  );
  return countOrder({ id, currency, linesInForce, linesInApproval: lines }, []);
}

function invoiceCounts(currency: string, lines: readonly SubmittedLine[]): Count[] {
  const drawing = lines.flatMap(({ relieved, ...line }) => (relieved ? [{ line, relieved }] : []));
  const orderLines = new Map(drawing.map(({ relieved }) => [relieved.id, relieved]));
  const order = {
    id: 'order',
    currency,
    linesInForce: [...orderLines.values()].map((line) => ({ ...line, account: '' })),
    linesInApproval: null,
  };
  const others = [...orderLines.values()].map(({ id: orderLineId, cents, openCents }) => ({
    invoiceId: 'others',
    invoiceLineId: 'others',
    orderLineId,
    account: '',
    cents: cents - openCents,
    isApproved: true,
  }));
  const own = drawing.map(({ line: { id: invoiceLineId, account, codes = noCodes, cents }, relieved }) => ({
    invoiceId: id,
    invoiceLineId,
    orderLineId: relieved.id,
    account,
    codes,
    cents,
    isApproved: false,
  }));
  const draws = [...others, ...own];
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
      (count) => count.currency === row.currency && row.keys.some((key) => isSameLine(key, count)),
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
