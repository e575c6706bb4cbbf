import { ConfirmDialog } from '../../parts/overlays/dialog.tsx';
import type { StoredDocument } from './document.ts';

/** CO-10: asks before a change order is discarded, from the review and from the form. */
export function DiscardDialog(props: {
  document: StoredDocument;
  isOpen: boolean;
  isBusy: boolean;
  /** Why it can no longer be done, if anything keeps it. */
  refusal?: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const { document, ...asked } = props;
  return (
    <ConfirmDialog title="Discard Change Order" confirm="Discard" danger {...asked}>
      {`Change Order ${document.subject.changeOrder.current} of ${document.name} is discarded: the line items that it brought are removed, and the purchase order is approved again. This cannot be undone.`}
    </ConfirmDialog>
  );
}
