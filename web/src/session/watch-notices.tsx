import { useEffect, useEffectEvent } from 'react';
import type { Notice } from '../notices.ts';
import { useToast } from '../parts/overlays/toast.tsx';
import { useLive } from './live-provider.tsx';
import { useSession } from './session.tsx';

/** Shows questions, answers and nudges to the user as soon as they arrive (ASK-04, NUDGE-12). */
export function WatchNotices() {
  const { show } = useSession();
  const flash = useToast();
  const live = useLive();
  const announce = useEffectEvent(({ showId, text, href }: Notice) => {
    if (showId === show.id) flash('news', text, { text: 'Open', href });
  });
  useEffect(() => live?.onNotice((notice) => announce(notice)), [live]);
  return null;
}
