import { useEffect, useEffectEvent } from 'react';
import { useSWRConfig } from 'swr';
import { readOfShow } from '../keys.ts';
import { inBursts } from './batch-messages.ts';
import { useLive } from './live-provider.tsx';
import { useSession } from './session.tsx';

/** Whoever changes several settings tells of each; they are read again together. */
const pace = { soonMs: 0, restMs: 1500 };

/** A channel that is open again by then was only broken; one that stays closed may be so because its user is out. */
const REOPENED_WITHIN_MS = 3000;

/**
 * Reads settings and rights of the open show again when somebody changed them (DEC-64, MG-11): as the live channel tells,
 * after it was broken, when it stays closed, and when the tab is looked at again while there is no such channel. Its lists, too, when they are
 * told of; of what may have been missed they learn at their own pace (DEC-72).
 */
export function ShowChanges() {
  const { show, refreshShow } = useSession();
  const { mutate } = useSWRConfig();
  const live = useLive();
  const refresh = useEffectEvent(async (isTold: boolean) => {
    // What cannot be read now is read with the next change, or with the next page.
    await refreshShow().catch(() => undefined);
    if (isTold) await mutate(readOfShow(show.id));
  });
  useEffect(() => {
    const changes = inBursts<boolean>(pace, (burst) => void refresh(burst.includes(true)));
    const leave = live?.on('show_changed', ({ showId }) => {
      if (showId === show.id) changes.add(true);
    });
    const leaveOpening = live?.onOpening((isFirst) => {
      if (!isFirst) changes.add(false);
    });
    let closed: ReturnType<typeof setTimeout> | undefined;
    const leaveBreak = live?.onBreak(() => {
      clearTimeout(closed);
      closed = setTimeout(() => {
        if (!live.isOpen()) changes.add(false);
      }, REOPENED_WITHIN_MS);
    });
    const look = () => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) changes.add(false);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      leave?.();
      leaveOpening?.();
      leaveBreak?.();
      clearTimeout(closed);
      changes.stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [live, show.id]);
  return null;
}
