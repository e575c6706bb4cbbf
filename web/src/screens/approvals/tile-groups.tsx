import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { isAdmin } from '#domain/identity/permissions';
import { dateInZone } from '#domain/values/days';
import { useDateFormat } from '../../parts/display/date-format.tsx';
import { writeStored } from '../../session/local-storage.ts';
import { useSession } from '../../session/session.tsx';
import type { HomeSummary } from './queue-summary.tsx';
import { useShowHealth } from './show-health.ts';
import { tileGroups } from './tile-rows.ts';
import type { TileGroup, TileRow } from './tile-rows.ts';

/** On a phone a pill in a line that scrolls sideways, of which the next one is partly in view; else a row. */
function Row({ row: { count, text, detail, href }, isOnly }: { row: TileRow; isOnly: boolean }) {
  return (
    <li className="min-w-0 max-sm:shrink-0">
      <Link
        href={href}
        className={`touch:min-h-11 group flex min-w-0 cursor-pointer items-center gap-1.5 rounded-sm py-1 text-sm max-sm:rounded-full max-sm:whitespace-nowrap max-sm:border max-sm:border-line max-sm:px-3.5 ${isOnly ? 'max-sm:max-w-[calc(100vw-2rem)]' : 'max-sm:max-w-[calc(100vw-6rem)]'}`}
      >
        {count === null ? null : <span className="figures font-semibold">{count}</span>}
        <span className="shrink-0 truncate underline-offset-2 max-sm:max-w-full sm:max-w-[70%] group-data-hovered:underline">
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

function Group({ group: { id, title, rows }, isOnly }: { group: TileGroup; isOnly: boolean }) {
  return (
    <section aria-labelledby={`tile-${id}`} className="min-w-0 max-sm:shrink-0">
      <h2 id={`tile-${id}`} className="pb-1 text-xs font-semibold text-ink-muted max-sm:sr-only">
        {title}
      </h2>
      <ul className="max-sm:flex max-sm:gap-2">
        {rows.map((row) => (
          <Row key={row.id} row={row} isOnly={isOnly} />
        ))}
      </ul>
    </section>
  );
}

/** The lines by what the user may do: `placeholder` until all of them are known, and if there are none. */
export function TileGroups({ tiles, placeholder }: { tiles: HomeSummary['tiles']; placeholder: ReactNode }) {
  const { config, rights } = useSession();
  const health = useShowHealth();
  const format = useDateFormat();
  const [today] = useState(() => dateInZone(new Date().toISOString(), config.settings.timeZone));
  const groups = tileGroups(
    tiles,
    { today, format, mayResendOrders: isAdmin(rights.permissions, 'PO') },
    health ?? null,
  );
  const isKnown = health !== undefined;
  const lines = Math.max(0, ...groups.map(({ rows }) => rows.length));
  useEffect(() => {
    if (isKnown) writeStored('homeTiles', String(lines));
  }, [isKnown, lines]);
  if (!isKnown || groups.length === 0) return placeholder;
  return (
    <div className="gutter relative grid auto-cols-[minmax(0,26rem)] grid-flow-col gap-x-12 pt-3 pb-2 max-md:gap-x-6 max-sm:flex max-sm:gap-2 max-sm:overflow-x-auto max-sm:pb-1">
      {groups.map((group) => (
        <Group key={group.id} group={group} isOnly={groups.flatMap(({ rows }) => rows).length === 1} />
      ))}
    </div>
  );
}
