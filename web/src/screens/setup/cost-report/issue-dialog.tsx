import { useState } from 'react';
import { failureText } from '../../../failure-text.ts';
import { DateField } from '../../../parts/fields/date-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { Button } from '../../../parts/controls/button.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { issueReport } from './calls.ts';

/** Issues the report as of a day. It never changes afterwards (REPORT-06). */
export function IssueDialog(props: {
  day: string;
  onClose: () => void;
  onIssued: (number: number) => Promise<void>;
}) {
  const { onClose, onIssued } = props;
  const { show } = useSession();
  const flash = useToast();
  const [day, setDay] = useState(props.day);
  const [note, setNote] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Another day or note is another request.
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setKey(crypto.randomUUID());
  };
  const issue = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const report = await issueReport(show.id, { day, note }, key);
      const number = report.issued?.number ?? 0;
      await onIssued(number);
      flash('success', `Report ${number} issued.`);
      onClose();
    } catch (error) {
      setFailure(failureText(error, 'The report could not be issued. Try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Issue Cost Report"
      isOpen
      onClose={onClose}
      holdsWork
      footer={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            Cancel
          </Button>
          <Button look="primary" isPending={isBusy} onPress={() => void issue()}>
            Issue
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FailureLine text={failure} />
        <p className="text-sm text-ink-muted">
          The figures of that day are kept under the next number, and never change. The next report shows the
          change since this one.
        </p>
        <DateField label="As of" value={day} onChange={edit(setDay)} isRequired />
        <TextField label="Note" value={note} maxLength={500} onChange={edit(setNote)} />
      </div>
    </Dialog>
  );
}
