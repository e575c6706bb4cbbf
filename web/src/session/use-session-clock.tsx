import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, api, ask, connect } from '../api.ts';
import { keepAcrossShows } from '../keys.ts';
import { texts } from '../texts.ts';
import { useToast } from '../parts/overlays/toast.tsx';
import {
  checkInterval,
  countdownSeconds,
  dueCheck,
  startClock,
  sessionClockReducer,
} from '#domain/identity/session-clock';
import type { Clock, ClockEvent } from '#domain/identity/session-clock';
import { isAttended, lastActivity, markActivity, useActivity } from './activity.ts';
import { extend, verify } from './clock-calls.ts';
import { loginUrl } from './startup.ts';
import { remember } from './local-storage.ts';
import { onBroadcast, tellTabs } from './cross-tab.ts';
import type { TabMessage } from './cross-tab.ts';

function here(): string {
  return `${location.pathname}${location.search}`;
}

/** SE-14, DEC-73: what a session has read goes with it; nothing of it stays behind the dialog. */
function useForgetting(isOver: boolean): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (isOver) void mutate((key) => !keepAcrossShows(key), undefined, { revalidate: false });
  }, [isOver, mutate]);
}

/** A page that the browser kept and shows again belongs to a session that may be over: it starts anew. */
function useFreshOnReturn(): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', look);
    return () => removeEventListener('pageshow', look);
  }, []);
}

/** SE-11: what other tabs tell. A session that ended in one of them is over here; one that began anew goes on here too. */
function useOtherTabs(
  userId: string,
  isExpired: boolean,
  acts: { onEnded: () => Promise<void>; goOn: () => void },
) {
  const hear = useEffectEvent((news: TabMessage) => {
    if (news.type === 'ended') void acts.onEnded();
    else if (isExpired || news.userId !== userId) acts.goOn();
  });
  useEffect(() => {
    tellTabs({ type: 'started', userId });
    return onBroadcast((news) => hear(news));
  }, [userId]);
}

/** SE-20: ends the session and goes where the server says; a log out that failed is told to the user. */
function useSignOut(onEnded: () => void) {
  const isLeaving = useRef(false);
  const [failed, setFailed] = useState(false);
  const signOut = async (fallbackUrl: string, isEverywhere = false) => {
    isLeaving.current = true;
    setFailed(false);
    try {
      const query = isEverywhere ? ({ everywhere: 'true' } as const) : {};
      const { logoutRedirectUrl } = await ask(api.api.sessions.$delete({ query }));
      onEnded();
      tellTabs({ type: 'ended' });
      location.assign(logoutRedirectUrl);
    } catch (error) {
      // Without a session there is nothing left to end; anything else leaves it open, which must not look like the end.
      if (error instanceof ApiError && error.status === 401) return location.assign(fallbackUrl);
      isLeaving.current = false;
      setFailed(true);
    }
    return undefined;
  };
  return { isLeaving, failed, signOut, stay: () => setFailed(false) };
}

/** Looks at the clock every so often, and does what is due: `verify` under the warning, else a silent keep-alive. */
function useTicking(
  clock: Clock,
  isOver: boolean,
  step: (event: ClockEvent) => void,
  onLost: () => void,
): number {
  const [now, setNow] = useState(() => Date.now());
  const busy = useRef(false);
  const attend = useEffectEvent(async () => {
    const at = Date.now();
    setNow(at);
    step({ type: 'ticked', now: at, lastActivityAt: lastActivity() });
    const duty = dueCheck(clock, at);
    if (duty === null || busy.current) return;
    busy.current = true;
    const answer = await (duty === 'verify' ? verify() : extend());
    busy.current = false;
    const told = typeof answer === 'number' ? answer : null;
    if (answer === 'gone') onLost();
    else if (duty === 'verify') step({ type: 'verified', now: Date.now(), endsAt: told });
    else if (told !== null) step({ type: 'extended', refreshAt: told });
  });
  const every = checkInterval(clock);
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => void attend(), every);
    return () => clearInterval(timer);
  }, [isOver, every]);
  return now;
}

/** Drives the session clock (DEC-08): returns where it stands and the acts of its two dialogs and of the user menu. */
export function useSessionClock(session: { refreshTime: string; userId: string }, showId: string | null) {
  const [clock, step] = useReducer(sessionClockReducer, Date.parse(session.refreshTime), startClock);
  // The guard of a flagged session leads away from the pages of a feature (SH-35): signing in leads back to them.
  const endedAt = useRef('');
  const flash = useToast();
  const { phase } = clock;
  const isOver = phase === 'expired' || phase === 'ending';
  const expire = () => {
    endedAt.current ||= here();
    step({ type: 'lost' });
  };
  const now = useTicking(clock, isOver, step, expire);
  const { isLeaving, failed, signOut, stay } = useSignOut(() => step({ type: 'signed_out' }));

  useEffect(() => markActivity(), []);
  useActivity(phase === 'active');
  useForgetting(isOver);
  useFreshOnReturn();
  useOtherTabs(session.userId, phase === 'expired', {
    onEnded: async () => {
      if (isOver || isLeaving.current) return;
      const answer = await verify();
      if (answer === 'gone') expire();
      // A keep-alive that is due asks again, with every look until there is an answer.
      if (answer === 'unknown') step({ type: 'extended', refreshAt: 0 });
    },
    goOn: () => location.replace(endedAt.current || here()),
  });

  const leaveToSignIn = (returnTo: string) => {
    if (showId) remember('reauthShowId', showId);
    location.assign(loginUrl(returnTo));
  };
  const onSignedOut = useEffectEvent(() => {
    if (isLeaving.current || isOver) return;
    tellTabs({ type: 'ended' });
    leaveToSignIn(here());
  });
  useEffect(() => {
    connect({
      onSignedOut: () => onSignedOut(),
      onServerError: (code) =>
        flash('error', code === 'show_is_moving' ? texts.showIsMoving : texts.systemError),
      isAttended,
    });
  }, [flash]);

  const remain = async () => {
    const answer = await verify();
    if (answer === 'gone') return expire();
    if (answer === 'unknown') return flash('error', texts.verifyFailed);
    const extended = await extend();
    if (extended === 'gone') return expire();
    if (extended === 'unknown') return flash('error', texts.extendFailed);
    markActivity();
    return step({ type: 'remained', refreshAt: extended });
  };

  return {
    phase,
    secondsLeft: countdownSeconds(clock, now),
    remain,
    signIn: () => leaveToSignIn(endedAt.current),
    signOut,
    signOutFailed: failed,
    stay,
  };
}

export type SessionClock = ReturnType<typeof useSessionClock>;
