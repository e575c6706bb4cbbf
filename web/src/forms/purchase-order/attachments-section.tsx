import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { attachmentLimit } from '#domain/attachments';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { Card } from '../../parts/card.tsx';
import { useSession } from '../../session/session.tsx';
import { FileList } from '../file-list.tsx';
import { useUploads } from '../uploads.ts';

/** Quotes, estimates and what else belongs to the document; linked to it by the save (AT-04, AT-13). */
export function useAttachments(form: UseFormReturn<PurchaseOrderDraft>) {
  const { show } = useSession();
  const all = useWatch({ control: form.control, name: 'attachments' }) ?? [];
  const files = all.filter(({ shouldDelete }) => !shouldDelete);
  const room = attachmentLimit - files.length;
  const set = (next: PurchaseOrderDraft['attachments']) =>
    form.setValue('attachments', next, { shouldDirty: true });
  const uploads = useUploads({
    owner: 'po',
    showId: show.id,
    room,
    onDone: ({ attachmentId, label }) => {
      const entry = { attachmentId, label, isTopSheet: false, shouldDelete: false };
      set([...(form.getValues('attachments') ?? []), entry]);
    },
  });
  const remove = (id: string) =>
    set(all.map((file) => (file.attachmentId === id ? { ...file, shouldDelete: true } : file)));
  return { files, room, uploads, remove };
}

export function AttachmentsSection(props: { attachments: ReturnType<typeof useAttachments> }) {
  const { files, room, uploads, remove } = props.attachments;
  return (
    <Card title="Attachments">
      <FileList
        label="Drop quotes, estimates or other files here"
        files={files}
        uploads={uploads}
        room={room}
        onRemove={remove}
      />
    </Card>
  );
}
