import { createContext, use, useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { inApproval } from '#domain/document';
import type { Invoice, InvoiceDraft } from '#domain/invoice';
import type { InvoiceLineDraft } from '#domain/invoice-line';
import { indicatorOf, reliefRest } from '#domain/relief';
import type { RelievableOrder, ReliefIndicator, ReliefLine } from '#domain/relief';
import { toCents } from '#domain/money';
import { ReliefChip } from '../../parts/relief-chip.tsx';
import { useLines } from '../document/held-lines.ts';
import { relievableOrders } from '../relief.ts';
import { isLost, reliefLine } from './relief.ts';
import type { Relief } from './relief.ts';

interface Sums {
  lines: readonly ReliefLine[];
  counted: readonly ReliefLine[];
  orders: readonly RelievableOrder[];
  relief: Relief;
}

const SumsContext = createContext<Sums | null>(null);

/** DEC-39: the stored lines with which the invoice already counts against its POs; none while it is a draft. */
function countedLines(stored: Invoice | null): ReliefLine[] {
  if (!stored || !(inApproval(stored.status) || stored.status === 'APPROVED')) return [];
  return stored.lineItems.map(({ referencePo, referencePoLineNumber, amountOnLoad }) => ({
    referencePo,
    referencePoLineNumber,
    amountCents: toCents(amountOnLoad),
  }));
}

/**
 * What the lines of the invoice take together, for the indicator of each. It goes another way than the lines, so that a
 * typed amount draws the indicators anew and not the whole table.
 */
export function WithReliefSums(props: {
  relief: Relief | null;
  stored: Invoice | null;
  form: UseFormReturn<InvoiceDraft>;
  children: ReactNode;
}) {
  const { relief, stored } = props;
  // The key is drawn first; one that changes no sum draws no indicator.
  const lines = useDeferredValue(useLines(props.form));
  const said = JSON.stringify(lines.map(reliefLine));
  const orders = useMemo(() => relievableOrders(relief?.orders ?? []), [relief]);
  const counted = useMemo(() => countedLines(stored), [stored]);
  const sums = useMemo(
    () => relief && { lines: JSON.parse(said) as ReliefLine[], counted, orders, relief },
    [said, counted, orders, relief],
  );
  return <SumsContext value={sums}>{props.children}</SumsContext>;
}

interface Standing {
  indicator: ReliefIndicator;
  /** Cents that are left once this invoice is counted; null where no PO is meant. */
  rest: number | null;
}

/** RL-03 to RL-06: how a line stands to its PO as it is now; null while the POs are not known. */
function useStanding(line: InvoiceLineDraft): Standing | null {
  const sums = use(SumsContext);
  if (!sums?.relief.showsIndicators) return null;
  if (line.referencePo.trim() === '') return { indicator: 'NONE', rest: null };
  if (sums.relief.orders === null) return null;
  const rest = isLost(line, sums.relief.orders) ? null : reliefRest(reliefLine(line), sums, sums.orders);
  return rest === null ? { indicator: 'ERROR', rest: null } : { indicator: indicatorOf(rest), rest };
}

/** The indicator of a line with the balance that remains of its PO line, or of its PO as a whole. */
export function ReliefStanding(props: { line: InvoiceLineDraft; currency: string }) {
  const standing = useStanding(props.line);
  return standing && <ReliefChip {...standing} currency={props.currency} />;
}
