import { memo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { attachmentLimit } from '#domain/documents/attachments';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { inApproval } from '#domain/document';
import { Card } from '../../parts/page/card.tsx';
import { useSession } from '../../session/session.tsx';
import { deleteUpload } from '../../upload.ts';
import type { FileOwner } from '../../upload.ts';
import { FileList } from '../files/file-list.tsx';
import { AttachmentsRequired } from '../files/attachments-required.tsx';
import { FileViewer } from '../files/file-viewer.tsx';
import { useUploads } from '../files/use-uploads.ts';
import { WithdrawDialog } from '../files/withdraw-dialog.tsx';
import type { SharedForm } from './model/draft.ts';
import type { EditedDocument } from './model/form-definition.ts';
import type { Attachment } from '#domain/documents/document-response';

/**
 * The attachments of a document. The save links new files and removes stored ones; unlinked uploads are deleted at once
 * (AT-04, AT-13).
 */
export function useAttachments(form: SharedForm, owner: FileOwner, document: EditedDocument | null) {
  const { show } = useSession();
  const [stored] = useState(
    () => new Set(form.getValues('attachments')?.map(({ attachmentId }) => attachmentId)),
  );
  const all = useWatch({ control: form.control, name: 'attachments' }) ?? [];
  const files = all.filter(({ shouldDelete }) => !shouldDelete);
  const room = attachmentLimit - files.length;
  const currentFiles = () => form.getValues('attachments') ?? [];
  const set = (next: AttachmentDraft[]) => form.setValue('attachments', next, { shouldDirty: true });
  const uploads = useUploads({
    owner,
    showId: show.id,
    room,
    onDone: ({ attachmentId, label }) =>
      set([...currentFiles(), { attachmentId, label, isTopSheet: false, shouldDelete: false }]),
  });
  const [withdrawing, setWithdrawing] = useState<Attachment | null>(null);
  const markRemoved = (id: string, reason?: string) =>
    set(
      currentFiles().map((file) =>
        file.attachmentId === id ? { ...file, shouldDelete: true, ...(reason && { reason }) } : file,
      ),
    );
  const remove = async (id: string) => {
    const storedFile = document?.attachments.find(({ attachmentId }) => attachmentId === id);
    if (storedFile?.wasSubmitted) return setWithdrawing(storedFile);
    if (stored.has(id)) return markRemoved(id);
    if (await uploads.remove(id)) set(currentFiles().filter(({ attachmentId }) => attachmentId !== id));
  };
  /** Cancel: deletes new uploads. A failed delete is made up for by the daily cleanup (AT-13). */
  const drop = () => {
    for (const { attachmentId } of currentFiles()) {
      if (!stored.has(attachmentId)) deleteUpload(show.id, attachmentId, owner).catch(() => undefined);
    }
  };
  const isNew = (id: string) => !stored.has(id);
  const withdrawal = {
    file: withdrawing,
    restarts: document !== null && inApproval(document.status),
    onCancel: () => setWithdrawing(null),
    onConfirm: (reason: string) => {
      if (withdrawing) markRemoved(withdrawing.attachmentId, reason);
      setWithdrawing(null);
    },
  };
  return { owner, files, room, uploads, remove, drop, isNew, withdrawal };
}

interface AttachmentsProps {
  attachments: ReturnType<typeof useAttachments>;
  label: string;
  /** The text for a missing attachment that a submit requires (IN-13). */
  needed: string | null;
}

function AttachmentsSectionView(props: AttachmentsProps) {
  const { owner, files, room, uploads, remove, isNew, withdrawal } = props.attachments;
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <Card
      title="Attachments"
      aside={props.needed === null ? null : <AttachmentsRequired text={props.needed} />}
    >
      <div data-field="attachments">
        <FileList
          label={props.label}
          files={files}
          uploads={uploads}
          room={room}
          isNew={isNew}
          onRemove={(id) => void remove(id)}
          onOpen={setOpened}
        />
      </div>
      <WithdrawDialog {...withdrawal} />
      {opened === null ? null : (
        <FileViewer
          owner={owner}
          files={files}
          index={opened}
          onIndex={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

/** Compares the displayed data; the callbacks read the current form values. */
function sameFiles(before: AttachmentsProps, now: AttachmentsProps): boolean {
  const [previous, current] = [before.attachments, now.attachments];
  return (
    before.needed === now.needed &&
    JSON.stringify(previous.files) === JSON.stringify(current.files) &&
    previous.uploads.pending === current.uploads.pending &&
    previous.uploads.removing === current.uploads.removing &&
    previous.withdrawal.file === current.withdrawal.file
  );
}

/** Memoized, because most changes are in other sections. */
export const AttachmentsSection = memo(AttachmentsSectionView, sameFiles);
