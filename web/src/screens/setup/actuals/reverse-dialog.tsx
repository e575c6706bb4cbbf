import type { ActualImport } from '#domain/budget/actuals-response';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { reverseImport } from './calls.ts';

/** Reverses an import with a reason (ACTUAL-05). */
export function ReverseDialog(props: {
  imported: ActualImport;
  onClose: () => void;
  onReversed: () => Promise<void>;
}) {
  const { imported, onClose, onReversed } = props;
  const flash = useToast();
  return (
    <ReasonDialog
      title={`Reverse import ${imported.number}`}
      failureText="The import could not be reversed. Try again."
      onClose={onClose}
      onSave={async (reason) => {
        await reverseImport(imported.id, reason);
        await onReversed();
        flash('success', `Import ${imported.number} reversed.`);
        onClose();
      }}
    >
      Its rows no longer count. Rows of a closed accounting period are reversed in the next open one. The file
      can be imported again.
    </ReasonDialog>
  );
}
