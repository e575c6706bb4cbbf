import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { attachmentLimit } from '#domain/documents/attachments';
import { editable, inApproval } from '#domain/document';
import type { Persona } from '#domain/document';
import { FileList } from '../../../forms/files/file-list.tsx';
import { useRegisterUnsavedNote } from '../../../forms/unsaved-note.tsx';
import { useUploads } from '../../../forms/files/use-uploads.ts';
import { WithdrawDialog } from '../../../forms/files/withdraw-dialog.tsx';
import { Button } from '../../../parts/controls/button.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { conflictIn } from '../../../content-conflict.ts';
import { deleteUpload } from '../../../upload.ts';
import { readDocument, saveAttachments } from '../calls.ts';
import { useDisplayedContent } from '../displayed-content.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';
import { failureTexts } from '../messages.ts';
import { draftsAfter } from './attachment-drafts.ts';
import type { AttachmentChanges } from './attachment-drafts.ts';
import type { Attachment } from '#domain/documents/document-response';
import type { PaymentInvoice } from '#domain/payments/payment-response';

const stillUploading = 'Files are still being uploaded.';

/** The option for no invoice. */
const wholePayment = 'payment';

/** The invoices that a file may belong to (AT-19). */
function invoicesOf(document: StoredDocument): readonly PaymentInvoice[] {
  return document.docType === 'PAYMENT' ? document.wire.invoices : [];
}

/** Changes take effect only with Save. Cancel discards them (AT-13). */
export function AttachmentsEditor(props: {
  document: StoredDocument;
  persona: Persona;
  /** Files that the user chose when opening the editor. */
  chosen: readonly File[];
  onClose: () => void;
  onSaved: () => void;
}) {
  const { document, persona, chosen } = props;
  const flash = useToast();
  const displayed = useDisplayedContent();
  const invoices = invoicesOf(document);
  const [invoiceId, setInvoiceId] = useState<string | null>(null);
  const [changes, setChanges] = useState<AttachmentChanges>({ added: [], removed: [], reasons: {} });
  const [withdrawing, setWithdrawing] = useState<Attachment | null>(null);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // The button that opened the editor is gone, so the first button here gets the focus.
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const remainingFiles = draftsAfter(document.attachments, changes).filter(
    ({ shouldDelete }) => !shouldDelete,
  );
  const room = attachmentLimit - remainingFiles.length;
  const uploads = useUploads({
    owner: kinds[document.docType].code,
    showId: document.showId,
    room,
    onDone: ({ attachmentId, label }) =>
      setChanges((all) => ({ ...all, added: [...all.added, { attachmentId, label }] })),
  });
  const startUploads = useEffectEvent((files: readonly File[]) => uploads.start(files));
  useEffect(() => {
    if (chosen.length > 0) startUploads(chosen);
  }, [chosen]);
  const isNew = (id: string) => changes.added.some(({ attachmentId }) => attachmentId === id);
  const remove = async (id: string) => {
    if (!isNew(id)) {
      const stored = document.attachments.find(({ attachmentId }) => attachmentId === id);
      if (stored?.wasSubmitted) return setWithdrawing(stored);
      return setChanges((all) => ({ ...all, removed: [...all.removed, id] }));
    }
    if (!(await uploads.remove(id))) return undefined;
    const others = ({ attachmentId }: { attachmentId: string }) => attachmentId !== id;
    return setChanges((all) => ({ ...all, added: all.added.filter(others) }));
  };
  const withdraw = (reason: string) => {
    if (withdrawing === null) return;
    const { attachmentId } = withdrawing;
    setChanges((all) => ({
      ...all,
      removed: [...all.removed, attachmentId],
      reasons: { ...all.reasons, [attachmentId]: reason },
    }));
    setWithdrawing(null);
  };
  const cancel = () => {
    // The server deletes leftover uploads after a day.
    for (const { attachmentId } of changes.added) {
      deleteUpload(document.showId, attachmentId).catch(() => undefined);
    }
    props.onClose();
  };
  /**
   * Saves on top of the newest list, because the request replaces the full list and other users may have changed it.
   */
  const saveOnNewest = async (triesLeft = 3): Promise<void> => {
    const now = await readDocument(document.docType, document.showId, document.id, persona);
    const drafts = draftsAfter(now.attachments, changes);
    const { contentVersion } = now.subject;
    try {
      const saved = await saveAttachments(document, contentVersion, drafts, invoiceId);
      // Earlier changes of other users stay unseen.
      if (contentVersion === displayed.seenVersion()) displayed.acceptOwn(saved);
    } catch (error) {
      if (triesLeft === 0 || !conflictIn(error)) throw error;
      await saveOnNewest(triesLeft - 1);
    }
  };
  const save = async () => {
    setBusy(true);
    try {
      await saveOnNewest();
      props.onSaved();
      props.onClose();
      return true;
    } catch {
      flash('error', failureTexts.attachments);
      return false;
    } finally {
      setBusy(false);
    }
  };
  // On a draft, submit saves these changes too and is blocked while a file is uploading. A locked document needs Save
  // (AT-13).
  useRegisterUnsavedNote(() => {
    if (uploads.isBusy && editable(document.submissionStatus)) {
      flash('warning', stillUploading);
      return Promise.resolve(false);
    }
    const hasChanges = changes.added.length + changes.removed.length > 0;
    return hasChanges && editable(document.submissionStatus) ? save() : Promise.resolve(true);
  });
  return (
    <div ref={box} className="grid grid-cols-1 gap-3">
      <FileList
        label="Drop files here"
        files={remainingFiles}
        uploads={uploads}
        room={room}
        isNew={isNew}
        onRemove={(id) => void remove(id)}
        canRemove={(id) => isNew(id) || document.status !== 'APPROVED'}
      />
      {invoices.length > 0 ? (
        <Select
          label="New files belong to"
          options={[
            { id: wholePayment, text: 'The payment' },
            ...invoices.map(({ id, number }) => ({ id, text: `Invoice ${number}` })),
          ]}
          value={invoiceId ?? wholePayment}
          onChange={(id) => setInvoiceId(id === wholePayment ? null : id)}
        />
      ) : null}
      <WithdrawDialog
        file={withdrawing}
        restarts={inApproval(document.status)}
        onCancel={() => setWithdrawing(null)}
        onConfirm={withdraw}
      />
      <div className="flex justify-end gap-2">
        <Button onPress={cancel}>Cancel</Button>
        <Button onPress={() => void save()} isPending={busy} reason={uploads.isBusy ? stillUploading : null}>
          Save
        </Button>
      </div>
    </div>
  );
}
