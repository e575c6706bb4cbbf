import { useEffect } from 'react';
import useSWR from 'swr';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { findings } from '../setup/health/words.ts';
import type { TileRow } from './tile-rows.ts';

/** Reads what an administrator has to fix in the open show, with a link to Health. Nothing when the show is healthy. */
export function ShowHealth({ onRead }: { onRead: (row: TileRow | null) => void }) {
  const { show } = useSession();
  const { id } = show;
  const { data } = useSWR(keys.managed(id, 'health', id), () =>
    ask(api.api.health[':id'].$get({ param: { id }, query: { showId: id } })),
  );
  const [health] = data?.shows ?? [];
  const found = health && health.level !== 'well' ? health.findings.join(' ') : '';
  useEffect(() => {
    const texts =
      found === '' ? [] : found.split(' ').map((one) => findings[one as keyof typeof findings].text);
    const row = { id: 'health', count: null, text: 'Open Health', detail: texts.join(' ') };
    onRead(texts.length === 0 ? null : { ...row, href: `/setup/health/${id}` });
  }, [found, id, onRead]);
  return null;
}
