import { useEffect } from 'react';
import { withJitter } from '../../delay.ts';
import { useLive } from '../../session/live-provider.tsx';

/** The average polling interval of an open screen while the realtime channel is closed. */
const POLL_INTERVAL_MS = 4000;

/** Calls `refresh` every few seconds while the realtime channel is closed and the page is visible (DEC-100, DEC-154). */
export function usePollingFallback(refresh: () => void): void {
  const live = useLive();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const pollLater = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible' && !live?.isOpen()) refresh();
        pollLater();
      }, withJitter(POLL_INTERVAL_MS));
    };
    pollLater();
    return () => clearTimeout(timer);
  }, [live, refresh]);
}
