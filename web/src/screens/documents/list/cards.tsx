import { Suspense, useDeferredValue } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { LoadingBackdrop } from '../../../parts/page/loading-backdrop.tsx';
import { RowCard } from '../../../parts/page/card.tsx';
import { rowActionsButton } from '../../../parts/table/row-actions-button.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import type { ListRow } from './list-definition.ts';

const SelectionCheckbox = lazyPart(
  async () => (await import('../../../parts/fields/checkbox.tsx')).SelectionCheckbox,
);
const RowBusy = lazyPart(async () => (await import('../../../parts/table/row-selection.tsx')).RowBusy);

/** As many cards as fit on a tall phone. */
const FIRST_SCREEN = 8;

const waiting = Array.from({ length: 6 }, (_, index) => `card-${index}`);

/** Next to the link, not inside it, so that a touch either opens or selects the document. */
function CardTick<Row extends ListRow>({ row, picks }: { row: Row; picks: RowSelection<Row> }) {
  return (
    <span className="absolute inset-y-0 left-0 flex">
      <Suspense fallback={null}>
        {picks.isInWork(row) ? (
          <RowBusy />
        ) : (
          <SelectionCheckbox
            label={picks.nameOf(row)}
            isSelected={picks.isPicked(row)}
            onChange={() => picks.onPick(row)}
          />
        )}
      </Suspense>
    </span>
  );
}

/** The list as cards, on a phone (UX-09). */
export function Cards<Row extends ListRow>(props: {
  label: string;
  rows: readonly Row[] | undefined;
  Card: ComponentType<{ row: Row }>;
  hrefOf: (row: Row) => string;
  isStale: boolean;
  empty: ReactNode;
  picks: RowSelection<Row> | null;
  onActions: (row: Row, button: HTMLElement) => void;
}) {
  const { label, rows, Card, picks } = props;
  // Renders the first visible cards before the others when new rows arrive.
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
            // The browser skips the rendering of cards outside the viewport and only reserves their space.
            <li
              key={row.id}
              className="relative [contain-intrinsic-size:auto_7.5rem] [content-visibility:auto]"
            >
              <RowCard
                href={props.hrefOf(row)}
                isPicked={picks !== null && (picks.isPicked(row) || picks.isInWork(row))}
                hasTick={picks !== null}
                hasMenu
              >
                <Card row={row} />
              </RowCard>
              {picks ? <CardTick row={row} picks={picks} /> : null}
              {rowActionsButton('top-0 right-0 size-11', (button) => props.onActions(row, button))}
            </li>
          ),
        )}
      </ul>
    </LoadingBackdrop>
  );
}
