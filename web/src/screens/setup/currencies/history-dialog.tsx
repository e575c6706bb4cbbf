import type { CurrencyHistory } from '#domain/currency/currency-response';
import { Day } from '../../../parts/display/date-format.tsx';
import { ChangeHead } from '../change-head.tsx';
import { PagedDialog } from '../paged-dialog.tsx';
import { useCurrencyHistory } from './calls.ts';

type Change = CurrencyHistory['changes'][number];

function titleOf({ kind, subject, day }: Change): string {
  if (kind === 'BASE') return 'Base currency';
  if (kind === 'TAX') return `Tax code ${subject}`;
  return day === null ? `Budgeted rate of ${subject}` : `Rate of ${subject}`;
}

/** The changes of base currency, rates and tax codes, the newest first (CURR-08). */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const history = useCurrencyHistory();
  const changes = history.data?.flatMap((page) => page.changes);
  return (
    <PagedDialog title="History" what="history" list={history} onClose={onClose} size="large">
      {changes?.length === 0 ? <p className="text-ink-muted">No changes yet.</p> : null}
      <ol aria-label="History" aria-busy={!changes} className="grid gap-3">
        {changes?.map((change) => (
          <li key={change.id}>
            <ChangeHead change={change}>
              {titleOf(change)}
              {change.day === null ? null : (
                <span className="font-normal">
                  {' from '}
                  <Day day={change.day} />
                </span>
              )}
            </ChangeHead>
            <p className="figures text-sm wrap-anywhere">
              {`${change.before ?? 'None'} → ${change.after ?? 'none'}`}
              {change.source === '' ? null : <span className="text-ink-muted">{` · ${change.source}`}</span>}
            </p>
          </li>
        ))}
      </ol>
    </PagedDialog>
  );
}
