import { useEffect, useEffectEvent } from 'react';
import { useSWRConfig } from 'swr';
import { readOfShow } from '../keys.ts';
import { inBursts } from './bursts.ts';
import { useLive } from './live-provider.tsx';
import { useSession } from './session.tsx';

/** Whoever changes several settings tells of each; they are read again together. */
const pace = { soonMs: 0, restMs: 1500 };

/**
 * Reads settings, rights and lists of the open show again when somebody changed them (DEC-64, MG-11): as the live
 * channel tells, and when the tab is looked at again while there is no such channel.
 */
export function ShowChanges() {
  const { show, refreshShow } = useSession();
  const { mutate } = useSWRConfig();
  const live = useLive();
  const refresh = useEffectEvent(async () => {
    // What cannot be read now is read with the next change, or with the next page.
    await refreshShow().catch(() => undefined);
    await mutate(readOfShow(show.id));
  });
  useEffect(() => {
    const changes = inBursts<string>(pace, () => void refresh());
    const leave = live?.on('show_changed', ({ showId }) => {
      if (showId === show.id) changes.add(showId);
    });
    const leaveOpening = live?.onOpening((isFirst) => {
      if (!isFirst) changes.add(show.id);
    });
    const look = () => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) changes.add(show.id);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      leave?.();
      leaveOpening?.();
      changes.stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [live, show.id]);
  return null;
}
