import { useState } from 'react';
import { answerNames } from '#domain/budget/budget-answers';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';
import { toCents } from '#domain/values/money';
import { Button } from '../controls/button.tsx';
import { Chip } from './chip.tsx';
import { Money } from './money.tsx';

const looks = {
  WITHIN: { tone: 'positive', shape: 'check' },
  OVER: { tone: 'negative', shape: 'cross' },
  NOT_BUDGETED: { tone: 'caution', shape: 'triangle' },
} as const satisfies Record<BudgetAnswer, object>;

function Answer({ answer }: { answer: BudgetAnswer }) {
  return <Chip {...looks[answer]}>{answerNames[answer]}</Chip>;
}

type Account = NonNullable<BudgetDecisionResponse['accounts']>[number];

const nameOf = ({ account, description }: Account) =>
  [account || 'No account', description].filter(Boolean).join(' ');

function Figures(props: { row: Account; currency: string }) {
  const { row, currency } = props;
  const figures = [
    ['Budget', row.budget],
    ['Actual', row.actual],
    ['Committed', row.committed],
    ['Waiting from others', row.waitingOthers],
    ['This document', row.thisDocument],
    ['Available after', row.availableAfter],
  ] as const;
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{nameOf(row)}</span>
        <Answer answer={row.answer} />
      </p>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2 max-sm:grid-cols-2">
        {figures.map(([name, amount]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-ink-muted">{name}</dt>
            <dd className={`text-sm ${name === 'Available after' ? 'font-semibold' : ''}`}>
              {amount === null ? (
                <span className="text-ink-muted">—</span>
              ) : (
                <Money cents={toCents(amount)} currency={currency} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** What is left after this document, in one line. */
function Summary(props: { accounts: readonly Account[]; currency: string }) {
  const { accounts, currency } = props;
  const [only] = accounts;
  if (accounts.length !== 1 || !only || only.availableAfter === null)
    return (
      <span>{accounts.length === 2 ? 'Both accounts fit.' : `All ${accounts.length} accounts fit.`}</span>
    );
  return (
    <span className="wrap-anywhere">
      {`${nameOf(only)}: `}
      <Money cents={toCents(only.availableAfter)} currency={currency} />
      {' available after.'}
    </span>
  );
}

/** The budget of the accounts that a document affects: one line while everything fits (BUD-26). */
export function BudgetDecision({ budget }: { budget: BudgetDecisionResponse }) {
  const [isOpen, setOpen] = useState(false);
  const { answer, accounts = [], currency = '', isPartial, heading } = budget;
  const fits = answer === 'WITHIN';
  const showsFigures = accounts.length > 0 && (isOpen || !fits);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">Budget</h2>
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-sm">
          <Answer answer={answer} />
          {fits && accounts.length > 0 ? <Summary accounts={accounts} currency={currency} /> : null}
          {heading ? <span className="text-ink-muted">{`${heading}.`}</span> : null}
          {isPartial ? <span className="text-ink-muted">Without accounts that you may not see.</span> : null}
        </p>
        {fits && accounts.length > 0 ? (
          <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide Figures' : 'Figures'}
          </Button>
        ) : null}
      </div>
      {showsFigures ? (
        <ul aria-label="Budget" className="divide-y divide-line">
          {accounts.map((row) => (
            <Figures key={row.account} row={row} currency={currency} />
          ))}
        </ul>
      ) : null}
    </>
  );
}
