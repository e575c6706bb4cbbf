import type { Budget, BudgetChangeResponse } from '#domain/budget/budget-response';
import { lineName } from '#domain/budget/budget';
import type { ChangeKind } from '#domain/budget/budget';
import { codesName } from '#domain/budget/line-codes';
import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import { ChangeHead } from '../change-head.tsx';
import { PagedDialog } from '../paged-dialog.tsx';
import { useBudgetHistory } from './calls.ts';
import { lineId } from './line-field.tsx';
import type { ChosenLine } from './line-field.tsx';

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
  const changes = history.data?.flatMap((page) => page.changes);
  return (
    <PagedDialog title="History" what="history" list={history} onClose={onClose} size="large">
      <ol aria-label="History" aria-busy={!changes} className="grid gap-4">
        {changes?.map((change) => (
          <li key={change.revision}>
            <Change change={change} budget={budget} />
          </li>
        ))}
      </ol>
    </PagedDialog>
  );
}

/** A new budget only has its number of lines: they are on the screen. */
function Change({ change, budget }: { change: BudgetChangeResponse; budget: Budget }) {
  const { kind, reason, lines } = change;
  const { currency } = budget;
  const nameOf = ({ account, codes }: ChosenLine) => {
    const line = budget.lines.find((one) => one.account === account);
    return [line ? lineName(line) : account, codesName(codes)].filter(Boolean).join(', ');
  };
  const isNew = kind === 'CREATED';
  return (
    <>
      <ChangeHead change={change}>{kindTexts[kind]}</ChangeHead>
      {reason === '' ? null : <p className="text-sm wrap-anywhere text-ink-muted">{reason}</p>}
      {isNew ? (
        <p className="text-sm text-ink-muted">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</p>
      ) : (
        <ul className="grid gap-1 pt-1">
          {lines.map(({ amount, final, ...line }) => (
            <li key={lineId(line)} className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span>{nameOf(line)}</span>
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
