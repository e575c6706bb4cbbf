import type { PeriodHistory } from '#domain/periods/period-response';
import { ChangeHead } from '../change-head.tsx';
import { PagedDialog } from '../paged-dialog.tsx';
import { usePeriodHistory } from './calls.ts';

const verbs: Record<PeriodHistory['changes'][number]['kind'], string> = {
  SET_UP: 'set up',
  ADDED: 'added',
  CLOSED: 'closed',
  REOPENED: 'reopened',
};

/** Who set up, closed and reopened periods, the newest first (PERIOD-04). */
export function HistoryDialog({ hasCompanies, onClose }: { hasCompanies: boolean; onClose: () => void }) {
  const history = usePeriodHistory();
  const changes = history.data?.flatMap((page) => page.changes);
  return (
    <PagedDialog title="History" what="history" list={history} onClose={onClose} size="large">
      {changes?.length === 0 ? <p className="text-ink-muted">No changes yet.</p> : null}
      <ol aria-label="History" aria-busy={!changes} className="grid gap-3">
        {changes?.map((change) => (
          <li key={change.id}>
            <ChangeHead change={change}>
              {`${change.period} ${verbs[change.kind]}`}
              {hasCompanies ? <span className="font-normal">{` · ${change.companyName}`}</span> : null}
            </ChangeHead>
            {change.reason === '' ? null : <p className="text-sm wrap-anywhere">{change.reason}</p>}
          </li>
        ))}
      </ol>
    </PagedDialog>
  );
}
