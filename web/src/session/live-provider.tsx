import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSWRConfig } from 'swr';
import type { DocumentChanged } from '#domain/realtime/messages';
import { revalidateOnConnect, revalidateOnReconnect, keysAffectedBy } from '../keys.ts';
import { afterFirstScreen } from '../parts/hooks/lazy-part.tsx';
import type { Live } from '../live.ts';
import { batchMessages } from './batch-messages.ts';
import { useSession } from './session.tsx';

const LiveContext = createContext<Live | null>(null);

/** Returns the live client, or null until it is connected: callers then poll (RT-05). */
export function useLive(): Live | null {
  return use(LiveContext);
}

/**
 * Calls `listener` for document changes. Lists refetch themselves; the provider refreshes single documents (DEC-100).
 */
export function useDocumentChanges(listener: (change: DocumentChanged) => void): void {
  const live = useLive();
  const handle = useEffectEvent(listener);
  useEffect(() => live?.on('document_changed', (change) => handle(change)), [live]);
}

/**
 * Calls `listener` when the channel opens, because changes in between were missed; at the first opening only if there
 * was one.
 */
export function useOnReconnect(listener: () => void): void {
  const live = useLive();
  const handle = useEffectEvent(listener);
  const hadNoClient = useRef(live === null);
  useEffect(() => {
    let isDisposed = false;
    const open = async (isFirst: boolean) => {
      if (isFirst && !(await live?.hasMissedMessages())) return;
      if (!isDisposed) handle();
    };
    if (live && hadNoClient.current && live.isOpen()) void open(true);
    hadNoClient.current = live === null;
    const unsubscribe = live?.onOpen((isFirst) => void open(isFirst));
    return () => {
      isDisposed = true;
      unsubscribe?.();
    };
  }, [live]);
}

/** Changes of a bulk approval within a second cause one refetch. */
const batchPace = { delayMs: 0, intervalMs: 1000 };

/** Opens one connection per show, and a new one when the show changes (DEC-56). */
export function LiveProvider(props: { children: ReactNode }) {
  const { user, show } = useSession();
  const { mutate } = useSWRConfig();
  const [live, setLive] = useState<Live | null>(null);
  useEffect(() => {
    let current: Live | null = null;
    let isDisposed = false;
    const changes = batchMessages<DocumentChanged>(batchPace, (batch) => {
      const matchers = batch.map(keysAffectedBy);
      void mutate((key) => matchers.some((matches) => matches(key)));
    });
    const openClient = async () => {
      await new Promise<void>(afterFirstScreen);
      const { createLiveClient, openSocket } = await import('../live.ts');
      return createLiveClient(await openSocket({ userId: user.id, showId: show.id }));
    };
    openClient().then(
      (client) => {
        current = client;
        if (isDisposed) return current.close();
        current.on('document_changed', (change) => changes.add(change));
        const refetchMissed = async (isFirst: boolean) => {
          if (!isFirst) await mutate(revalidateOnReconnect);
          else if (await client.hasMissedMessages()) await mutate(revalidateOnConnect);
        };
        current.onOpen((isFirst) => void refetchMissed(isFirst));
        return setLive(current);
      },
      () => setLive(null),
    );
    return () => {
      isDisposed = true;
      changes.stop();
      current?.close();
      setLive(null);
    };
  }, [user.id, show.id, mutate]);
  return <LiveContext value={live}>{props.children}</LiveContext>;
}
