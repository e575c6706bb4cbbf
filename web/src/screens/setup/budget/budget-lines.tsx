import { Button as AriaButton } from 'react-aria-components/Button';
import { seriesNames } from '#domain/budget/budget';
import type { Budget, BudgetLineResponse } from '#domain/budget/budget-response';
import { codesName } from '#domain/budget/line-codes';
import { toCents } from '#domain/values/money';
import { Chip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import type { EditedLine } from './change-dialogs.tsx';
import { useLineSearch } from './line-search.tsx';
import { lineId } from './line-field.tsx';

type Item = BudgetLineResponse & { id: string; currency: string };

const kindTexts = { ACCOUNT: null, FRINGES: 'Fringes', CONTINGENCY: 'Contingency' } as const;

function Kind({ kind, series }: Pick<BudgetLineResponse, 'kind' | 'series'>) {
  const text = kindTexts[kind];
  return (
    <>
      {text === null ? null : <Chip>{text}</Chip>}
      {series === null ? null : <Chip>{seriesNames[series]}</Chip>}
    </>
  );
}

/** Lines without an account of the chart show their kind instead. */
function accountText({ account, kind }: BudgetLineResponse): string {
  return account === kind ? '' : account;
}

const money = (
  id: keyof Item & string,
  name: string,
  amountOf: (item: Item) => number,
): TableColumn<Item> => ({
  id,
  name,
  width: '8rem',
  align: 'right',
  cell: (item) => <Money cents={toCents(amountOf(item))} currency={item.currency} />,
});
/** Most lines have no change, so that zero is left out. */
const change = (id: 'transfers' | 'overages', name: string): TableColumn<Item> => ({
  ...money(id, name, (item) => item[id]),
  cell: (item) =>
    item[id] === 0 ? (
      <span className="text-ink-muted">—</span>
    ) : (
      <Money cents={toCents(item[id])} currency={item.currency} />
    ),
});
const account: TableColumn<Item> = {
  id: 'account',
  name: 'Account',
  width: '7rem',
  isRowHeader: true,
  cell: (item) => (
    <span className="font-medium">
      {accountText(item) || '—'}
      {/* Names the row for screen readers; the description shows the codes. */}
      <span className="sr-only"> {codesName(item.codes)}</span>
    </span>
  ),
};
const description: TableColumn<Item> = {
  id: 'description',
  name: 'Description',
  cell: (item) => (
    <span className="flex items-center gap-2" title={item.description}>
      <span className="truncate">{item.description}</span>
      <span aria-hidden className="min-w-0 shrink-4 truncate text-ink-muted">
        {codesName(item.codes)}
      </span>
      <Kind {...item} />
    </span>
  ),
};
const workingColumns = [account, description, money('original', 'Budget', ({ original }) => original)];
const lockedColumns = [
  account,
  description,
  money('original', 'Locked', ({ original }) => original),
  change('transfers', 'Transfers'),
  change('overages', 'Overages'),
  money('final', 'Final Budget', ({ final }) => final),
];

/** What the search of the lines looks through. */
function searchedTexts(line: BudgetLineResponse): string[] {
  return [accountText(line), line.description, codesName(line.codes), kindTexts[line.kind] ?? ''];
}

/** The lines of a budget. Rows open while amounts may change. `budget` is undefined while it loads. */
export function BudgetLines(props: {
  budget: Budget | undefined;
  onEdit: ((line: EditedLine) => void) | null;
}) {
  const { budget, onEdit } = props;
  const { found, field, nothing } = useLineSearch(budget?.lines, searchedTexts);
  const items = budget && found?.map((line) => ({ ...line, id: lineId(line), currency: budget.currency }));
  if (budget?.lines.length === 0)
    return (
      <EmptyState>
        {onEdit
          ? 'This budget has no lines yet. Add the first one, or upload a file as a new budget.'
          : 'This budget has no lines.'}
      </EmptyState>
    );
  const edit = onEdit && ((line: BudgetLineResponse) => onEdit({ isNew: false, line }));
  return (
    <>
      {field}
      {nothing ?? <Lines items={items} isLocked={budget?.status === 'LOCKED'} onOpen={edit} />}
    </>
  );
}

function Lines(props: {
  items: readonly Item[] | undefined;
  isLocked: boolean;
  onOpen: ((line: BudgetLineResponse) => void) | null;
}) {
  const { items, isLocked, onOpen } = props;
  const isPhone = useIsPhone();
  if (!isPhone) {
    return (
      <Table
        label="Budget"
        columns={isLocked ? lockedColumns : workingColumns}
        items={items}
        empty={null}
        {...(onOpen && { onOpen })}
      />
    );
  }
  return (
    <ul aria-label="Budget" aria-busy={!items} className="gutter grid grid-cols-1 gap-2 pb-4">
      {items?.map((item) => (
        <li key={item.id}>
          {onOpen ? (
            <AriaButton onPress={() => onOpen(item)} className={`${cardClass} cursor-pointer text-left`}>
              <LineCard item={item} />
            </AriaButton>
          ) : (
            <div className={cardClass}>
              <LineCard item={item} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const cardClass = 'block w-full rounded-lg border border-line bg-surface-raised px-4 py-3';

function LineCard({ item }: { item: Item }) {
  const changes = [
    ['Transfers', item.transfers],
    ['Overages', item.overages],
  ] as const;
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{accountText(item) || <Kind {...item} />}</span>
        <Money cents={toCents(item.final)} currency={item.currency} />
      </span>
      <span className="block wrap-anywhere text-sm text-ink-muted">
        {[item.description, codesName(item.codes), item.series && seriesNames[item.series]]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {changes
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => (
          <span key={name} className="flex justify-between gap-3 text-sm text-ink-muted">
            {name}
            <Money cents={toCents(amount)} currency={item.currency} />
          </span>
        ))}
    </>
  );
}

/** The totals with and without contingency, and of pattern and amort in a series (BUD-11, BUD-82). */
export function BudgetTotals({ budget: { totals, currency, status, lines } }: { budget: Budget }) {
  const hasSeries = lines.some(({ series }) => series !== null);
  const entries = [
    [status === 'LOCKED' ? 'Final budget' : 'Budget', totals.final],
    ['Without contingency', totals.withoutContingency],
    ['Contingency', totals.contingency],
    ...(status === 'LOCKED' ? [['Overages', totals.overages] as const] : []),
    ...(hasSeries ? [['Pattern', totals.pattern] as const, ['Amort', totals.amort] as const] : []),
  ] as const;
  return (
    <dl className="grid grid-cols-4 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface-raised px-5 py-4 max-md:grid-cols-2 max-sm:px-4">
      {entries.map(([name, amount]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd className="text-base font-semibold">
            <Money cents={toCents(amount)} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
