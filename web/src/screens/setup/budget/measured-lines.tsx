import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { partialHeading } from '#domain/budget/account-ranges';
import type { BudgetMeasuresResponse, MeasuredAccount } from '#domain/budget/measures-response';
import { codesName } from '#domain/budget/line-codes';
import { formatWithCode } from '#domain/currency/converted-text';
import { toCents } from '#domain/values/money';
import { Chip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useIsBelowDesktop, useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useMeasures } from './calls.ts';
import { DocumentsDialog } from './documents-dialog.tsx';
import { lineId } from './line-field.tsx';
import { useLineSearch } from './line-search.tsx';

type Item = MeasuredAccount & { id: string; name: string; currency: string };

const amounts = [
  ['budget', 'Budget'],
  ['actual', 'Actual'],
  ['committed', 'Committed'],
  ['waiting', 'Waiting'],
  ['available', 'Available'],
  ['afterWaiting', 'After Waiting'],
] as const satisfies readonly (readonly [keyof MeasuredAccount, string])[];

function Amount({ amount, currency }: { amount: number | null; currency: string }) {
  if (amount === null) return <span className="text-ink-muted">—</span>;
  return <Money cents={toCents(amount)} currency={currency} />;
}

/** Below the actual amount, of which it is a part (BUD-75). */
function Paid({ paid, currency }: { paid: number; currency: string }) {
  if (paid === 0) return null;
  return (
    <span className="block text-xs leading-4 font-normal text-ink-muted">
      paid <Money cents={toCents(paid)} currency={currency} />
    </span>
  );
}

function Mark({ budget, afterWaiting }: Pick<Item, 'budget' | 'afterWaiting'>) {
  if (budget === null)
    return (
      <Chip tone="caution" shape="triangle">
        Not budgeted
      </Chip>
    );
  return afterWaiting !== null && afterWaiting < 0 ? (
    <Chip tone="negative" shape="cross">
      Over budget
    </Chip>
  ) : null;
}

function AccountName({ item }: { item: Item }) {
  return (
    <span className="font-medium">
      {item.name}
      {/* Names the row for screen readers; the description shows the codes. */}
      <span className="sr-only"> {codesName(item.codes)}</span>
    </span>
  );
}

function Description({ item }: { item: Item }) {
  return (
    <span className="flex items-center gap-2" title={item.description}>
      <span className="truncate">{item.description}</span>
      <span aria-hidden className="shrink-0 text-ink-muted">
        {codesName(item.codes)}
      </span>
      <Mark {...item} />
    </span>
  );
}

/** `lastWidth`: the last column has the gutter of the page beside it. */
function amountColumns(width: string, lastWidth = width): TableColumn<Item>[] {
  return amounts.map(([id, name], at) => ({
    id,
    name,
    width: at === amounts.length - 1 ? lastWidth : width,
    align: 'right',
    cell: (item) => (
      <>
        <Amount amount={item[id]} currency={item.currency} />
        {id === 'actual' ? <Paid {...item} /> : null}
      </>
    ),
  }));
}

const columns: readonly TableColumn<Item>[] = [
  {
    id: 'account',
    name: 'Account',
    width: '8rem',
    isRowHeader: true,
    cell: (item) => <AccountName item={item} />,
  },
  { id: 'description', name: 'Description', cell: (item) => <Description item={item} /> },
  ...amountColumns('8.5rem'),
];

/** Without room for a description of its own. */
const narrowColumns: readonly TableColumn<Item>[] = [
  {
    id: 'account',
    name: 'Account',
    isRowHeader: true,
    cell: (item) => (
      <>
        <AccountName item={item} />
        <span className="block text-xs text-ink-muted">
          <Description item={item} />
        </span>
      </>
    ),
  },
  ...amountColumns('7.25rem', '8.25rem'),
];

function itemsOf(rows: readonly (MeasuredAccount & { kind?: string })[], currency: string): Item[] {
  return rows.map((row) => ({
    ...row,
    id: lineId(row),
    name: row.account === row.kind ? '—' : row.account || 'No account',
    currency,
  }));
}

function Card({ item }: { item: Item }) {
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{item.name}</span>
        <Mark {...item} />
      </span>
      <span className="block wrap-anywhere text-sm text-ink-muted">
        {[item.description, codesName(item.codes)].filter(Boolean).join(' · ')}
      </span>
      {amounts.map(([id, name]) => (
        <span key={id} className="flex justify-between gap-3 text-sm">
          <span className="text-ink-muted">{name}</span>
          <span className="text-right">
            <Amount amount={item[id]} currency={item.currency} />
            {id === 'actual' ? <Paid {...item} /> : null}
          </span>
        </span>
      ))}
    </>
  );
}

const cardClass = 'block w-full rounded-lg border border-line bg-surface-raised px-4 py-3 text-left';

function Lines(props: { label: string; items: readonly Item[] | undefined; onOpen?: (item: Item) => void }) {
  const { label, items, onOpen } = props;
  const isPhone = useIsPhone();
  const shown = useIsBelowDesktop() ? narrowColumns : columns;
  if (!isPhone)
    return <Table label={label} columns={shown} items={items} empty={null} {...(onOpen && { onOpen })} />;
  return (
    <ul aria-label={label} aria-busy={!items} className="gutter grid grid-cols-1 gap-2 pb-4">
      {items?.map((item) => (
        <li key={item.id}>
          {onOpen ? (
            <AriaButton onPress={() => onOpen(item)} className={`${cardClass} cursor-pointer`}>
              <Card item={item} />
            </AriaButton>
          ) : (
            <div className={cardClass}>
              <Card item={item} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the search of the lines looks through. */
function searchedTexts({ name, description, codes }: Item): string[] {
  return [name, description, codesName(codes)];
}

/** The totals, and what they do not contain. */
function Totals({ measures }: { measures: BudgetMeasuresResponse }) {
  const { totals, budget, otherCurrencies, isComplete, isPartial, heading } = measures;
  const difference = totals.exchangeDifference;
  const notes = [
    ...(heading ? [`${heading}.`] : []),
    ...(difference === 0
      ? []
      : [
          `Actual contains an exchange difference of ${formatWithCode(toCents(difference), budget?.currency ?? '')}.`,
        ]),
    ...(isPartial ? [`${partialHeading}.`] : []),
    ...(isComplete ? [] : ['Documents from before the upgrade are still being counted.']),
    ...(otherCurrencies.length > 0 ? [`Documents in ${otherCurrencies.join(', ')} are not included.`] : []),
  ];
  return (
    <div className="gutter grid gap-2 pb-4">
      <dl className="grid grid-cols-6 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface-raised px-5 py-4 max-md:grid-cols-3 max-sm:grid-cols-2 max-sm:px-4">
        {amounts.map(([id, name]) => (
          <div key={id} className="min-w-0">
            <dt className="text-sm text-ink-muted">{name}</dt>
            <dd className="text-base font-semibold">
              <Amount amount={totals[id]} currency={budget?.currency ?? ''} />
              {id === 'actual' ? <Paid paid={totals.paid} currency={budget?.currency ?? ''} /> : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-muted">{notes.join(' ')}</p>
    </div>
  );
}

/** What counts against the budget, by line (BUD-27). */
export function MeasuredLines() {
  const { data: measures, error, isValidating, mutate } = useMeasures();
  const [opened, setOpened] = useState<Item | null>(null);
  const currency = measures?.budget?.currency ?? '';
  const items = measures && itemsOf([...measures.lines, ...measures.notBudgeted], currency);
  const { found, field, nothing } = useLineSearch(items, searchedTexts);
  if (error && !measures)
    return (
      <LoadFailure
        text="Error loading the costs."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  return (
    <>
      {measures ? <Totals measures={measures} /> : null}
      {items?.length === 0 ? (
        <EmptyState>
          No costs yet. They appear when purchase orders and invoices count against the budget.
        </EmptyState>
      ) : (
        <>
          {field}
          {nothing ?? <Lines label="Costs" items={found} onOpen={setOpened} />}
        </>
      )}
      {measures && measures.rollups.length > 0 ? (
        <section aria-label="By Header Account" className="pt-6">
          <h2 className="gutter pb-3 text-base font-semibold">By Header Account</h2>
          <Lines label="By Header Account" items={itemsOf(measures.rollups, currency)} />
        </section>
      ) : null}
      {opened ? (
        <DocumentsDialog
          line={opened}
          name={[`${opened.name} ${opened.description}`.trim(), codesName(opened.codes)]
            .filter(Boolean)
            .join(', ')}
          currency={currency}
          hasActuals={opened.otherActuals !== 0}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
