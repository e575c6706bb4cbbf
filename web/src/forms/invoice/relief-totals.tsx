import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { inApproval } from '#domain/document';
import { orderNumber } from '#domain/documents/document-number';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { remainingAfterInvoice, reliefStatusFrom } from '#domain/relief/relief';
import type { ReliefLine, ReliefStatus as LineStanding } from '#domain/relief/relief';
import { toCents } from '#domain/values/money';
import { ReliefChip } from '../../parts/display/relief-chip.tsx';
import { relievableOrders } from '../use-relievable.ts';
import { isUnavailable, reliefLine } from './relief.ts';
import type { Relief } from './relief.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { RelievablePo } from '#domain/relief/relief-response';

type Lines = readonly InvoiceLineDraft[];

interface ReliefTotals {
  form: UseFormReturn<InvoiceDraft>;
  /** Calls `listener` whenever the lines change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  relief: Relief;
  /** Remaining cents of what this line references, after all lines are counted. */
  remainingCents: (line: InvoiceLineDraft, lines: Lines) => number | null;
}

const ReliefTotalsContext = createContext<ReliefTotals | null>(null);

/** The stored lines that already count against the invoice's POs; none while it is a draft (DEC-39). */
function countedLines(stored: Invoice | null): ReliefLine[] {
  if (!stored || !(inApproval(stored.status) || stored.status === 'APPROVED')) return [];
  return stored.lineItems.map(({ referencePo, referencePoLineNumber, amountOnLoad }) => ({
    referencePo,
    referencePoLineNumber,
    amountCents: toCents(amountOnLoad),
  }));
}

/** Computes the totals once per state of the lines, for all indicators. */
function createRemainingCents(
  counted: readonly ReliefLine[],
  orders: readonly RelievablePo[],
): ReliefTotals['remainingCents'] {
  const offered = relievableOrders(orders);
  const remainingByLines = new WeakMap<Lines, ReturnType<typeof remainingAfterInvoice>>();
  return (line, lines) => {
    const rest =
      remainingByLines.get(lines) ??
      remainingAfterInvoice({ lines: lines.map(reliefLine), countedLines: counted }, offered);
    remainingByLines.set(lines, rest);
    return isUnavailable(line, orders) ? null : rest(reliefLine(line));
  };
}

/** The form creates a new subscription per listener, so all indicators share one. */
function subscribeToLines(form: UseFormReturn<InvoiceDraft>): ReliefTotals['subscribe'] {
  const listeners = new Set<() => void>();
  const callback = () => {
    for (const listener of listeners) listener();
  };
  let stop: (() => void) | undefined;
  return (listener) => {
    if (listeners.size === 0) {
      stop = form.subscribe({ name: 'lineItems', formState: { values: true }, callback });
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop?.();
    };
  };
}

/**
 * Provides each line's indicator with the totals of all lines. Indicators subscribe to the lines themselves, so that a
 * typed amount rerenders only those that change, not the table.
 */
export function ReliefTotalsProvider(props: {
  relief: Relief | null;
  stored: Invoice | null;
  form: UseFormReturn<InvoiceDraft>;
  children: ReactNode;
}) {
  const { relief, stored, form } = props;
  const totals = useMemo(
    () =>
      relief && {
        form,
        relief,
        subscribe: subscribeToLines(form),
        remainingCents: createRemainingCents(countedLines(stored), relief.orders ?? []),
      },
    [form, relief, stored],
  );
  return <ReliefTotalsContext value={totals}>{props.children}</ReliefTotalsContext>;
}

/** The relief status of a line; null while the POs are loading (RL-03 to RL-06). */
function useStanding(
  line: InvoiceLineDraft,
  { form, subscribe, relief, remainingCents }: ReliefTotals,
): LineStanding | null {
  // Reads the current form, whichever line has changed.
  const rest = useSyncExternalStore(subscribe, () => remainingCents(line, form.getValues('lineItems')));
  // Without the POs, only the status of a line without a reference is known.
  return relief.orders === null && line.referencePo.trim() !== '' ? null : reliefStatusFrom(line, rest);
}

interface StandingProps {
  line: InvoiceLineDraft;
  currency: string;
}

function Standing(props: StandingProps & { totals: ReliefTotals }) {
  const standing = useStanding(props.line, props.totals);
  return standing && <ReliefChip {...standing} currency={props.currency} />;
}

/**
 * The lines of POs that the lines relieve in part, each once, with what is left of them, and a function that sets whether
 * the approval of the invoice closes one: a choice for all lines that relieve it.
 */
export function usePartialRelief(lines: Lines) {
  const totals = use(ReliefTotalsContext);
  const byOrderLine = Map.groupBy(lines, ({ relievePoLineItemId }) => relievePoLineItemId);
  const partial = [...byOrderLine].flatMap(([id, relieving]) => {
    const line = relieving.find(({ amount }) => amount);
    if (!id || !line) return [];
    const cents = totals?.remainingCents(line, lines) ?? 0;
    const closes = relieving.some(({ closesPoLine }) => closesPoLine);
    if (cents <= 0 && !closes) return [];
    const order = totals?.relief.orders?.find(({ poNumber }) => poNumber === line.referencePo);
    const isClosed = order?.lineItems.some((one) => one.id === id && one.isClosed) ?? false;
    const number = order ? orderNumber(order) : line.referencePo;
    return [{ id, order: number, lineNumber: line.referencePoLineNumber, cents, closes, isClosed }];
  });
  const form = totals?.form;
  const setCloses = useCallback(
    (id: string, closesPoLine: boolean) => {
      const changed = form
        ?.getValues('lineItems')
        .map((line) => (line.relievePoLineItemId === id ? { ...line, closesPoLine } : line));
      if (changed) form?.setValue('lineItems', changed, { shouldDirty: true });
    },
    [form],
  );
  return { partial, setCloses };
}

/** The indicator of a line with the remaining balance of its PO line, or of the whole PO. */
export function ReliefStanding(props: StandingProps) {
  const totals = use(ReliefTotalsContext);
  return totals?.relief.showsIndicators ? <Standing {...props} totals={totals} /> : null;
}
