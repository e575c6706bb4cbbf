import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { callsInFlight, watchTraffic } from '../api.ts';

/** Faster responses show no bar, to avoid flicker. */
const SHOW_AFTER_MS = 200;

/** The loading bar below the top bar: animated while the page loads code or data. */
export function LoadingBar() {
  const calls = useSyncExternalStore(watchTraffic, callsInFlight);
  const { state } = useNavigation();
  const busy = calls > 0 || state !== 'idle';
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  const shown = busy && late;
  return (
    <div aria-hidden className="relative z-3 -mt-px h-0">
      <div
        className={`h-0.5 overflow-hidden transition-opacity duration-150 ${shown ? 'opacity-100' : 'opacity-0'}`}
      >
        {shown ? <div className="h-full w-1/3 animate-progress bg-ink" /> : null}
      </div>
    </div>
  );
}
