import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { budgetLimits } from '#domain/budget/budget-request';
import type { NewEstimates } from '#domain/budget/cost-report-request';
import { ApiError } from '../../../api.ts';
import { failureText } from '../../../failure-text.ts';
import { Day } from '../../../parts/display/date-format.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { useSession } from '../../../session/session.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { isReportKey, saveEstimates } from './calls.ts';

/** Saves estimates with a reason, all of them or none (EFC-02). */
export function SaveEstimatesDialog(props: {
  day: string;
  estimates: NewEstimates['estimates'];
  onClose: () => void;
  onSaved: (count: number) => void;
  /** Another user changed an estimate: the report is loaded again, and the boxes keep what was entered. */
  onOutdated: () => void;
}) {
  const { day, estimates, onClose, onSaved, onOutdated } = props;
  const { show } = useSession();
  const { mutate } = useSWRConfig();
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
      const saved = await saveEstimates(show.id, { day, reason, estimates }, key);
      await mutate(isReportKey);
      onSaved(saved.estimates.length);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onOutdated();
      setFailure(failureText(error, 'The estimates could not be saved. Try again.'));
      setBusy(false);
    }
  };
  return (
    <EditDialog title="Save Estimates" isBusy={isBusy} onClose={onClose} onSave={() => void submit()}>
      <FailureLine text={failure} />
      <p className="text-sm text-ink-muted">
        {estimates.length === 1 ? '1 estimate changes' : `${estimates.length} estimates change`}
        {' as of '}
        <Day day={day} />
        {'. The history of each account keeps the reason.'}
      </p>
      <TextField
        label="Reason"
        value={reason}
        onChange={(text) => {
          setReason(text);
          // Another reason is another request.
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
