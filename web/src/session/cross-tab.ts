/** What the tabs of one browser tell each other: they share one session, by its cookie. */
export type TabMessage =
  /** The session is over: logged out, or refused. Whoever hears it asks the server. */
  | { type: 'ended' }
  /** A page has started with a valid session. */
  | { type: 'started'; userId: string };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null;

function isNews(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  return data.type === 'ended' || (data.type === 'started' && 'userId' in data);
}

/** Tells every other tab; this one hears nothing of it. */
export function tellTabs(news: TabMessage): void {
  channel?.postMessage(news);
}

/** Calls back with what other tabs tell. The function it answers ends that. */
export function onBroadcast(listener: (news: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) listener(data);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
