import { useMemo, useState, memo, useDeferredValue } from 'react';
import { useForm } from 'react-hook-form';
import { emptyLine, totalCents } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { draftOf, emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import { today } from '../../parts/display/date-format.tsx';
import { useSession } from '../../session/session.tsx';
import { sharedForm } from '../document/model/draft.ts';
import { DocumentForm } from '../document/form.tsx';
import type { DocumentFormProps } from '../document/form.tsx';
import { toLineState, useLines } from '../document/lines/line-state.ts';
import { useLineContext } from '../document/lines/use-line-context.ts';
import { PurchaseOrderDetails } from './details-section.tsx';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { Phase } from '../document/model/form-definition.ts';
import {
  hasReduction,
  reductionIssues,
  ReductionsSection,
  useReducibleLines,
} from './reductions-section.tsx';
import { purchaseOrderFormDefinition } from './form-definition.ts';
import { purchaseOrderLineEditor } from './line-editor.tsx';
import type { UseFormReturn } from 'react-hook-form';
import { Money } from '../../parts/display/money.tsx';

/** Memoized, because most keys do not change the amounts. */
const TotalView = memo((props: { count: number; cents: number; currency: string }) => {
  const { count, cents, currency } = props;
  return (
    <p
      className="min-w-0 text-right max-sm:flex max-sm:items-baseline max-sm:justify-between"
      aria-live="polite"
    >
      <span className="block text-xs text-ink-muted">{count === 1 ? '1 line' : `${count} lines`}</span>
      <span className="sr-only">Total </span>
      {Number.isNaN(cents) ? (
        <span className="text-lg text-ink-muted">—</span>
      ) : (
        <Money cents={cents} currency={currency} className="text-lg font-semibold" />
      )}
    </p>
  );
});

/** The sum of the lines (LI-37). */
function OrderTotal(props: { form: UseFormReturn<PurchaseOrderDraft>; currency: string }) {
  // Deferred: the key is rendered before the new sum.
  const lines = useDeferredValue(useLines(props.form));
  const cents = useMemo(() => totalCents(lines), [lines]);
  return <TotalView count={lines.length} cents={cents} currency={props.currency} />;
}

type OrderFormProps = DocumentFormProps<PurchaseOrderDraft, PurchaseOrder>;

function useDraftForm({ stored, begin }: OrderFormProps) {
  const { settings } = useSession().config;
  // The document when the form opened; later responses do not change the input.
  const [initial] = useState<PurchaseOrderDraft>(() => {
    const fresh = () => ({
      ...emptyDraft(today(settings.timeZone)),
      lineItems: [emptyLine(crypto.randomUUID())],
    });
    const draft = stored ? draftOf(stored) : (begin ?? fresh());
    return { ...draft, lineItems: toLineState(draft.lineItems) };
  });
  return useForm<PurchaseOrderDraft>({ defaultValues: initial });
}

export function PurchaseOrderForm(props: OrderFormProps) {
  const form = useDraftForm(props);
  const { config } = useSession();
  const locked = props.stored?.lockedLineCount ?? 0;
  const { context, chartNote } = useLineContext(sharedForm(form), locked);
  const { updateRentalQuantity } = config.settings;
  const editor = useMemo(
    () => purchaseOrderLineEditor({ ...context, updateRentalQuantity }),
    [context, updateRentalQuantity],
  );
  const approved = useReducibleLines(props.stored);
  const kind = useMemo(
    () => ({
      ...purchaseOrderFormDefinition,
      check: (draft: PurchaseOrderDraft, phase: Phase, lockedLineCount: number | null) =>
        checkPurchaseOrder(draft, phase, { lockedLineCount, hasReduction: hasReduction(draft, approved) }),
    }),
    [approved],
  );
  return (
    <DocumentForm
      {...props}
      kind={kind}
      form={form}
      editor={editor}
      chartNote={chartNote}
      lockedLineCount={locked > 0 ? locked : null}
      furtherIssues={() => reductionIssues(form.getValues('lineItems'), approved, context.currency)}
      renderDetails={(section) => (
        <PurchaseOrderDetails form={form} section={section} isInApproval={props.isApproverEdit} />
      )}
      afterLines={<ReductionsSection form={form} approved={approved} currency={context.currency} />}
      total={<OrderTotal form={form} currency={context.currency} />}
    />
  );
}
