/** The kinds of amount that documents count for an account (BUD-01). */
export const measureNames = ['COMMITTED', 'IN_PROGRESS', 'WAITING', 'INVOICED', 'OVER_RELIEF'] as const;
export type MeasureName = (typeof measureNames)[number];

/** A line of a purchase order or an invoice. `account` is its account code, or '' without one. */
export interface CountedLine {
  id: string;
  account: string;
  /** By `costCoding`; none when absent. */
  coding?: string;
  cents: number;
}

/** No codes beside the account. */
export const noCoding = '{}';

/** The types of code besides the account by which costs are reported, in the order in which they are stored. */
export const costDimensions = ['EPISODE', 'SET', 'department'] as const;

const text = (type: (typeof costDimensions)[number], code: string | null | undefined) =>
  code ? { [type]: code } : {};

/**
 * The codes of a line by which costs are reported, as JSON. The store writes the same in `codingOf` of `recount.ts`
 * (REPORT-02).
 */
export function costCoding(line: {
  coding: Readonly<Record<string, string>>;
  episode: string | null;
  departmentId: string | null;
}): string {
  const { coding, episode, departmentId } = line;
  return JSON.stringify({
    ...text('EPISODE', coding['EPISODE'] || episode),
    ...text('SET', coding['SET']),
    ...text('department', departmentId),
  });
}

/** What an amount of a line costs. The store computes the same in `costOf` of `recount.ts`. */
export function costOf(cents: number): number {
  return cents;
}

/** A purchase order. `currency` is that of its amounts. */
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
}

/** The amount that an invoice line relieves of an order line; `account` is that of the invoice line. */
export interface CountedDraw {
  invoiceId: string;
  invoiceLineId: string;
  orderLineId: string;
  account: string;
  cents: number;
  isApproved: boolean;
}

/** An amount that one line of a document counts. The sum of all counts of an account is its measure. */
export interface Count {
  /** The document with which it is recounted: the order, for what an order covers of an invoice. */
  ownerId: string;
  documentId: string;
  lineId: string;
  account: string;
  /** The other codes of a committed or invoiced amount, by `costCoding`. */
  coding: string;
  currency: string;
  measure: MeasureName;
  cents: number;
}

/** Limits an amount to what lies between zero and `limit`, which is below zero for a credit line. */
function clamp(cents: number, limit: number): number {
  return limit < 0 ? Math.min(0, Math.max(limit, cents)) : Math.max(0, Math.min(limit, cents));
}

/** The cents of a line that approved invoices leave open (BUD-02). */
function openCents(cents: number, relievedCents: number): number {
  return clamp(cents - relievedCents, cents);
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
  const { id: ownerId, currency } = order;
  const add = (lineId: string, account: string, measure: MeasureName, cents: number, documentId = ownerId) =>
    counts.push({ ownerId, documentId, lineId, account, coding: noCoding, currency, measure, cents });
  const drawsOf = Map.groupBy(draws, ({ orderLineId }) => orderLineId);
  const relievedOf = (id: string) => sumOf((drawsOf.get(id) ?? []).filter(({ isApproved }) => isApproved));
  for (const { id, account, coding = noCoding, cents, isClosed } of order.linesInForce) {
    const lineDraws = drawsOf.get(id) ?? [];
    const openOf = (relieved: number) => (isClosed ? 0 : costOf(openCents(cents, relieved)));
    let relieved = relievedOf(id);
    const committed = openOf(relieved);
    const excess = relieved - clamp(relieved, cents);
    counts.push({
      ownerId,
      documentId: ownerId,
      lineId: id,
      account,
      coding,
      currency,
      measure: 'COMMITTED',
      cents: committed,
    });
    if (cents < 0 ? excess < 0 : excess > 0) add(id, account, 'OVER_RELIEF', excess);
    for (const draw of lineDraws.filter(({ isApproved }) => !isApproved)) {
      const covered = openOf(relieved) - openOf(relieved + draw.cents);
      relieved += draw.cents;
      add(draw.invoiceLineId, draw.account, 'WAITING', -covered, draw.invoiceId);
    }
    add(id, account, 'IN_PROGRESS', clamp(committed - openOf(relieved), committed));
  }
  if (order.linesInApproval !== null) {
    for (const { id, account, cents, isClosed } of order.linesInForce)
      add(id, account, 'WAITING', isClosed ? 0 : -costOf(openCents(cents, relievedOf(id))));
    const closedIds = new Set(order.linesInForce.filter(({ isClosed }) => isClosed).map(({ id }) => id));
    for (const { id, account, cents } of order.linesInApproval)
      add(id, account, 'WAITING', closedIds.has(id) ? 0 : costOf(openCents(cents, relievedOf(id))));
  }
  return mergeCounts(counts);
}

/** Returns what an invoice counts: its approved lines as Invoiced, and those in approval as Waiting (BUD-01, BUD-03). */
export function countInvoice({ id, currency, state, lines }: CountedInvoice): Count[] {
  if (state === 'NONE') return [];
  const measure = state === 'APPROVED' ? 'INVOICED' : 'WAITING';
  return mergeCounts(
    lines.map((line) => ({
      ownerId: id,
      documentId: id,
      lineId: line.id,
      account: line.account,
      coding: measure === 'INVOICED' ? (line.coding ?? noCoding) : noCoding,
      currency,
      measure,
      cents: costOf(line.cents),
    })),
  );
}

const keyOf = ({ ownerId, documentId, lineId, account, coding, currency, measure }: Omit<Count, 'cents'>) =>
  JSON.stringify([ownerId, documentId, lineId, account, coding, currency, measure]);

/** Adds up the counts of the same owner, line, account, currency and measure, without those that are zero. */
export function mergeCounts(counts: readonly Count[]): Count[] {
  const merged = new Map<string, Count>();
  for (const count of counts) {
    const key = keyOf(count);
    merged.set(key, { ...count, cents: (merged.get(key)?.cents ?? 0) + count.cents });
  }
  return [...merged.values()].filter(({ cents }) => cents !== 0);
}

/** The measures of one account, in cents. */
export interface Measures {
  committedCents: number;
  /** A part of `committedCents`. */
  inProgressCents: number;
  waitingCents: number;
  invoicedCents: number;
  overReliefCents: number;
}

const fieldOf = {
  COMMITTED: 'committedCents',
  IN_PROGRESS: 'inProgressCents',
  WAITING: 'waitingCents',
  INVOICED: 'invoicedCents',
  OVER_RELIEF: 'overReliefCents',
} as const satisfies Record<MeasureName, keyof Measures>;

export const noMeasures: Measures = {
  committedCents: 0,
  inProgressCents: 0,
  waitingCents: 0,
  invoicedCents: 0,
  overReliefCents: 0,
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

/** Returns what is left of a final budget, before and after what waits (BUD-04). */
export function availability(finalCents: number, measures: Measures) {
  const availableCents = finalCents - measures.invoicedCents - measures.committedCents;
  return { availableCents, afterWaitingCents: availableCents - measures.waitingCents };
}
