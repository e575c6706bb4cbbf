import type { Budget, BudgetChangeResponse } from '#domain/budget/budget-response';
import { lineName } from '#domain/budget/budget';
import type { ChangeKind } from '#domain/budget/budget';
import { toCents } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useBudgetHistory } from './calls.ts';

const kindTexts: Record<ChangeKind, string> = {
  CREATED: 'Created',
  AMOUNT: 'Amount changed',
  LOCKED: 'Locked',
  TRANSFER: 'Transfer',
  OVERAGE: 'Approved overage',
};

/** The changes of a budget, the newest first (BUD-10). */
export function HistoryDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const history = useBudgetHistory(budget.id, budget.revision);
  const { data: pages, error, size, setSize, isValidating, mutate } = history;
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
      <ol aria-label="History" aria-busy={!changes} className="grid gap-4">
        {changes?.map((change) => (
          <li key={change.revision}>
            <Change change={change} budget={budget} />
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

/** A new budget only has its number of lines: they are on the screen. */
function Change({ change, budget }: { change: BudgetChangeResponse; budget: Budget }) {
  const { kind, reason, by, at, lines } = change;
  const { currency } = budget;
  const nameOf = (account: string) => {
    const line = budget.lines.find((one) => one.account === account);
    return line ? lineName(line) : account;
  };
  const isNew = kind === 'CREATED';
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{kindTexts[kind]}</span>
        <span className="text-sm text-ink-muted">
          {by.name} · <Time at={at} />
        </span>
      </p>
      {reason === '' ? null : <p className="text-sm wrap-anywhere text-ink-muted">{reason}</p>}
      {isNew ? (
        <p className="text-sm text-ink-muted">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</p>
      ) : (
        <ul className="grid gap-1 pt-1">
          {lines.map(({ account, amount, final }) => (
            <li key={account} className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span>{nameOf(account)}</span>
              <span>
                {amount > 0 ? '+' : ''}
                <Money cents={toCents(amount)} currency={currency} />
                <span className="text-ink-muted">
                  {' → '}
                  <Money cents={toCents(final)} currency={currency} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
