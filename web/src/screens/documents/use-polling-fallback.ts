import { useEffect } from 'react';
import { useLive } from '../../session/live-provider.tsx';

/** How often an open screen asks by itself while the live channel is closed. */
const ASK_EVERY_MS = 4000;

/** Calls `refresh` every few seconds for as long as no live message can come, and the page is looked at (DEC-100). */
export function useRefreshWithoutLive(refresh: () => void): void {
  const live = useLive();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) refresh();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [live, refresh]);
}
