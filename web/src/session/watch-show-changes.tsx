import { useEffect, useEffectEvent } from 'react';
import { useSWRConfig } from 'swr';
import { withJitter } from '../delay.ts';
import { isShowKey } from '../keys.ts';
import { batchMessages } from './batch-messages.ts';
import { useLive } from './live-provider.tsx';
import { useSession } from './session.tsx';

/** Several changed settings send one message each; they cause one refetch. */
const pace = { delayMs: 0, intervalMs: 1500 };

/**
 * If the channel reopens within this time it was only interrupted. If it stays closed, the user may have been removed.
 */
const REOPENED_WITHIN_MS = 4000;

/**
 * Reloads settings and permissions of the open show after someone changed them: on a live message, after a lost
 * connection, when the channel stays closed (DEC-154), and when the tab becomes visible without a channel (DEC-64, MG-11).
 * Reloads the show's lists only on a message; otherwise they have their own interval (DEC-72).
 */
export function WatchShowChanges() {
  const { show, refreshShow } = useSession();
  const { mutate } = useSWRConfig();
  const live = useLive();
  const refresh = useEffectEvent(async (withLists: boolean) => {
    // A failed reload is made up for by the next change or the next page.
    await refreshShow().catch(() => undefined);
    if (withLists) await mutate(isShowKey(show.id));
  });
  useEffect(() => {
    const changes = batchMessages<boolean>(pace, (changed) => void refresh(changed.includes(true)));
    const unsubscribe = live?.on('show_changed', ({ showId }) => {
      if (showId === show.id) changes.add(true);
    });
    const unsubscribeOpen = live?.onOpen((isFirst) => {
      if (!isFirst) changes.add(false);
    });
    let breakTimer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribeBreak = live?.onBreak(() => {
      clearTimeout(breakTimer);
      breakTimer = setTimeout(() => {
        if (!live.isOpen()) changes.add(false);
      }, withJitter(REOPENED_WITHIN_MS));
    });
    const checkWhenVisible = () => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) changes.add(false);
    };
    document.addEventListener('visibilitychange', checkWhenVisible);
    return () => {
      unsubscribe?.();
      unsubscribeOpen?.();
      unsubscribeBreak?.();
      clearTimeout(breakTimer);
      changes.stop();
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }, [live, show.id]);
  return null;
}
