import { useEffect } from 'react';
import { useLive } from '../../session/live-provider.tsx';

/** The average polling interval of an open screen while the realtime channel is closed. */
const POLL_INTERVAL_MS = 4000;

const randomInterval = () => POLL_INTERVAL_MS * (0.75 + Math.random() / 2);

/**
 * Calls `refresh` every few seconds while the realtime channel is closed and the page is visible (DEC-100). The interval
 * varies, so that a returning server is not asked by every window at once (DEC-154).
 */
export function usePollingFallback(refresh: () => void): void {
  const live = useLive();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const poll = () => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) refresh();
      timer = setTimeout(poll, randomInterval());
    };
    timer = setTimeout(poll, randomInterval());
    return () => clearTimeout(timer);
  }, [live, refresh]);
}
