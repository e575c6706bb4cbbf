/** RL-03 */
export type ReliefIndicator = 'ERROR' | 'NONE' | 'MATCH' | 'UNDER' | 'OVER';

/** The cents that invoices relieved of a PO line: in total, and since accounting's balance was pulled. */
export interface Relieved {
  relievedCents: number;
  relievedSinceCents: number;
}

/** The amounts of a PO line; `accountingBalanceCents` comes from accounting and is null before a pull (DEC-39). */
interface LineBalance extends Relieved {
  totalCents: number;
  /** While the open change order lowers the line (CHANGE-05). */
  approvedAmounts?: { totalCents: number } | null;
  accountingBalanceCents: number | null;
}

/**
 * Returns the cents that submitted and approved invoices leave of a PO line. After a pull, accounting's balance
 * replaces the computed one, and later invoices are subtracted from it (DEC-39).
 */
export function remainingBalanceCents(line: LineBalance): number {
  return line.accountingBalanceCents === null
    ? (line.approvedAmounts ?? line).totalCents - line.relievedCents
    : line.accountingBalanceCents - line.relievedSinceCents;
}

/** A PO that an invoice may reference, with the remaining amount of each line (DEC-38). */
export interface RelievableOrder {
  poNumber: string;
  lines: readonly { lineNumber: number; remainingCents: number }[];
}

/** An invoice line's PO reference: an empty `referencePo` means none, no line number the whole PO. */
export interface ReliefLine {
  referencePo: string;
  referencePoLineNumber: number | null;
  amountCents: number;
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

/** Returns a lookup of the cents that the lines draw from a whole PO and from each of its lines. */
function amountsOn(lines: readonly ReliefLine[]): (line: ReliefLine) => number {
  const whole = new Map<string, number>();
  const ofLine = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, cents: number) =>
    to.set(key, (to.get(key) ?? 0) + cents);
  for (const { referencePo, referencePoLineNumber, amountCents } of lines) {
    const po = referencePo.trim();
    add(whole, po, amountCents);
    if (referencePoLineNumber !== null) add(ofLine, `${referencePoLineNumber} ${po}`, amountCents);
  }
  return ({ referencePo, referencePoLineNumber }) => {
    const po = referencePo.trim();
    const amount =
      referencePoLineNumber === null ? whole.get(po) : ofLine.get(`${referencePoLineNumber} ${po}`);
    return amount ?? 0;
  };
}

/** Returns null without such a PO or line. */
function remainingOn(line: ReliefLine, orders: readonly RelievableOrder[]): number | null {
  const order = orders.find(({ poNumber }) => poNumber === line.referencePo.trim());
  if (!order) return null;
  if (line.referencePoLineNumber === null)
    return sum(order.lines.map(({ remainingCents }) => remainingCents));
  return (
    order.lines.find(({ lineNumber }) => lineNumber === line.referencePoLineNumber)?.remainingCents ?? null
  );
}

/**
 * All lines of an invoice as edited, and those with which the loaded invoice already counts; the latter are empty for a
 * draft.
 */
interface ReliefLines {
  lines: readonly ReliefLine[];
  countedLines: readonly ReliefLine[];
}

/**
 * Returns a lookup of the cents that remain of the referenced PO line, or of the whole PO, after this invoice as edited
 * (DEC-39). It returns null without a reference to a relievable PO. The lines are added up only once.
 */
export function remainingAfterInvoice(
  { lines, countedLines }: ReliefLines,
  orders: readonly RelievableOrder[],
): (line: ReliefLine) => number | null {
  const [now, before] = [amountsOn(lines), amountsOn(countedLines)];
  return (line) => {
    if (line.referencePo.trim() === '') return null;
    const remaining = remainingOn(line, orders);
    return remaining === null ? null : remaining + before(line) - now(line);
  };
}

/**
 * The state of an invoice line relative to its PO. `rest` is the remaining cents, or null without a relievable
 * reference.
 */
export interface ReliefStatus {
  indicator: ReliefIndicator;
  remaining: number | null;
}

/** Returns the relief status of each invoice line relative to its PO line (DEC-39, RL-03 to RL-06). */
export function reliefStatuses(
  invoice: ReliefLines,
  orders: readonly RelievableOrder[],
): (line: ReliefLine) => ReliefStatus {
  const remainingOf = remainingAfterInvoice(invoice, orders);
  return (line) => reliefStatusFrom(line, remainingOf(line));
}

/** Returns the relief status for the remaining cents, null without a relievable PO. */
export function reliefStatusFrom(
  { referencePo }: Pick<ReliefLine, 'referencePo'>,
  remaining: number | null,
): ReliefStatus {
  if (referencePo.trim() === '') return { indicator: 'NONE', remaining: null };
  return { indicator: remaining === null ? 'ERROR' : indicatorOf(remaining), remaining };
}

/** Classifies the cents that remain after this invoice (RL-05). */
export function indicatorOf(remaining: number): ReliefIndicator {
  if (remaining === 0) return 'MATCH';
  return remaining > 0 ? 'UNDER' : 'OVER';
}
