import { useState } from 'react';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';

/** Leaves at once if there is no unsaved input, otherwise after a confirmation. */
export function useLeaveGuard(hasWork: () => boolean, leave: () => void) {
  const [isAsking, setAsking] = useState(false);
  const dialog = (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={isAsking}
      danger
      confirm="Leave"
      cancel="Keep Editing"
      onCancel={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false);
        leave();
      }}
    >
      Everything you entered since the last save will be lost.
    </ConfirmDialog>
  );
  return { ask: () => (hasWork() ? setAsking(true) : leave()), dialog };
}
