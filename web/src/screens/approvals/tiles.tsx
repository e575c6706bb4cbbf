import { Suspense, useState } from 'react';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { readStored } from '../../session/local-storage.ts';
import { useSession } from '../../session/session.tsx';
import { useHome } from './queue-summary.tsx';
import { tileHeight } from './tile-height.ts';

const TileGroups = lazyPart(async () => (await import('./tile-groups.tsx')).TileGroups);

/** How many lines the tallest group had at the last visit. Null at the first one. */
export function useEarlierLines(): number | null {
  const [stored] = useState(() => readStored('homeTiles'));
  return stored === null ? null : Number(stored) || 0;
}

/** Placeholder of the same height as the groups: on a phone they are one line. */
function TilesPlaceholder({ lines }: { lines: number }) {
  if (lines === 0) return null;
  return (
    <div className="touch:*:h-11 gutter pt-8 pb-2 *:h-7 max-sm:pt-3 max-sm:pb-1 max-sm:*:not-first:hidden">
      {Array.from({ length: lines }, (_, at) => (
        <p key={at} />
      ))}
    </div>
  );
}

/**
 * What concerns the user besides the documents that wait for them, by what they may do in the show: each line opens the
 * list that has its documents (HOME-01 to HOME-11).
 */
export function HomeTiles({ earlierLines }: { earlierLines: number | null }) {
  const { can } = useSession();
  const { data, error } = useHome();
  // At the first visit, Health may add a line that is not known yet.
  const reserved = earlierLines ?? Number(can('Show', 'FULL'));
  const placeholder = <TilesPlaceholder lines={Math.max(reserved, data ? tileHeight(data.tiles) : 0)} />;
  if (!data) return error ? null : placeholder;
  return (
    <Suspense fallback={placeholder}>
      <TileGroups tiles={data.tiles} placeholder={placeholder} />
    </Suspense>
  );
}
