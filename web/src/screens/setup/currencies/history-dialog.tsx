import type { CurrencyHistory } from '#domain/currency/currency-response';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { PagedDialog } from '../paged-dialog.tsx';
import { useCurrencyHistory } from './calls.ts';

type Change = CurrencyHistory['changes'][number];

function titleOf({ kind, subject }: Change): string {
  if (kind === 'BASE') return 'Base currency';
  return kind === 'RATE' ? `Rate of ${subject}` : `Tax code ${subject}`;
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
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">
                {titleOf(change)}
                {change.day === null ? null : (
                  <span className="font-normal">
                    {' from '}
                    <Day day={change.day} />
                  </span>
                )}
              </span>
              <span className="text-sm text-ink-muted">
                {change.by.name} · <Time at={change.at} />
              </span>
            </p>
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
