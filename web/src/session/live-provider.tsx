import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSWRConfig } from 'swr';
import type { DocumentChanged } from '#domain/realtime/messages';
import { missedAtStart, missedInBreak, touchedBy } from '../keys.ts';
import { afterFirstScreen } from '../parts/hooks/lazy-part.tsx';
import type { Live } from '../live.ts';
import { inBursts } from './batch-messages.ts';
import { useSession } from './session.tsx';

const LiveContext = createContext<Live | null>(null);

/** The live channel, or null until it is there: then callers poll (RT-05). */
export function useLive(): Live | null {
  return use(LiveContext);
}

/** Lists hear of changes here and refetch themselves; single documents are refreshed by the provider (DEC-100). */
export function useDocumentChanges(listener: (change: DocumentChanged) => void): void {
  const live = useLive();
  const hear = useEffectEvent(listener);
  useEffect(() => live?.on('document_changed', (change) => hear(change)), [live]);
}

/**
 * What a screen shows is read again when the channel opens: what changed between the reading and that was not told. At first only
 * if there was something to tell.
 */
export function useLiveOpening(listener: () => void): void {
  const live = useLive();
  const hear = useEffectEvent(listener);
  const wasWithout = useRef(live === null);
  useEffect(() => {
    let left = false;
    const open = async (isFirst: boolean) => {
      if (isFirst && !(await live?.hasMissed())) return;
      if (!left) hear();
    };
    if (live && wasWithout.current && live.isOpen()) void open(true);
    wasWithout.current = live === null;
    const leave = live?.onOpening((isFirst) => void open(isFirst));
    return () => {
      left = true;
      leave?.();
    };
  }, [live]);
}

/** What a bulk approval changes within a second is read again once. */
const burstPace = { soonMs: 0, restMs: 1000 };

/** One connection for each show: it is opened anew when the show changes (DEC-56). */
export function LiveProvider(props: { children: ReactNode }) {
  const { user, show } = useSession();
  const { mutate } = useSWRConfig();
  const [live, setLive] = useState<Live | null>(null);
  useEffect(() => {
    let current: Live | null = null;
    let left = false;
    const changes = inBursts<DocumentChanged>(burstPace, (burst) => {
      const touches = burst.map(touchedBy);
      void mutate((key) => touches.some((touched) => touched(key)));
    });
    const opening = async () => {
      await new Promise<void>(afterFirstScreen);
      const { liveOver, openSocket } = await import('../live.ts');
      return liveOver(await openSocket({ userId: user.id, showId: show.id }));
    };
    opening().then(
      (opened) => {
        current = opened;
        if (left) return current.close();
        current.on('document_changed', (change) => changes.add(change));
        const readMissed = async (isFirst: boolean) => {
          if (!isFirst) await mutate(missedInBreak);
          else if (await opened.hasMissed()) await mutate(missedAtStart);
        };
        current.onOpening((isFirst) => void readMissed(isFirst));
        return setLive(current);
      },
      () => setLive(null),
    );
    return () => {
      left = true;
      changes.stop();
      current?.close();
      setLive(null);
    };
  }, [user.id, show.id, mutate]);
  return <LiveContext value={live}>{props.children}</LiveContext>;
}
