import useSWRInfinite from 'swr/infinite';
import type { SWRInfiniteConfiguration } from 'swr/infinite';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';

/**
 * A list of the open show in pages, the newest entry first. Each page begins before the last entry of the page before
 * it. `key` is that of the list, `cursorOf` returns the cursor of a page's last entry.
 */
export function usePagesBefore<Page extends { hasMore: boolean }>(
  key: readonly [string, ...string[]],
  cursorOf: (page: Page) => string | undefined,
  load: (query: { showId: string; before?: string }) => Promise<Page>,
  options: SWRInfiniteConfiguration<Page> = {},
) {
  const { show } = useSession();
  return useSWRInfinite<Page>(
    (_index: number, previous: Page | null) => {
      if (previous && !previous.hasMore) return null;
      return keys.managed(show.id, ...key, (previous && cursorOf(previous)) ?? '');
    },
    (pageKey: readonly unknown[]) => {
      const before = String(pageKey.at(-1));
      return load({ showId: show.id, ...(before !== '' && { before }) });
    },
    options,
  );
}
