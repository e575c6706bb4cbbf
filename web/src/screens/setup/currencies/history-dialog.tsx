import type { CurrencyHistory } from '#domain/currency/currency-response';
import { Button } from '../../../parts/controls/button.tsx';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { useCurrencyHistory } from './calls.ts';

type Change = CurrencyHistory['changes'][number];

function titleOf({ kind, subject }: Change): string {
  if (kind === 'BASE') return 'Base currency';
  return kind === 'RATE' ? `Rate of ${subject}` : `Tax code ${subject}`;
}

/** The changes of base currency, rates and tax codes, the newest first (CURR-08). */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { data: pages, error, size, setSize, isValidating, mutate } = useCurrencyHistory();
  const changes = pages?.flatMap((page) => page.changes);
  return (
    <Dialog
      title="History"
      isOpen
      onClose={onClose}
      size="large"
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {error && !pages ? (
        <LoadFailure
          text="Error loading the history."
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      ) : null}
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
      {pages?.at(-1)?.hasMore ? (
        <div className="pt-4">
          <Button onPress={() => void setSize(size + 1)} isPending={isValidating}>
            Show more
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
