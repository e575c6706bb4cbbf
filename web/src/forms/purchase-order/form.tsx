import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { emptyLine } from '#domain/line';
import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { draftOf, emptyDraft } from '#domain/purchase-order-draft';
import type { Issue } from '#domain/validation';
import { ApiError } from '../../api.ts';
import { today } from '../../parts/date-format.tsx';
import { useSession } from '../../session/session.tsx';
import { ErrorSummary } from '../error-summary.tsx';
import type { Complaint } from '../error-summary.tsx';
import { KeptBanner } from '../kept-banner.tsx';
import { useTakeOpenNote } from '../open-note.tsx';
import { AddressSection } from './address-section.tsx';
import { AttachmentsSection, useAttachments } from './attachments-section.tsx';
import { CodingSection } from './coding-section.tsx';
import { complaintsOf, serverComplaints } from './complaints.ts';
import { FactsSection } from './facts-section.tsx';
import { FormBar } from './form-bar.tsx';
import type { AfterSave } from './form-bar.tsx';
import { goToField } from './go-to-field.ts';
import { isUntouched } from './line-edits.ts';
import type { Place } from './line-keys.ts';
import { placeOfIssue } from './line-table.tsx';
import { LinesSection } from './lines-section.tsx';
import { NewNotes } from './new-notes.tsx';
import { savePurchaseOrder } from './save.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useLineContext } from './use-line-context.ts';
import { usePreselected } from './use-preselected.ts';
import { VendorSection } from './vendor-section.tsx';

export interface PurchaseOrderFormProps {
  /** The stored PO, or null for a new one. */
  order: PurchaseOrder | null;
  /** DEC-16: an approver changes a document in approval. */
  isApproverEdit: boolean;
  title: ReactNode;
  /** Asked before a save is sent; false stops it (PO-21). */
  confirmSave: () => Promise<boolean>;
  onSaved: (order: PurchaseOrder, after: AfterSave) => void;
  /** Failures that are not about a field; the words are the screen's. */
  onFailed: (error: unknown) => void;
  onCancel: () => void;
  onVoid: (() => void) | null;
  /** The notes of a stored document, which are saved by their own calls. */
  notes: ReactNode;
}

function useDraftForm(order: PurchaseOrder | null) {
  // What the document was when the form opened; later answers about it do not touch what is being typed.
  const [initial] = useState<PurchaseOrderDraft>(() =>
    order ? draftOf(order) : { ...emptyDraft(today()), lineItems: [emptyLine(crypto.randomUUID())] },
  );
  return useForm<PurchaseOrderDraft>({ defaultValues: initial });
}

/** The last attempt to save, and the lines that it looked at. */
interface Tried {
  attempt: number;
  lines: ReadonlySet<string>;
}

/** LI-14: a line that was added after the attempt is not yet blamed for being empty. */
function wasTried({ field }: Issue, lines: PurchaseOrderDraft['lineItems'], tried: Tried): boolean {
  const row = /^lineItems\.(\d+)\./.exec(field)?.[1];
  return row === undefined || tried.lines.has(lines[Number(row)]?.keyId ?? '');
}

/** Rows that were opened and left as they were are not part of the document, unless there is no other. */
function dropUntouched(form: UseFormReturn<PurchaseOrderDraft>): void {
  const lines = form.getValues('lineItems');
  const filled = lines.filter((line) => !isUntouched(line));
  if (filled.length > 0 && filled.length < lines.length) form.setValue('lineItems', filled);
}

/**
 * The form of a purchase order. react-hook-form holds the one draft; whether it may be saved is asked of the domain
 * each time, by the very function that the server asks, so that no second set of rules can come about.
 */
export function PurchaseOrderForm(props: PurchaseOrderFormProps) {
  const { order } = props;
  const { show, can } = useSession();
  const form = useDraftForm(order);
  const values = useWatch({ control: form.control }) as PurchaseOrderDraft;
  const [tried, setTried] = useState<Tried>({ attempt: 0, lines: new Set() });
  const [refused, setRefused] = useState<readonly Complaint[]>([]);
  const [place, setPlace] = useState<Place | null>(null);
  const [busy, setBusy] = useState<AfterSave | null>(null);
  const locked = order?.lockedLineCount ?? 0;
  const kept = useKeptDraft(form, { id: order?.id ?? null, version: order?.version ?? 0 });
  const attachments = useAttachments(form);
  const takeOpenNote = useTakeOpenNote();
  const { context, chartNote } = useLineContext(form, locked);
  usePreselected(form, order === null);

  const check = () =>
    checkPurchaseOrder(form.getValues(), 'save', { lockedLineCount: locked > 0 ? locked : null });
  const issues = tried.attempt > 0 ? check().filter((one) => wasTried(one, values.lineItems, tried)) : [];
  const errorAt = (field: string) => issues.find((one) => one.field === field)?.message ?? null;
  const setLines = (lines: PurchaseOrderDraft['lineItems']) =>
    form.setValue('lineItems', lines, { shouldDirty: true });
  const go = (field: string) => {
    const cell = placeOfIssue(field);
    if (cell) setPlace(cell);
    else goToField(field === 'totalCost' ? 'lineItems' : field);
  };
  const save = async (after: AfterSave) => {
    setRefused([]);
    dropUntouched(form);
    const lines = new Set(form.getValues('lineItems').map(({ keyId }) => keyId));
    setTried(({ attempt }) => ({ attempt: attempt + 1, lines }));
    if (check().length > 0 || !(await props.confirmSave())) return;
    setBusy(after);
    try {
      if (!(await takeOpenNote())) return;
      const saved = await savePurchaseOrder(show.id, order?.id ?? null, form.getValues());
      kept.forget();
      props.onSaved(saved, after);
    } catch (error) {
      if (error instanceof ApiError) setRefused(serverComplaints(error.errors));
      props.onFailed(error);
    } finally {
      setBusy(null);
    }
  };
  const section = { form, errorAt, isChangeOrder: locked > 0 };
  return (
    <div className="flex min-h-full flex-col">
      <div className="gutter mx-auto grid w-full max-w-[1200px] flex-1 grid-cols-1 content-start gap-4 pb-8">
        {props.title}
        {kept.found ? (
          <KeptBanner
            kept={kept.found}
            version={order?.version ?? 0}
            onRestore={kept.restore}
            onDiscard={kept.discard}
          />
        ) : null}
        <ErrorSummary complaints={[...complaintsOf(issues), ...refused]} attempt={tried.attempt} onGo={go} />
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
        mayCreate={can('CreatePurchaseOrders', 'FULL')}
        onVoid={props.onVoid}
        onCancel={() => {
          kept.forget();
          props.onCancel();
        }}
        onSave={(after) => void save(after)}
        busy={busy}
        reason={attachments.uploads.isBusy ? 'Files are still being uploaded.' : null}
      />
    </div>
  );
}
