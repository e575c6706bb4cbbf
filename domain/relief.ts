/** RL-03 */
export type ReliefIndicator = 'ERROR' | 'NONE' | 'MATCH' | 'UNDER' | 'OVER';

/** DEC-39: a PO line's figures; `accountingBalanceCents` is accounting's own, null before a pull. */
interface BalanceFacts {
  totalCents: number;
  relievedCents: number;
  accountingBalanceCents: number | null;
}

/** DEC-39: what submitted and approved invoices leave of a PO line, in cents; accounting's own figure replaces ours. */
export function remainingBalanceCents(line: BalanceFacts): number {
  return line.accountingBalanceCents ?? line.totalCents - line.relievedCents;
}

/** DEC-39: the PO has relief, and its lines together have nothing left. */
export function isFullyRelieved(hasRelief: boolean, remainingCents: readonly number[]): boolean {
  return hasRelief && sum(remainingCents) <= 0;
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

function amountOn(lines: readonly ReliefLine[], { referencePo, referencePoLineNumber }: ReliefLine): number {
  const same = lines.filter(
    (line) =>
      line.referencePo.trim() === referencePo.trim() &&
      (referencePoLineNumber === null || line.referencePoLineNumber === referencePoLineNumber),
  );
  return sum(same.map(({ amountCents }) => amountCents));
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

/**
 * DEC-39, RL-03 to RL-06: how the invoice's lines stand to what is left of the PO line that `line` names. `lines` are
 * all of the invoice as they are now, `counted` those with which the loaded invoice already counts; none of a draft.
 */
export function reliefIndicator(
  line: ReliefLine,
  invoice: { lines: readonly ReliefLine[]; counted: readonly ReliefLine[] },
  orders: readonly RelievableOrder[],
): ReliefIndicator {
  if (line.referencePo.trim() === '') return 'NONE';
  const remaining = remainingOn(line, orders);
  if (remaining === null) return 'ERROR';
  const rest = remaining + amountOn(invoice.counted, line) - amountOn(invoice.lines, line);
  if (rest === 0) return 'MATCH';
  return rest > 0 ? 'UNDER' : 'OVER';
}
