import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/overlays/dialog.tsx';

/** Confirmation before a save that sends the document back to its first approver (PO-21, DEC-40). */
export function useConfirmApprovalReset() {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((yes: boolean) => void) | null>(null);
  const ask = () => {
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const reply = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
  };
  const dialog = (
    <ConfirmDialog
      title="Reset Approval"
      isOpen={isOpen}
      confirm="Save & Reset"
      onCancel={() => reply(false)}
      onConfirm={() => reply(true)}
    >
      Saving these changes resets approval to the first approver.
    </ConfirmDialog>
  );
  return { ask, dialog };
}
