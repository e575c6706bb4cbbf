import { useState } from 'react';
import type { ActualImport } from '#domain/budget/actuals-response';
import { budgetLimits } from '#domain/budget/budget-request';
import { failureText } from '../../../failure-text.ts';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { reverseImport } from './calls.ts';

/** Reverses an import with a reason (ACTUAL-05). */
export function ReverseDialog(props: {
  imported: ActualImport;
  onClose: () => void;
  onReversed: () => Promise<void>;
}) {
  const { imported, onClose, onReversed } = props;
  const flash = useToast();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async () => {
    setTried(true);
    if (reason.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await reverseImport(imported.id, reason);
      await onReversed();
      flash('success', `Import ${imported.number} reversed.`);
      onClose();
    } catch (error) {
      setFailure(failureText(error, 'The import could not be reversed. Try again.'));
      setBusy(false);
    }
  };
  return (
    <EditDialog
      title={`Reverse import ${imported.number}`}
      isBusy={isBusy}
      onClose={onClose}
      onSave={() => void submit()}
    >
      <FailureLine text={failure} />
      <p className="text-sm text-ink-muted">
        Its rows no longer count. Rows of a closed accounting period are reversed in the next open one. The
        file can be imported again.
      </p>
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={budgetLimits.reason}
        isRequired
        startsFocused
        error={isTried && reason.trim() === '' ? 'Enter the reason.' : null}
      />
    </EditDialog>
  );
}
