import type { PeriodHistory } from '#domain/periods/period-response';
import { Time } from '../../../parts/display/date-format.tsx';
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
        {changes?.map(({ id, kind, period, companyName, reason, by, at }) => (
          <li key={id}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">
                {`${period} ${verbs[kind]}`}
                {hasCompanies ? <span className="font-normal">{` · ${companyName}`}</span> : null}
              </span>
              <span className="text-sm text-ink-muted">
                {by.name} · <Time at={at} />
              </span>
            </p>
            {reason === '' ? null : <p className="text-sm wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </PagedDialog>
  );
}
