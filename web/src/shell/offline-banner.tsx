import { useSyncExternalStore } from 'react';
import { CloudOff } from 'lucide-react';

function watchNetwork(tell: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, tell);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, tell);
  };
}

/** Says that there is no network, for as long as there is none. */
export function OfflineLine() {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <p
          data-offline
          className="gutter flex items-center justify-center gap-2 border-b border-line bg-caution-soft py-1.5 text-sm text-caution"
        >
          <CloudOff aria-hidden className="size-4 shrink-0" />
          You are offline. What you see may be out of date, and nothing can be saved until the connection is
          back.
        </p>
      )}
    </div>
  );
}
