import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { emptyLine } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { draftOf, emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import { today } from '../../parts/display/date-format.tsx';
import { useSession } from '../../session/session.tsx';
import { sharedForm } from '../document/model/draft.ts';
import { DocumentForm } from '../document/form.tsx';
import type { DocumentFormProps } from '../document/form.tsx';
import { toLineState } from '../document/lines/line-state.ts';
import { useLineContext } from '../document/lines/use-line-context.ts';
import { PurchaseOrderDetails } from './details-section.tsx';
import { purchaseOrderFormDefinition } from './form-definition.ts';
import { purchaseOrderLineEditor } from './line-editor.tsx';
import { OrderTotal } from './total.tsx';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type OrderFormProps = DocumentFormProps<PurchaseOrderDraft, PurchaseOrder>;

function useDraftForm({ stored, begin }: OrderFormProps) {
  // The document when the form opened; later responses do not change the input.
  const [initial] = useState<PurchaseOrderDraft>(() => {
    const fresh = () => ({ ...emptyDraft(today()), lineItems: [emptyLine(crypto.randomUUID())] });
    const draft = stored ? draftOf(stored) : (begin ?? fresh());
    return { ...draft, lineItems: toLineState(draft.lineItems) };
  });
  return useForm<PurchaseOrderDraft>({ defaultValues: initial });
}

const nothingFurther = () => [];

/** The form of a purchase order. */
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
  return (
    <DocumentForm
      {...props}
      kind={purchaseOrderFormDefinition}
      form={form}
      editor={editor}
      chartNote={chartNote}
      lockedLineCount={locked > 0 ? locked : null}
      furtherIssues={nothingFurther}
      renderDetails={(section) => (
        <PurchaseOrderDetails form={form} section={section} isInApproval={props.isApproverEdit} />
      )}
      total={<OrderTotal form={form} currency={context.currency} />}
    />
  );
}
