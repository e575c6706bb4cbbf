import useSWR from 'swr';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { findings } from '../setup/health/findings.ts';
import type { TileRow } from './tile-rows.ts';

/**
 * What an administrator has to fix first in the open show, with a link to Health; null when it is healthy or the user does not
 * manage it, undefined until it is known (HOME-09).
 */
export function useShowHealth(): TileRow | null | undefined {
  const { show, can } = useSession();
  const { id } = show;
  const isManager = can('Show', 'FULL');
  const { data, error } = useSWR(isManager ? keys.managed(id, 'health', id) : null, () =>
    ask(api.api.health[':id'].$get({ param: { id }, query: { showId: id } })),
  );
  if (!isManager || (error && !data)) return null;
  if (!data) return undefined;
  const [health] = data.shows;
  if (!health || health.level === 'well') return null;
  // A line has room for one finding; the first one is the gravest.
  const [first] = health.findings;
  const detail = first ? findings[first].text : '';
  return { id: 'health', count: null, text: 'Open Health', detail, href: `/setup/health/${id}` };
}
