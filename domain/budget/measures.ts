import { costCents, exchangeDifferenceCents } from '#domain/currency/costing';
import { unitRate } from '#domain/currency/exchange-rate';
import type { Conversion } from '#domain/currency/exchange-rate';
import { noCoding } from './cost-coding.ts';
import { mergeCounts } from './counts.ts';
import { noCodes } from './line-codes.ts';
import { spreadPaid } from './paid.ts';

/** The kinds of amount that documents and other actuals count for an account (BUD-01, BUD-41, BUD-73, ACTUAL-04). */
export const measureNames = [
  'COMMITTED',
  'IN_PROGRESS',
  'WAITING',
  'INVOICED',
  'PAID',
  'OVER_RELIEF',
  'EXCHANGE_DIFFERENCE',
  'OTHER_ACTUAL',
] as const;
export type MeasureName = (typeof measureNames)[number];

/** A line of a purchase order or an invoice. `account` is its account code, or '' without one. */
export interface CountedLine {
  id: string;
  account: string;
  /** By `codesOfLine`; none when absent. */
  codes?: string;
  /** By `costCoding`; none when absent. */
  coding?: string;
  /** The amount as entered, before tax. */
  cents: number;
  /** By what it is costed; as entered when absent (BUD-40). */
  conversion?: Conversion | null;
}

/** A purchase order. `currency` is that of its amounts as entered. */
export interface CountedOrder {
  id: string;
  currency: string;
  /** The approved lines, also while a change order is pending; empty for an order that was never approved, or is void. */
  linesInForce: readonly (CountedLine & { isClosed: boolean })[];
  /** The lines in approval, of a new order or of a change order; null when nothing is in approval. */
  linesInApproval: readonly CountedLine[] | null;
}

export interface CountedInvoice {
  id: string;
  currency: string;
  /** Drafts, void and denied invoices count nothing. */
  state: 'APPROVED' | 'IN_APPROVAL' | 'NONE';
  lines: readonly CountedLine[];
  /** What approved payments pay of it, in its currency; nothing when absent. */
  paidCents?: number;
}

/** The amount that an invoice line relieves of an order line; `account` and `codes` are those of the invoice line. */
export interface CountedDraw {
  invoiceId: string;
  invoiceLineId: string;
  orderLineId: string;
  account: string;
  codes?: string;
  cents: number;
  /** By what the invoice line is costed. */
  conversion?: Conversion | null;
  isApproved: boolean;
}

/** An amount that one line of a document counts. The sum of all counts of an account is its measure. */
export interface Count {
  /** The document with which it is recounted: the order, for what an order covers of an invoice. */
  ownerId: string;
  documentId: string;
  lineId: string;
  account: string;
  /** The codes below the account, by `codesOfLine`. */
  codes: string;
  /** The other codes of a committed or invoiced amount, by `costCoding`. */
  coding: string;
  currency: string;
  measure: MeasureName;
  cents: number;
  /** Of a committed or invoiced amount that is converted: what it costs in the currency of the document (BUD-91). */
  originalCurrency?: string;
  originalCents?: number;
}

/** Limits an amount to what lies between zero and `limit`, which is below zero for a credit line. */
function clamp(cents: number, limit: number): number {
  return limit < 0 ? Math.min(0, Math.max(limit, cents)) : Math.max(0, Math.min(limit, cents));
}

/** What a line costs between two amounts of its relief: the running sum is rounded, not the part (CURR-04). */
function costBetween({ cents, conversion }: CountedLine, from: number, to: number): number {
  return costCents(clamp(to, cents), conversion) - costCents(clamp(from, cents), conversion);
}

/** What a line that is converted costs in the currency of its document. */
function originalOf(line: CountedLine, costOf: (line: CountedLine) => number) {
  const currency = line.conversion?.original;
  if (!line.conversion || currency === undefined) return {};
  const conversion = { ...line.conversion, rate: unitRate, currency };
  return { originalCurrency: currency, originalCents: costOf({ ...line, conversion }) };
}

/** What a line costs beyond what approved invoices relieved of it (BUD-02). */
function openCost(line: CountedLine, relievedCents: number): number {
  return costBetween(line, relievedCents, line.cents);
}

/** Relief beyond a line, before tax (BUD-41). */
function overRelief({ cents, conversion }: CountedLine, relievedCents: number): number {
  const limit = clamp(relievedCents, cents);
  const isBeyond = cents < 0 ? relievedCents < limit : relievedCents > limit;
  const net = conversion && { ...conversion, addedPercent: '0' };
  return isBeyond ? costCents(relievedCents, net) - costCents(limit, net) : 0;
}

function sumOf(draws: readonly CountedDraw[]): number {
  return draws.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * Returns what a purchase order counts. `draws` are those of its lines by approved invoices and by invoices in approval,
 * in the order of their ids. What an open line covers of an invoice in approval is subtracted here from the Waiting that
 * the invoice counts, so that a change of either recounts only the two documents (BUD-02, BUD-03).
 */
export function countOrder(order: CountedOrder, draws: readonly CountedDraw[]): Count[] {
  const counts: Count[] = [];
  const { id: ownerId } = order;
  const count = (line: CountedLine, measure: MeasureName, cents: number, own: Partial<Count> = {}) => {
    const { id: lineId, account, codes = noCodes } = line;
    const currency = currencyOf(line, order);
    counts.push({
      ownerId,
      documentId: ownerId,
      lineId,
      account,
      codes,
      coding: noCoding,
      currency,
      measure,
      cents,
      ...own,
    });
  };
  const drawsOf = Map.groupBy(draws, ({ orderLineId }) => orderLineId);
  const approvedDrawsOf = (id: string) => (drawsOf.get(id) ?? []).filter(({ isApproved }) => isApproved);
  const relievedOf = (id: string) => sumOf(approvedDrawsOf(id));
  const ofDraw = ({ invoiceId, invoiceLineId, account, codes = noCodes }: CountedDraw) => ({
    documentId: invoiceId,
    lineId: invoiceLineId,
    account,
    codes,
  });
  for (const line of order.linesInForce) {
    const { id, coding = noCoding, isClosed } = line;
    const openOf = (relievedCents: number) => (isClosed ? 0 : openCost(line, relievedCents));
    let relieved = 0;
    for (const draw of approvedDrawsOf(id)) {
      const cents = clamp(relieved + draw.cents, line.cents) - clamp(relieved, line.cents);
      relieved += draw.cents;
      const difference = exchangeDifferenceCents(cents, draw.conversion, line.conversion);
      count(line, 'EXCHANGE_DIFFERENCE', difference, ofDraw(draw));
    }
    const committed = openOf(relieved);
    const original = originalOf(line, (one) => (isClosed ? 0 : openCost(one, relieved)));
    count(line, 'COMMITTED', committed, { coding, ...original });
    count(line, 'OVER_RELIEF', overRelief(line, relieved));
    for (const draw of (drawsOf.get(id) ?? []).filter(({ isApproved }) => !isApproved)) {
      const covered = openOf(relieved) - openOf(relieved + draw.cents);
      relieved += draw.cents;
      count(line, 'WAITING', -covered, ofDraw(draw));
    }
    count(line, 'IN_PROGRESS', clamp(committed - openOf(relieved), committed));
  }
  if (order.linesInApproval !== null) {
    const closedIds = new Set(order.linesInForce.filter(({ isClosed }) => isClosed).map(({ id }) => id));
    for (const line of order.linesInForce)
      count(line, 'WAITING', line.isClosed ? 0 : -openCost(line, relievedOf(line.id)));
    for (const line of order.linesInApproval)
      count(line, 'WAITING', closedIds.has(line.id) ? 0 : openCost(line, relievedOf(line.id)));
  }
  return mergeCounts(counts);
}

/** The currency in which a line counts: that of its costs, else that in which it was entered (BUD-40). */
function currencyOf({ conversion }: CountedLine, document: { currency: string }): string {
  return conversion?.currency ?? document.currency;
}

/**
 * Returns what an invoice counts: its approved lines as Invoiced with the part that is paid, and those in approval as
 * Waiting (BUD-01, BUD-03, BUD-73).
 */
export function countInvoice({ id, state, lines, paidCents = 0, ...invoice }: CountedInvoice): Count[] {
  if (state === 'NONE') return [];
  const isApproved = state === 'APPROVED';
  const paid = spreadPaid(isApproved ? paidCents : 0, lines);
  return mergeCounts(
    lines.flatMap((line, n) => {
      const { conversion } = line;
      const key = {
        ownerId: id,
        documentId: id,
        lineId: line.id,
        account: line.account,
        codes: line.codes ?? noCodes,
        coding: isApproved ? (line.coding ?? noCoding) : noCoding,
        currency: currencyOf(line, invoice),
      };
      return [
        {
          ...key,
          measure: isApproved ? 'INVOICED' : 'WAITING',
          cents: costCents(line.cents, conversion),
          ...(isApproved && originalOf(line, (one) => costCents(one.cents, one.conversion))),
        },
        { ...key, measure: 'PAID', cents: costCents(paid[n]!, conversion) },
      ];
    }),
  );
}

/** The measures of one account, in cents. */
export interface Measures {
  committedCents: number;
  /** A part of `committedCents`. */
  inProgressCents: number;
  waitingCents: number;
  invoicedCents: number;
  /** A part of `invoicedCents`. */
  paidCents: number;
  overReliefCents: number;
  /** How much more invoices cost at their rates than at those of the order lines that they relieve. */
  exchangeDifferenceCents: number;
  /** Payroll, petty cash, cards and journals. */
  otherCents: number;
}

const fieldOf = {
  COMMITTED: 'committedCents',
  IN_PROGRESS: 'inProgressCents',
  WAITING: 'waitingCents',
  INVOICED: 'invoicedCents',
  PAID: 'paidCents',
  OVER_RELIEF: 'overReliefCents',
  EXCHANGE_DIFFERENCE: 'exchangeDifferenceCents',
  OTHER_ACTUAL: 'otherCents',
} as const satisfies Record<MeasureName, keyof Measures>;

export const noMeasures: Measures = {
  committedCents: 0,
  inProgressCents: 0,
  waitingCents: 0,
  invoicedCents: 0,
  paidCents: 0,
  overReliefCents: 0,
  exchangeDifferenceCents: 0,
  otherCents: 0,
};

export interface MeasuresByAccount {
  /** In the currency of the budget. */
  accounts: ReadonlyMap<string, Measures>;
  /** Other currencies that documents have: listed, and never added. */
  otherCurrencies: readonly string[];
}

/** Adds up counts, or movements, by account. Only those in the currency of the budget are added (BUD-06). */
export function measuresByAccount(
  counts: readonly Pick<Count, 'account' | 'currency' | 'measure' | 'cents'>[],
  currency: string,
): MeasuresByAccount {
  const accounts = new Map<string, Measures>();
  for (const count of counts.filter((one) => one.currency === currency)) {
    const measures = accounts.get(count.account) ?? noMeasures;
    const field = fieldOf[count.measure];
    accounts.set(count.account, { ...measures, [field]: measures[field] + count.cents });
  }
  const others = counts.map((count) => count.currency).filter((one) => one !== currency);
  return { accounts, otherCurrencies: [...new Set(others)].toSorted() };
}

/** What was spent: approved invoices and other actuals (ACTUAL-04). */
export const actualToDate = ({ invoicedCents, otherCents }: Pick<Measures, 'invoicedCents' | 'otherCents'>) =>
  invoicedCents + otherCents;

/** The measures by which a budget is used up. */
export type Spending = Pick<Measures, 'committedCents' | 'waitingCents' | 'invoicedCents' | 'otherCents'>;

/** Returns what is left of a final budget, before and after what waits (BUD-04). */
export function availability(finalCents: number, measures: Spending) {
  const availableCents = finalCents - actualToDate(measures) - measures.committedCents;
  return { availableCents, afterWaitingCents: availableCents - measures.waitingCents };
}
