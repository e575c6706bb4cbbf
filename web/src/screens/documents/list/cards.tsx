import { Suspense, useDeferredValue } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { LoadingBackdrop } from '../../../parts/page/loading-backdrop.tsx';
import { RowCard } from '../../../parts/page/card.tsx';
import { later } from '../../../parts/hooks/lazy-part.tsx';
import type { Picks } from '../../../parts/table/row-selection.tsx';
import type { ListRow } from './list-definition.ts';

const Tick = later(async () => (await import('../../../parts/fields/checkbox.tsx')).Tick);
const InWork = later(async () => (await import('../../../parts/table/row-selection.tsx')).InWork);

/** As many cards as a phone has room for, and a tall one. */
const FIRST_SCREEN = 8;

const waiting = Array.from({ length: 6 }, (_, index) => `card-${index}`);

/** Beside the link, not within it: a finger either opens the document or ticks it. */
function CardTick<Row extends ListRow>({ row, picks }: { row: Row; picks: Picks<Row> }) {
  return (
    <span className="absolute inset-y-0 left-0 flex">
      <Suspense fallback={null}>
        {picks.isInWork(row) ? (
          <InWork />
        ) : (
          <Tick
            label={picks.nameOf(row)}
            isSelected={picks.isPicked(row)}
            onChange={() => picks.onPick(row)}
          />
        )}
      </Suspense>
    </span>
  );
}

/** UX-09: a list on a phone. */
export function Cards<Row extends ListRow>(props: {
  label: string;
  rows: readonly Row[] | undefined;
  Card: ComponentType<{ row: Row }>;
  hrefOf: (row: Row) => string;
  isStale: boolean;
  empty: ReactNode;
  picks: Picks<Row> | null;
}) {
  const { label, rows, Card, picks } = props;
  // Of rows that have just come those in sight are drawn first, and the others as soon as they stand.
  const isFirst = useDeferredValue(rows === undefined);
  if (rows === undefined) {
    return (
      <ul aria-label={label} aria-busy className="gutter grid grid-cols-1 gap-2">
        {waiting.map((id) => (
          <li key={id} className="h-30 animate-skeleton rounded-lg bg-ink-soft" />
        ))}
      </ul>
    );
  }
  if (rows.length === 0) return props.empty;
  return (
    <LoadingBackdrop isLoading={props.isStale}>
      <ul aria-label={label} aria-busy={props.isStale} className="gutter grid grid-cols-1 gap-2">
        {rows.map((row, place) =>
          isFirst && place >= FIRST_SCREEN ? (
            <li key={row.id} className="h-30" />
          ) : (
            // Out of sight a card takes its room and nothing else.
            <li
              key={row.id}
              className={`[contain-intrinsic-size:auto_7.5rem] [content-visibility:auto] ${picks ? 'relative' : ''}`}
            >
              <RowCard
                href={props.hrefOf(row)}
                isPicked={picks !== null && (picks.isPicked(row) || picks.isInWork(row))}
                hasTick={picks !== null}
              >
                <Card row={row} />
              </RowCard>
              {picks ? <CardTick row={row} picks={picks} /> : null}
            </li>
          ),
        )}
      </ul>
    </LoadingBackdrop>
  );
}
