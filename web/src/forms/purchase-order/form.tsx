import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { emptyLine } from '#domain/line';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { draftOf, emptyDraft } from '#domain/purchase-order-draft';
import { today } from '../../parts/date-format.tsx';
import { useSession } from '../../session/session.tsx';
import { ErrorSummary } from '../error-summary.tsx';
import { KeptBanner } from '../kept-banner.tsx';
import { SubmitNote } from '../submit-note.tsx';
import { AddressSection } from './address-section.tsx';
import { AttachmentsSection, useAttachments } from './attachments-section.tsx';
import { CodingSection } from './coding-section.tsx';
import { FactsSection } from './facts-section.tsx';
import { FormBar } from './form-bar.tsx';
import type { AfterSave } from './form-bar.tsx';
import { goToField } from './go-to-field.ts';
import type { Place } from './line-keys.ts';
import { placeOfIssue } from './line-table.tsx';
import { LinesSection } from './lines-section.tsx';
import { NewNotes } from './new-notes.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { useLineContext } from './use-line-context.ts';
import { usePreselected } from './use-preselected.ts';
import { useSaving } from './use-saving.ts';
import { useSubmitComplaints } from './use-submit-complaints.ts';
import { VendorSection } from './vendor-section.tsx';

export interface PurchaseOrderFormProps {
  /** The stored PO, or null for a new one. */
  order: PurchaseOrder | null;
  /** What a new one begins with when it is a copy (PO-54). */
  begin: PurchaseOrderDraft | null;
  /** DEC-16: an approver changes a document in approval. */
  isApproverEdit: boolean;
  title: ReactNode;
  /** Asked before a save is sent; false stops it (PO-21). */
  confirmSave: () => Promise<boolean>;
  onSaved: (order: PurchaseOrder, after: AfterSave) => void;
  /** Failures that are not about a field; the words are the screen's. */
  onFailed: (error: unknown) => void;
  onCancel: () => void;
  onDiscard: (() => void) | null;
  onVoid: (() => void) | null;
  /** The notes of a stored document, which are saved by their own calls. */
  notes: ReactNode;
}

function useDraftForm(order: PurchaseOrder | null, begin: PurchaseOrderDraft | null) {
  // What the document was when the form opened; later answers about it do not touch what is being typed.
  const [initial] = useState<PurchaseOrderDraft>(() => {
    if (order) return draftOf(order);
    return begin ?? { ...emptyDraft(today()), lineItems: [emptyLine(crypto.randomUUID())] };
  });
  return useForm<PurchaseOrderDraft>({ defaultValues: initial });
}

/**
 * The form of a purchase order. react-hook-form holds the one draft; whether it may be saved is asked of the domain
 * each time, by the very function that the server asks, so that no second set of rules can come about.
 */
export function PurchaseOrderForm(props: PurchaseOrderFormProps) {
  const { order } = props;
  const { can } = useSession();
  const form = useDraftForm(order, props.begin);
  const values = useWatch({ control: form.control }) as PurchaseOrderDraft;
  const [place, setPlace] = useState<Place | null>(null);
  const locked = order?.lockedLineCount ?? 0;
  const kept = useKeptDraft(form, { id: order?.id ?? null, version: order?.version ?? 0 });
  const attachments = useAttachments(form);
  const { context, chartNote } = useLineContext(form, locked);
  usePreselected(form, order === null);

  const saving = useSaving(form, values, { ...props, locked, forget: kept.forget });
  const { issues, complaints } = saving;
  const toSubmit = useSubmitComplaints(values, locked);
  const errorAt = (field: string) =>
    [...complaints, ...toSubmit.atFields].find((one) => one.field === field)?.text ?? null;
  const setLines = (lines: PurchaseOrderDraft['lineItems']) =>
    form.setValue('lineItems', lines, { shouldDirty: true });
  const go = (field: string) => {
    const cell = placeOfIssue(field);
    if (cell) setPlace(cell);
    else goToField(field === 'totalCost' ? 'lineItems' : field);
  };
  const section = { form, errorAt, isChangeOrder: locked > 0 };
  return (
    <div className="flex min-h-full flex-col">
      {/* What is typed while a save is on its way would be lost: the save does not carry it. */}
      <div
        inert={saving.busy !== null}
        className="gutter mx-auto grid w-full max-w-[1200px] flex-1 grid-cols-1 content-start gap-4 pb-8"
      >
        {props.title}
        {kept.found ? (
          <KeptBanner
            kept={kept.found}
            version={order?.version ?? 0}
            onRestore={kept.restore}
            onDiscard={kept.discard}
          />
        ) : null}
        <ErrorSummary complaints={complaints} attempt={saving.failures} onGo={go} />
        {order && !props.isApproverEdit ? <SubmitNote complaints={toSubmit.complaints} onGo={go} /> : null}
        <VendorSection {...section} />
        <FactsSection {...section} isInApproval={props.isApproverEdit} />
        <LinesSection
          lines={values.lineItems}
          onChange={setLines}
          issues={issues}
          context={context}
          place={place}
          onPlace={setPlace}
          chartNote={chartNote}
        />
        <CodingSection lines={values.lineItems} onChange={setLines} context={context} />
        <AddressSection {...section} />
        <AttachmentsSection attachments={attachments} />
        {order === null ? <NewNotes form={form} /> : props.notes}
      </div>
      <FormBar
        lines={values.lineItems}
        currency={context.currency}
        hasSaveMenu={!props.isApproverEdit}
        mayCreate={can('CreatePurchaseOrders', 'FULL') && locked === 0}
        onDiscard={props.onDiscard}
        onVoid={props.onVoid}
        onCancel={() => {
          kept.forget();
          attachments.drop();
          props.onCancel();
        }}
        onSave={(after) => void saving.save(after)}
        busy={saving.busy}
        reason={attachments.uploads.isBusy ? 'Files are still being uploaded.' : null}
      />
    </div>
  );
}
