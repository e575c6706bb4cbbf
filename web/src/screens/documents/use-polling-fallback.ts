import { useEffect } from 'react';
import { useLive } from '../../session/live-provider.tsx';

/** The polling interval of an open screen while the realtime channel is closed. */
const POLL_INTERVAL_MS = 4000;

/** Calls `refresh` every few seconds while the realtime channel is closed and the page is visible (DEC-100). */
export function usePollingFallback(refresh: () => void): void {
  const live = useLive();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) refresh();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [live, refresh]);
}
