import { memo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { attachmentLimit } from '#domain/documents/attachments';
import type { Attachment } from '#domain/documents/attachments';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { inApproval } from '#domain/document';
import { Card } from '../../parts/page/card.tsx';
import { useSession } from '../../session/session.tsx';
import { deleteUpload } from '../../upload.ts';
import type { FileOwner } from '../../upload.ts';
import { FileList } from '../files/file-list.tsx';
import { FilesNeeded } from '../files/attachments-required.tsx';
import { FileViewer } from '../files/file-viewer.tsx';
import { useUploads } from '../files/use-uploads.ts';
import { WithdrawDialog } from '../files/withdraw-dialog.tsx';
import type { SharedForm } from './model/draft.ts';
import type { StoredHere } from './model/form-definition.ts';

/**
 * Quotes, estimates and what else belongs to the document; linked to it by the save (AT-04, AT-13). A stored file
 * goes with the save too; what was only uploaded is deleted at once.
 */
export function useAttachments(form: SharedForm, owner: FileOwner, document: StoredHere | null) {
  const { show } = useSession();
  const [stored] = useState(
    () => new Set(form.getValues('attachments')?.map(({ attachmentId }) => attachmentId)),
  );
  const all = useWatch({ control: form.control, name: 'attachments' }) ?? [];
  const files = all.filter(({ shouldDelete }) => !shouldDelete);
  const room = attachmentLimit - files.length;
  const listed = () => form.getValues('attachments') ?? [];
  const set = (next: AttachmentDraft[]) => form.setValue('attachments', next, { shouldDirty: true });
  const uploads = useUploads({
    owner,
    showId: show.id,
    room,
    onDone: ({ attachmentId, label }) =>
      set([...listed(), { attachmentId, label, isTopSheet: false, shouldDelete: false }]),
  });
  const [withdrawing, setWithdrawing] = useState<Attachment | null>(null);
  const takeOff = (id: string, reason?: string) =>
    set(
      listed().map((file) =>
        file.attachmentId === id ? { ...file, shouldDelete: true, ...(reason && { reason }) } : file,
      ),
    );
  const remove = async (id: string) => {
    const known = document?.attachments.find(({ attachmentId }) => attachmentId === id);
    if (known?.wasSubmitted) return setWithdrawing(known);
    if (stored.has(id)) return takeOff(id);
    if (await uploads.remove(id)) set(listed().filter(({ attachmentId }) => attachmentId !== id));
  };
  /** AT-13: Cancel. What cannot be deleted now goes by itself after a day. */
  const drop = () => {
    for (const { attachmentId } of listed()) {
      if (!stored.has(attachmentId)) deleteUpload(show.id, attachmentId, owner).catch(() => undefined);
    }
  };
  const isNew = (id: string) => !stored.has(id);
  const withdrawal = {
    file: withdrawing,
    restarts: document !== null && inApproval(document.status),
    onCancel: () => setWithdrawing(null),
    onConfirm: (reason: string) => {
      if (withdrawing) takeOff(withdrawing.attachmentId, reason);
      setWithdrawing(null);
    },
  };
  return { owner, files, room, uploads, remove, drop, isNew, withdrawal };
}

interface AttachmentsProps {
  attachments: ReturnType<typeof useAttachments>;
  label: string;
  /** IN-13: what is said where a submit wants more of them. */
  needed: string | null;
}

function AttachmentsSectionView(props: AttachmentsProps) {
  const { owner, files, room, uploads, remove, isNew, withdrawal } = props.attachments;
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <Card title="Attachments" aside={props.needed === null ? null : <FilesNeeded text={props.needed} />}>
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

/** The files as they are; all that is done with them reads the form as it is then. */
function sameFiles(before: AttachmentsProps, now: AttachmentsProps): boolean {
  const [old, fresh] = [before.attachments, now.attachments];
  return (
    before.needed === now.needed &&
    JSON.stringify(old.files) === JSON.stringify(fresh.files) &&
    old.uploads.pending === fresh.uploads.pending &&
    old.uploads.removing === fresh.uploads.removing &&
    old.withdrawal.file === fresh.withdrawal.file
  );
}

/** Not drawn again for what changes elsewhere in the form. */
export const AttachmentsSection = memo(AttachmentsSectionView, sameFiles);
