/** RL-03 */
export type ReliefIndicator = 'ERROR' | 'NONE' | 'MATCH' | 'UNDER' | 'OVER';

/** What invoices have taken of a PO line, in cents: in all, and since accounting's figure was pulled. */
export interface Relieved {
  relievedCents: number;
  relievedSinceCents: number;
}

/** DEC-39: a PO line's figures; `accountingBalanceCents` is accounting's own, null before a pull. */
interface BalanceFacts extends Relieved {
  totalCents: number;
  accountingBalanceCents: number | null;
}

/**
 * DEC-39: what submitted and approved invoices leave of a PO line, in cents. After a pull accounting's own figure stands
 * in place of ours, and invoices go on counting from there.
 */
export function remainingBalanceCents(line: BalanceFacts): number {
  return line.accountingBalanceCents === null
    ? line.totalCents - line.relievedCents
    : line.accountingBalanceCents - line.relievedSinceCents;
}

/** A PO that an invoice may refer to, with what is left of each line (DEC-38). */
export interface RelievableOrder {
  poNumber: string;
  lines: readonly { lineNumber: number; remainingCents: number }[];
}

/** What an invoice line says of a PO: an empty `referencePo` is none, no line number the PO as a whole. */
export interface ReliefLine {
  referencePo: string;
  referencePoLineNumber: number | null;
  amountCents: number;
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

/** What lines take of each PO as a whole, and of each line of it, in cents. */
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

/** Null: no such PO, or no such line of it. */
function remainingOn(line: ReliefLine, orders: readonly RelievableOrder[]): number | null {
  const order = orders.find(({ poNumber }) => poNumber === line.referencePo.trim());
  if (!order) return null;
  if (line.referencePoLineNumber === null)
    return sum(order.lines.map(({ remainingCents }) => remainingCents));
  return (
    order.lines.find(({ lineNumber }) => lineNumber === line.referencePoLineNumber)?.remainingCents ?? null
  );
}

/** All lines of an invoice as they are now, and those with which the loaded invoice already counts; none of a draft. */
interface ReliefLines {
  lines: readonly ReliefLine[];
  counted: readonly ReliefLine[];
}

/**
 * DEC-39: cents that are left of the PO line that a line names, or of the PO as a whole, once this invoice is counted as
 * it is now. Null: it names none, or none that is on offer. What all lines take is added up once, for any number asked of.
 */
export function remainingAfterInvoice(
  { lines, counted }: ReliefLines,
  orders: readonly RelievableOrder[],
): (line: ReliefLine) => number | null {
  const [now, before] = [amountsOn(lines), amountsOn(counted)];
  return (line) => {
    if (line.referencePo.trim() === '') return null;
    const remaining = remainingOn(line, orders);
    return remaining === null ? null : remaining + before(line) - now(line);
  };
}

/** How a line stands to what it names of a PO; `rest` in cents, null where nothing is named or on offer. */
export interface ReliefStanding {
  indicator: ReliefIndicator;
  rest: number | null;
}

/** DEC-39, RL-03 to RL-06: how the lines of an invoice stand to what is left of the PO lines that they name. */
export function reliefStatuses(
  invoice: ReliefLines,
  orders: readonly RelievableOrder[],
): (line: ReliefLine) => ReliefStanding {
  const restOf = remainingAfterInvoice(invoice, orders);
  return (line) => reliefStatusFrom(line, restOf(line));
}

/** The same from what is left, null where nothing is on offer. */
export function reliefStatusFrom(
  { referencePo }: Pick<ReliefLine, 'referencePo'>,
  rest: number | null,
): ReliefStanding {
  if (referencePo.trim() === '') return { indicator: 'NONE', rest: null };
  return { indicator: rest === null ? 'ERROR' : indicatorOf(rest), rest };
}

/** RL-05: by what is left once this invoice is counted, in cents. */
export function indicatorOf(rest: number): ReliefIndicator {
  if (rest === 0) return 'MATCH';
  return rest > 0 ? 'UNDER' : 'OVER';
}
