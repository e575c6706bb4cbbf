import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, api, ask, connect } from '../api.ts';
import { survivesShowChange } from '../keys.ts';
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
import { isUserActive, lastActivity, markActivity, useActivity } from './activity.ts';
import { loginUrl } from './startup.ts';
import { writeStored } from './local-storage.ts';
import { onBroadcast, broadcast } from './cross-tab.ts';
import type { TabMessage } from './cross-tab.ts';

/** `gone`: the session no longer exists. `unknown`: the server did not respond. */
type Unanswered = 'gone' | 'unknown';

/** Verifies the session without prolonging it. Returns when it ends, in milliseconds since the epoch (DEC-08). */
async function verify(): Promise<number | Unanswered> {
  try {
    const response = await api.api.sessions.verify.$get();
    if (response.ok) return Date.parse((await response.json()).expirationTime);
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Prolongs the session. Returns when to prolong it again, in milliseconds since the epoch (DEC-07). */
async function extend(): Promise<number | Unanswered> {
  try {
    const response = await api.api.sessions['keep-session-alive'].$get();
    if (response.ok) return Date.parse((await response.json()).refreshTime);
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}

function currentPath(): string {
  return `${location.pathname}${location.search}`;
}

/** Clears the data of a session that is over, so that none is left behind the dialog (SE-14, DEC-73). */
function useClearDataAtEnd(isOver: boolean): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (isOver) void mutate((key) => !survivesShowChange(key), undefined, { revalidate: false });
  }, [isOver, mutate]);
}

/** Reloads a page that the browser restored from its cache, because its session may be over. */
function useReloadOnRestore(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', reload);
    return () => removeEventListener('pageshow', reload);
  }, []);
}

/** Handles messages of other tabs: an ended session ends here too, and a renewed one continues here (SE-11). */
function useOtherTabs(
  userId: string,
  isExpired: boolean,
  handlers: { onEnded: () => Promise<void>; continueSession: () => void },
) {
  const handle = useEffectEvent((message: TabMessage) => {
    if (message.type === 'ended') void handlers.onEnded();
    else if (isExpired || message.userId !== userId) handlers.continueSession();
  });
  useEffect(() => {
    broadcast({ type: 'started', userId });
    return onBroadcast((message) => handle(message));
  }, [userId]);
}

/** Ends the session and follows the server's redirect; reports a failed log out to the user (SE-20). */
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
      broadcast({ type: 'ended' });
      location.assign(logoutRedirectUrl);
    } catch (error) {
      // A 401 means that there is no session to end. After any other error it is still open, which must not look like
      // the end.
      if (error instanceof ApiError && error.status === 401) return location.assign(fallbackUrl);
      isLeaving.current = false;
      setFailed(true);
    }
    return undefined;
  };
  return { isLeaving, failed, signOut, stay: () => setFailed(false) };
}

/**
 * Checks the clock at an interval and makes the call that is due: `verify` under the warning, else a silent keep-alive.
 */
function useTicking(
  clock: Clock,
  isOver: boolean,
  step: (event: ClockEvent) => void,
  onLost: () => void,
): number {
  const [now, setNow] = useState(() => Date.now());
  const busy = useRef(false);
  const tick = useEffectEvent(async () => {
    const at = Date.now();
    setNow(at);
    step({ type: 'ticked', now: at, lastActivityAt: lastActivity() });
    const check = dueCheck(clock, at);
    if (check === null || busy.current) return;
    busy.current = true;
    const answer = await (check === 'verify' ? verify() : extend());
    busy.current = false;
    const time = typeof answer === 'number' ? answer : null;
    if (answer === 'gone') onLost();
    else if (check === 'verify') step({ type: 'verified', now: Date.now(), endsAt: time });
    else if (time !== null) step({ type: 'extended', refreshAt: time });
  });
  const every = checkInterval(clock);
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => void tick(), every);
    return () => clearInterval(timer);
  }, [isOver, every]);
  return now;
}

/** Runs the session clock. Returns its phase and the actions of its two dialogs and of the user menu (DEC-08). */
export function useSessionClock(session: { refreshTime: string; userId: string }, showId: string | null) {
  const [clock, step] = useReducer(sessionClockReducer, Date.parse(session.refreshTime), startClock);
  // The guard of a flagged session redirects away from a feature's pages (SH-35). After sign-in the user returns to
  // them.
  const endedAt = useRef('');
  const flash = useToast();
  const { phase } = clock;
  const isOver = phase === 'expired' || phase === 'ending';
  const expire = () => {
    endedAt.current ||= currentPath();
    step({ type: 'lost' });
  };
  const now = useTicking(clock, isOver, step, expire);
  const { isLeaving, failed, signOut, stay } = useSignOut(() => step({ type: 'signed_out' }));

  useEffect(() => markActivity(), []);
  useActivity(phase === 'active');
  useClearDataAtEnd(isOver);
  useReloadOnRestore();
  useOtherTabs(session.userId, phase === 'expired', {
    onEnded: async () => {
      if (isOver || isLeaving.current) return;
      const answer = await verify();
      if (answer === 'gone') expire();
      // A keep-alive that is due is repeated with every tick until there is a response.
      if (answer === 'unknown') step({ type: 'extended', refreshAt: 0 });
    },
    continueSession: () => location.replace(endedAt.current || currentPath()),
  });

  const leaveToSignIn = (returnTo: string) => {
    if (showId) writeStored('reauthShowId', showId);
    location.assign(loginUrl(returnTo));
  };
  const onSignedOut = useEffectEvent(() => {
    if (isLeaving.current || isOver) return;
    broadcast({ type: 'ended' });
    leaveToSignIn(currentPath());
  });
  useEffect(() => {
    connect({
      onSignedOut: () => onSignedOut(),
      onServerError: (code) =>
        flash('error', code === 'show_is_moving' ? texts.showIsMoving : texts.systemError),
      isUserActive,
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
