import { Suspense, useEffect, useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { dateInZone } from '#domain/values/days';
import { useDateFormat } from '../../parts/display/date-format.tsx';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { readStored, writeStored } from '../../session/local-storage.ts';
import { useSession } from '../../session/session.tsx';
import { useHome } from './queue-summary.tsx';
import { tileGroups } from './tile-rows.ts';
import type { TileGroup, TileRow } from './tile-rows.ts';

/** Reads what is wrong with the show. Its texts load after the first screen. */
const ShowHealth = lazyPart(async () => (await import('./show-health.tsx')).ShowHealth);

/** How many rows the tallest tile had at the last visit: the placeholder has the same height. */
function readHeight(showId: string): number {
  const [stored, rows] = (readStored('homeTiles') ?? '').split(' ');
  return stored === showId ? Math.min(5, Number(rows) || 0) : 0;
}

/** On a phone a pill of one line that scrolls sideways, else a row. */
function Row({ row: { count, text, detail, href } }: { row: TileRow }) {
  return (
    <li className="min-w-0 max-sm:shrink-0">
      <Link
        href={href}
        className="touch:min-h-11 group flex min-w-0 cursor-pointer items-center gap-1.5 rounded-sm py-1 text-sm max-sm:max-w-76 max-sm:rounded-full max-sm:border max-sm:border-line max-sm:px-3.5"
      >
        {count === null ? null : <span className="figures font-semibold">{count}</span>}
        <span className="max-w-[70%] shrink-0 truncate underline-offset-2 group-data-hovered:underline">
          {text}
        </span>
        <span className="min-w-0 flex-1 truncate pl-1.5 text-ink-muted sm:text-right" title={detail}>
          {detail}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </Link>
    </li>
  );
}

function Group({ group: { id, title, rows } }: { group: TileGroup }) {
  return (
    <section aria-labelledby={`tile-${id}`} className="min-w-0 max-sm:shrink-0">
      <h2 id={`tile-${id}`} className="pb-1 text-xs font-semibold text-ink-muted max-sm:sr-only">
        {title}
      </h2>
      <ul className="max-sm:flex max-sm:gap-2">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

/**
 * What concerns the user besides the documents that wait for them, by what they may do in the show: each line opens the
 * list that has its documents (HOME-01 to HOME-11).
 */
export function HomeTiles() {
  const { show, can, config } = useSession();
  const { data, error } = useHome();
  const format = useDateFormat();
  const [height] = useState(() => readHeight(show.id));
  const [health, setHealth] = useState<TileRow | null>(null);
  const today = dateInZone(new Date().toISOString(), config.settings.timeZone);
  const groups = data ? tileGroups(data.tiles, { today, format }, health) : [];
  const rows = Math.max(0, ...groups.map((group) => group.rows.length));
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) writeStored('homeTiles', `${show.id} ${rows}`);
  }, [isLoaded, show.id, rows]);
  const isExpected = !data && !error && height > 0;
  return (
    <>
      {can('Show', 'FULL') ? (
        <Suspense>
          <ShowHealth onRead={setHealth} />
        </Suspense>
      ) : null}
      {isExpected ? (
        <div aria-hidden className="gutter pt-3 pb-2">
          <div className="h-5 max-sm:hidden" />
          {Array.from({ length: height }, (_, at) => (
            <div key={at} className="touch:h-11 flex h-7 items-center max-sm:not-first:nth-[n+3]:hidden">
              <span className="h-2 w-64 rounded-full bg-surface-sunken" />
            </div>
          ))}
        </div>
      ) : null}
      {groups.length > 0 ? (
        <div className="gutter grid grid-flow-col auto-cols-[minmax(0,26rem)] gap-x-12 pt-3 pb-2 max-md:grid-flow-row max-md:auto-cols-auto max-md:gap-y-2 max-sm:flex max-sm:gap-2 max-sm:overflow-x-auto max-sm:pb-1">
          {groups.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </div>
      ) : null}
    </>
  );
}
