import { useSWRConfig } from 'swr';
import type { NewEstimates } from '#domain/budget/cost-report/request';
import { ApiError } from '../../../api.ts';
import { Day } from '../../../parts/display/date-format.tsx';
import { useSession } from '../../../session/session.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
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
  const save = async (reason: string, key: string) => {
    try {
      const saved = await saveEstimates(show.id, { day, reason, estimates }, key);
      await mutate(isReportKey);
      onSaved(saved.estimates.length);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onOutdated();
      throw error;
    }
  };
  return (
    <ReasonDialog
      title="Save Estimates"
      failureText="The estimates could not be saved. Try again."
      onClose={onClose}
      onSave={save}
    >
      {estimates.length === 1 ? '1 estimate changes' : `${estimates.length} estimates change`}
      {' as of '}
      <Day day={day} />
      {'. The history of each account keeps the reason.'}
    </ReasonDialog>
  );
}
