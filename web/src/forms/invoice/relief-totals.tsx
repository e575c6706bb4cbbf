import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { inApproval } from '#domain/document';
import type { Invoice, InvoiceDraft } from '#domain/invoices/invoice';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { remainingAfterInvoice, reliefStatusFrom } from '#domain/relief/relief';
import type { ReliefLine, ReliefStanding as LineStanding } from '#domain/relief/relief';
import type { RelievablePo } from '#domain/relief/relief-reference';
import { toCents } from '#domain/values/money';
import { ReliefChip } from '../../parts/display/relief-chip.tsx';
import { relievableOrders } from '../use-relievable.ts';
import { isLost, reliefLine } from './relief.ts';
import type { Relief } from './relief.ts';

type Lines = readonly InvoiceLineDraft[];

interface Sums {
  form: UseFormReturn<InvoiceDraft>;
  /** Calls whenever the lines change, until what comes back is called. */
  hear: (hearer: () => void) => () => void;
  relief: Relief;
  /** Cents that are left of what a line of these names, once all of them are counted. */
  restOf: (line: InvoiceLineDraft, lines: Lines) => number | null;
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

/** The same for as many lines as ask: what all of them take is added up once for each state of the form. */
function restsOf(counted: readonly ReliefLine[], orders: readonly RelievablePo[]): Sums['restOf'] {
  const offered = relievableOrders(orders);
  const known = new WeakMap<Lines, ReturnType<typeof remainingAfterInvoice>>();
  return (line, lines) => {
    const rest =
      known.get(lines) ?? remainingAfterInvoice({ lines: lines.map(reliefLine), counted }, offered);
    known.set(lines, rest);
    return isLost(line, orders) ? null : rest(reliefLine(line));
  };
}

/** The form makes an answer of its own for everybody who listens: it is asked once for all indicators. */
function hearLines(form: UseFormReturn<InvoiceDraft>): Sums['hear'] {
  const hearers = new Set<() => void>();
  const callback = () => {
    for (const hearer of hearers) hearer();
  };
  let stop: (() => void) | undefined;
  return (hearer) => {
    if (hearers.size === 0) {
      stop = form.subscribe({ name: 'lineItems', formState: { values: true }, callback });
    }
    hearers.add(hearer);
    return () => {
      hearers.delete(hearer);
      if (hearers.size === 0) stop?.();
    };
  };
}

/**
 * What the indicator of each line needs to know of all of them. It goes another way than the lines, and each indicator
 * hears of them by itself: a typed amount draws those anew that it changes, and not the whole table.
 */
export function ReliefTotalsProvider(props: {
  relief: Relief | null;
  stored: Invoice | null;
  form: UseFormReturn<InvoiceDraft>;
  children: ReactNode;
}) {
  const { relief, stored, form } = props;
  const sums = useMemo(
    () =>
      relief && {
        form,
        relief,
        hear: hearLines(form),
        restOf: restsOf(countedLines(stored), relief.orders ?? []),
      },
    [form, relief, stored],
  );
  return <SumsContext value={sums}>{props.children}</SumsContext>;
}

/** RL-03 to RL-06: how a line stands to its PO as it is now; null while the POs are not known. */
function useStanding(line: InvoiceLineDraft, { form, hear, relief, restOf }: Sums): LineStanding | null {
  // Of the form as it is now, whichever line has changed that.
  const rest = useSyncExternalStore(hear, () => restOf(line, form.getValues('lineItems')));
  // Without the POs it is only known of a line that names none.
  return relief.orders === null && line.referencePo.trim() !== '' ? null : reliefStatusFrom(line, rest);
}

interface StandingProps {
  line: InvoiceLineDraft;
  currency: string;
}

function Standing(props: StandingProps & { sums: Sums }) {
  const standing = useStanding(props.line, props.sums);
  return standing && <ReliefChip {...standing} currency={props.currency} />;
}

/** The indicator of a line with the balance that remains of its PO line, or of its PO as a whole. */
export function ReliefStanding(props: StandingProps) {
  const sums = use(SumsContext);
  return sums?.relief.showsIndicators ? <Standing {...props} sums={sums} /> : null;
}
