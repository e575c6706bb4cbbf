import { useSyncExternalStore } from 'react';
import { CloudOff } from 'lucide-react';

function watchNetwork(notify: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, notify);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, notify);
  };
}

/** A banner that is shown while there is no network. */
export function OfflineBanner() {
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
