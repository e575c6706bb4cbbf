import { useState } from 'react';
import { attachmentLimit } from '#domain/attachments';
import type { AttachmentDraft } from '#domain/attachments';
import type { PurchaseOrder } from '#domain/purchase-order';
import { FileList } from '../../../forms/file-list.tsx';
import { useUploads } from '../../../forms/uploads.ts';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { FileRow } from '../../../parts/files.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { saveAttachments } from '../calls.ts';
import { failed } from '../messages.ts';

function draftsOf(order: PurchaseOrder): AttachmentDraft[] {
  return order.attachments.map(({ attachmentId, label, isTopSheet }) => ({
    attachmentId,
    label,
    isTopSheet,
    shouldDelete: false,
  }));
}

/** AT-13: what is added or taken away counts only once it is saved; Cancel forgets it. */
function Editor(props: { order: PurchaseOrder; onClose: () => void; onSaved: () => void }) {
  const { order } = props;
  const flash = useFlash();
  const [drafts, setDrafts] = useState(() => draftsOf(order));
  const [busy, setBusy] = useState(false);
  const kept = drafts.filter(({ shouldDelete }) => !shouldDelete);
  const room = attachmentLimit - kept.length;
  const uploads = useUploads({
    owner: 'po',
    showId: order.showId,
    room,
    onDone: ({ attachmentId, label }) =>
      setDrafts((all) => [...all, { attachmentId, label, isTopSheet: false, shouldDelete: false }]),
  });
  const remove = (id: string) =>
    setDrafts((all) => all.map((one) => (one.attachmentId === id ? { ...one, shouldDelete: true } : one)));
  const save = async () => {
    setBusy(true);
    try {
      await saveAttachments(order, drafts);
      props.onSaved();
      props.onClose();
    } catch {
      flash('error', failed.attachments);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      <FileList label="Drop files here" files={kept} uploads={uploads} room={room} onRemove={remove} />
      <div className="flex justify-end gap-2">
        <Button onPress={props.onClose}>Cancel</Button>
        <Button
          onPress={() => void save()}
          isPending={busy}
          reason={uploads.isBusy ? 'Files are still being uploaded.' : null}
        >
          Save
        </Button>
      </div>
    </div>
  );
}

/** AT-04: what is enclosed; a press opens it beside the document. */
export function AttachmentsPanel(props: {
  order: PurchaseOrder;
  mayChange: boolean;
  onOpen: (index: number) => void;
  onSaved: () => void;
}) {
  const { order } = props;
  const [isEditing, setEditing] = useState(false);
  const edit =
    props.mayChange && !isEditing ? (
      <Button look="quiet" onPress={() => setEditing(true)}>
        {order.attachments.length === 0 ? 'Add Files' : 'Add or Remove'}
      </Button>
    ) : null;
  return (
    <Card title="Attachments" aside={edit}>
      {isEditing ? (
        <Editor order={order} onClose={() => setEditing(false)} onSaved={props.onSaved} />
      ) : order.attachments.length === 0 ? (
        <p className="text-sm text-ink-muted">No attachments.</p>
      ) : (
        <ul aria-label="Files">
          {order.attachments.map((file, index) => (
            <FileRow key={file.attachmentId} name={file.label} onOpen={() => props.onOpen(index)} />
          ))}
        </ul>
      )}
    </Card>
  );
}
