import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { attachmentLimit } from '#domain/attachments';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { Card } from '../../parts/card.tsx';
import { useSession } from '../../session/session.tsx';
import { deleteUpload } from '../../upload.ts';
import { FileList } from '../file-list.tsx';
import { FileViewer } from '../file-viewer.tsx';
import { useUploads } from '../uploads.ts';

/**
 * Quotes, estimates and what else belongs to the document; linked to it by the save (AT-04, AT-13). A stored file
 * goes with the save too; what was only uploaded is deleted at once.
 */
export function useAttachments(form: UseFormReturn<PurchaseOrderDraft>) {
  const { show } = useSession();
  const [stored] = useState(
    () => new Set(form.getValues('attachments')?.map(({ attachmentId }) => attachmentId)),
  );
  const all = useWatch({ control: form.control, name: 'attachments' }) ?? [];
  const files = all.filter(({ shouldDelete }) => !shouldDelete);
  const room = attachmentLimit - files.length;
  const listed = () => form.getValues('attachments') ?? [];
  const set = (next: PurchaseOrderDraft['attachments']) =>
    form.setValue('attachments', next, { shouldDirty: true });
  const uploads = useUploads({
    owner: 'po',
    showId: show.id,
    room,
    onDone: ({ attachmentId, label }) =>
      set([...listed(), { attachmentId, label, isTopSheet: false, shouldDelete: false }]),
  });
  const remove = async (id: string) => {
    if (stored.has(id)) {
      return set(listed().map((file) => (file.attachmentId === id ? { ...file, shouldDelete: true } : file)));
    }
    if (await uploads.remove(id)) set(listed().filter(({ attachmentId }) => attachmentId !== id));
  };
  /** AT-13: Cancel. What cannot be deleted now goes by itself after a day. */
  const drop = () => {
    for (const { attachmentId } of listed()) {
      if (!stored.has(attachmentId)) deleteUpload(show.id, attachmentId).catch(() => undefined);
    }
  };
  const isNew = (id: string) => !stored.has(id);
  return { files, room, uploads, remove, drop, isNew };
}

export function AttachmentsSection(props: { attachments: ReturnType<typeof useAttachments> }) {
  const { files, room, uploads, remove, isNew } = props.attachments;
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <Card title="Attachments">
      <FileList
        label="Drop quotes, estimates or other files here"
        files={files}
        uploads={uploads}
        room={room}
        isNew={isNew}
        onRemove={(id) => void remove(id)}
        onOpen={setOpened}
      />
      {opened === null ? null : (
        <FileViewer
          owner="po"
          files={files}
          index={opened}
          onIndex={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}
