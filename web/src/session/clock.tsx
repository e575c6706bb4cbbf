import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { ApiError, api, ask, connect } from '../api.ts';
import { texts } from '../words.ts';
import { useFlash } from '../parts/flash.tsx';
import {
  SCROLL_EVERY_MS,
  checkEvery,
  countdownSeconds,
  dutyOf,
  startClock,
  stepClock,
} from '#domain/session-clock';
import { loginUrl } from './start-up.ts';
import { recall, remember } from './storage.ts';

function lastActivity(): number {
  const kept = Number(recall('lastActivityTime'));
  return Number.isFinite(kept) && kept > 0 ? kept : 0;
}

function markActivity(): void {
  remember('lastActivityTime', String(Date.now()));
}

/** Later than this after the last sign of life, a call is nobody's wish. Scrolling is noted seldom, hence its time. */
const ATTENDED_FOR_MS = SCROLL_EVERY_MS;

/** DEC-07: whether somebody works in any tab, so that calls prolong the session. */
function isAttended(): boolean {
  return Date.now() - lastActivity() < ATTENDED_FOR_MS;
}

/** SE-11, SE-13: work in any tab counts; scrolling counts once in a while. Off while the warning is open. */
function useActivity(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const work = () => {
      if (Date.now() - lastActivity() > 1000) markActivity();
    };
    const scroll = () => {
      if (Date.now() - lastActivity() > SCROLL_EVERY_MS) markActivity();
    };
    const passive = { passive: true, capture: true };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, work, passive);
    addEventListener('scroll', scroll, passive);
    return () => {
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, work, passive);
      removeEventListener('scroll', scroll, passive);
    };
  }, [on]);
}

async function verify(): Promise<'valid' | 'gone' | 'unknown'> {
  try {
    const response = await api.api.sessions.verify.$get();
    if (response.ok) return 'valid';
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function extend(): Promise<number> {
  const { refreshTime } = await ask(api.api.sessions['keep-session-alive'].$get());
  return Date.parse(refreshTime);
}

/** Drives the session clock (DEC-08): returns where it stands and the acts of its two dialogs and of the user menu. */
export function useSessionClock(refreshTime: string, showId: string | null) {
  const [clock, step] = useReducer(stepClock, Date.parse(refreshTime), startClock);
  const [now, setNow] = useState(() => Date.now());
  const busy = useRef(false);
  const leaving = useRef(false);
  const [signOutFailed, setSignOutFailed] = useState(false);
  const flash = useFlash();
  const { phase } = clock;

  useEffect(() => markActivity(), []);
  useActivity(phase === 'active');

  useEffect(() => {
    connect({
      onSignedOut: () => {
        if (leaving.current || phase === 'expired' || phase === 'ending') return;
        if (showId) remember('reauthShowId', showId);
        location.assign(loginUrl(`${location.pathname}${location.search}`));
      },
      onServerError: () => flash('error', texts.systemError),
      isAttended,
    });
  }, [phase, showId, flash]);

  const attend = useCallback(async () => {
    const at = Date.now();
    setNow(at);
    step({ type: 'ticked', now: at, lastActivityAt: lastActivity() });
    const duty = dutyOf(clock, at);
    if (duty === null || busy.current) return;
    busy.current = true;
    if (duty === 'verify') {
      step((await verify()) === 'gone' ? { type: 'lost' } : { type: 'verified', now: Date.now() });
    } else {
      await extend().then(
        (refreshAt) => step({ type: 'extended', refreshAt }),
        () => undefined,
      );
    }
    busy.current = false;
  }, [clock]);

  useEffect(() => {
    if (phase === 'expired' || phase === 'ending') return undefined;
    const timer = setInterval(() => void attend(), checkEvery(clock));
    return () => clearInterval(timer);
  }, [attend, clock, phase]);

  const remain = useCallback(async () => {
    const answer = await verify();
    if (answer === 'gone') return step({ type: 'lost' });
    if (answer === 'unknown') return flash('error', texts.verifyFailed);
    try {
      const refreshAt = await extend();
      markActivity();
      return step({ type: 'remained', refreshAt });
    } catch {
      return flash('error', texts.extendFailed);
    }
  }, [flash]);

  const signIn = useCallback(() => {
    if (showId) remember('reauthShowId', showId);
    location.assign(loginUrl(`${location.pathname}${location.search}`));
  }, [showId]);

  const signOut = useCallback(async (fallbackUrl: string) => {
    leaving.current = true;
    setSignOutFailed(false);
    try {
      const { logoutRedirectUrl } = await ask(api.api.sessions.$delete());
      step({ type: 'signed_out' });
      location.assign(logoutRedirectUrl);
    } catch (error) {
      // Without a session there is nothing left to end; anything else leaves it open, which must not look like the end.
      if (error instanceof ApiError && error.status === 401) return location.assign(fallbackUrl);
      leaving.current = false;
      setSignOutFailed(true);
    }
    return undefined;
  }, []);

  const stay = useCallback(() => setSignOutFailed(false), []);
  const secondsLeft = countdownSeconds(clock, now);
  return { phase, secondsLeft, remain, signIn, signOut, signOutFailed, stay };
}

export type SessionClock = ReturnType<typeof useSessionClock>;
