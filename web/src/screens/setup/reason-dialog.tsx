import { useState } from 'react';
import type { ReactNode } from 'react';
import { budgetLimits } from '#domain/budget/budget-request';
import { ApiError } from '../../api.ts';
import { failureText } from '../../failure-text.ts';
import { TextField } from '../../parts/fields/text-field.tsx';
import { FailureLine } from '../../parts/overlays/failure-line.tsx';
import { EditDialog } from './settings/edit-dialog.tsx';

/** The reason of a change. The server's sentence of a refusal stays in the dialog. */
export function ReasonDialog(props: {
  title: string;
  /** What the change does, above the reason. */
  children: ReactNode;
  /** Shown when the request fails without a sentence of the server. */
  failureText: string;
  onClose: () => void;
  /** Makes the change and closes the dialog. `key` names the request: another reason is another request. */
  onSave: (reason: string, key: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async () => {
    setTried(true);
    if (reason.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await props.onSave(reason, key);
    } catch (error) {
      // A refused request is over; one whose answer was lost is repeated under its key.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) setKey(crypto.randomUUID());
      setFailure(failureText(error, props.failureText));
      setBusy(false);
    }
  };
  return (
    <EditDialog title={props.title} isBusy={isBusy} onClose={props.onClose} onSave={() => void submit()}>
      <FailureLine text={failure} />
      <p className="text-sm text-ink-muted">{props.children}</p>
      <TextField
        label="Reason"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setKey(crypto.randomUUID());
        }}
        maxLength={budgetLimits.reason}
        isRequired
        startsFocused
        error={isTried && reason.trim() === '' ? 'Enter the reason.' : null}
      />
    </EditDialog>
  );
}
