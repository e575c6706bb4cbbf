import { costColumns, signOf } from '#domain/budget/cost-report/columns';
import type { CostColumn } from '#domain/budget/cost-report/columns';
import type { CostFiguresResponse, CostRowResponse } from '#domain/budget/cost-report/response';
import { needsReview } from '#domain/estimates/estimate';
import { toCents } from '#domain/values/money';
import { Chip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ChipShape } from '../../../parts/display/status-shape.tsx';

export type Item = CostRowResponse & { id: string; currency: string; isSum: boolean };

/** An amount of a column; a deviation has its sign also above zero. */
export function Amount(props: { figures: CostFiguresResponse; column: CostColumn; currency: string }) {
  const { figures, column, currency } = props;
  const amount = figures[column.id] ?? null;
  if (amount === null) return <span className="text-ink-muted">—</span>;
  const isOver = column.id === 'overUnder' && amount < 0;
  return (
    <span className={isOver ? 'font-medium text-negative' : undefined}>
      {column.isSigned ? signOf(amount) : ''}
      <Money cents={toCents(column.isSigned ? Math.abs(amount) : amount)} currency={currency} />
    </span>
  );
}

const marks = {
  overUnder: {
    isMarked: ({ overUnder }: Item) => overUnder !== null && overUnder < 0,
    tone: 'negative',
    shape: 'cross',
    text: 'Over budget',
  },
  efc: {
    isMarked: ({ etc, isSum }: Item) => !isSum && needsReview(etc),
    tone: 'caution',
    shape: 'triangle',
    text: 'Above EFC',
  },
} as const;

export function Mark({ item }: { item: Item }) {
  return Object.values(marks).map(({ isMarked, tone, shape, text }) =>
    isMarked(item) ? (
      <Chip key={text} tone={tone} shape={shape}>
        {text}
      </Chip>
    ) : null,
  );
}

/** A mark below its figure. Its row is as high as the others, as long tables need. */
export function FigureMark({ item, column }: { item: Item; column: keyof typeof marks }) {
  const { isMarked, tone, shape, text } = marks[column];
  if (!isMarked(item)) return null;
  return (
    <span
      className={`flex items-center justify-end gap-1 font-medium ${tone === 'negative' ? 'text-negative' : 'text-caution'}`}
    >
      <ChipShape shape={shape} />
      {text}
    </span>
  );
}

export const paidName = 'of Which Paid';

/** The part of the actual amount that is paid, by the name in the head of the column. */
export function Paid({ paid, currency }: Pick<Item, 'paid' | 'currency'>) {
  if (paid === null || paid === 0) return null;
  return (
    <span className="block text-ink-muted">
      <span className="sr-only">{paidName} </span>
      <Money cents={toCents(paid)} currency={currency} />
    </span>
  );
}

export const varianceName = 'Exchange Variance';

/** What the exchange rates have changed of the total cost, by the name in the head of the column (BUD-92). */
export function Variance({ exchangeVariance = 0, currency }: Pick<Item, 'exchangeVariance' | 'currency'>) {
  if (exchangeVariance === 0) return null;
  return (
    <span className="block text-ink-muted">
      <span className="sr-only">{varianceName} </span>
      {signOf(exchangeVariance)}
      <Money cents={toCents(Math.abs(exchangeVariance))} currency={currency} />
    </span>
  );
}

export const seriesColumns = costColumns.filter(({ id }) => id === 'pattern' || id === 'amort');

/** Pattern above amort, each in its line also where the other is missing. */
export function Series({ item }: { item: Item }) {
  if (item.pattern === null && item.amort === null) return <span className="text-ink-muted">—</span>;
  return seriesColumns.map((column) => (
    <span key={column.id} className={`block ${column.id === 'amort' ? 'text-ink-muted' : ''}`}>
      <span className="sr-only">{column.name} </span>
      <Amount figures={item} column={column} currency={item.currency} />
    </span>
  ));
}

export const seriesName = 'of Which Pattern, Amort';
