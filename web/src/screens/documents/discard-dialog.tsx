import { ConfirmDialog } from '../../parts/overlays/dialog.tsx';
import type { StoredDocument } from './document.ts';

/** Confirmation before a change order is discarded, from the review and from the form (CO-10). */
export function DiscardDialog(props: {
  document: StoredDocument;
  isOpen: boolean;
  isBusy: boolean;
  /** Why the change order can no longer be discarded, if so. */
  refusal?: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const { document, ...dialogProps } = props;
  return (
    <ConfirmDialog title="Discard Change Order" confirm="Discard" danger {...dialogProps}>
      {`Change Order ${document.subject.changeOrder.current} of ${document.name} is discarded: the line items that it brought are removed, and the purchase order is approved again. This cannot be undone.`}
    </ConfirmDialog>
  );
}
