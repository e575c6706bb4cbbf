import { useState } from 'react';
import { maxReason } from '#domain/periods/period';
import type { CompanyPeriods } from '#domain/periods/period-response';
import { today } from '../../../parts/display/date-format.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { savePeriods, useSave } from './calls.ts';

export type Period = CompanyPeriods['periods'][number];
interface TurnProps {
  company: CompanyPeriods;
  period: Period;
  onClose: () => void;
}

/** What follows from closing a period, in words (PERIOD-06, PERIOD-07). */
function consequence({ periods }: CompanyPeriods, { number, lastDay }: Period): string {
  const next = periods.find((one) => one.number > number && one.status === 'OPEN');
  const early = lastDay >= today() ? 'This period has not ended yet. ' : '';
  return next
    ? `${early}Documents of these days that are still in approval will count in ${next.name}.`
    : `${early}No later period is open: documents of these days cannot get their final approval until you add or reopen one.`;
}

export function CloseDialog({ company, period, onClose }: TurnProps) {
  const { save, isBusy, failure } = useSave(onClose);
  const json = {
    projectCompanyExternalId: company.projectCompanyExternalId,
    number: period.number,
    reason: '',
  };
  return (
    <ConfirmDialog
      title={`Close ${period.name}`}
      isOpen
      confirm="Close Period"
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() =>
        void save((showId) => savePeriods(showId, { kind: 'close', json }), `${period.name} closed.`)
      }
    >
      {consequence(company, period)}
      <FailureLine text={failure} />
    </ConfirmDialog>
  );
}

export function ReopenDialog({ company, period, onClose }: TurnProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { save, isBusy, failure } = useSave(onClose);
  const submit = () => {
    setTried(true);
    if (reason.trim() === '' || isBusy) return;
    const { projectCompanyExternalId } = company;
    const json = { projectCompanyExternalId, number: period.number, reason };
    void save((showId) => savePeriods(showId, { kind: 'reopen', json }), `${period.name} reopened.`);
  };
  return (
    <EditDialog title={`Reopen ${period.name}`} isBusy={isBusy} onClose={onClose} onSave={submit}>
      <FailureLine text={failure} />
      <p className="text-sm text-ink-muted">
        Documents of these days will count in this period again. Documents that already count in a later one
        stay there.
      </p>
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={maxReason}
        isRequired
        startsFocused
        error={isTried && reason.trim() === '' ? 'Say why the period is opened again.' : null}
      />
    </EditDialog>
  );
}
