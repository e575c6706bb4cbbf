/** Messages between the tabs of one browser, which share one session cookie. */
export type TabMessage =
  /** The session is over: logged out, or refused. A receiving tab verifies that with the server. */
  | { type: 'ended' }
  /** A page has started with a valid session. */
  | { type: 'started'; userId: string };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null;

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  return data.type === 'ended' || (data.type === 'started' && 'userId' in data);
}

/** Sends a message to every other tab. */
export function broadcast(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Calls `listener` for messages of other tabs. Returns a function that unsubscribes. */
export function onBroadcast(listener: (message: TabMessage) => void): () => void {
  const handle = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data)) listener(data);
  };
  channel?.addEventListener('message', handle);
  return () => channel?.removeEventListener('message', handle);
}
