/**
 * The session as the browser sees it (SE-04..08, DEC-08): a pure reducer. Times are milliseconds since the epoch; the
 * caller brings them, so a test can live through an hour in a microsecond.
 */
export const INACTIVE_AFTER_MS = 1_740_000;
export const COUNTDOWN_MS = 60_000;
export const VERIFY_GRACE_MS = 60_000;
export const CHECK_LONG_MS = 30_000;
export const CHECK_SHORT_MS = 1_000;
/** SE-13: scrolling counts as activity at most this often. */
export const SCROLL_EVERY_MS = 300_000;

export type ClockPhase = 'active' | 'inactive' | 'expired' | 'ending';

export interface Clock {
  phase: ClockPhase;
  /** When the warning opened; null while active. */
  inactiveAt: number | null;
  /** When the next `verify` is due while inactive. */
  verifyAt: number | null;
  /** When the session ends, as the last `verify` said; null before it was asked. */
  endsAt: number | null;
  /** From the server: when a silent keep-alive is due for someone who is working (DEC-07). */
  refreshAt: number;
}

export type ClockEvent =
  | { type: 'ticked'; now: number; lastActivityAt: number }
  /** `endsAt`: null where the server could not be asked. */
  | { type: 'verified'; now: number; endsAt: number | null }
  | { type: 'extended'; refreshAt: number }
  | { type: 'remained'; refreshAt: number }
  | { type: 'lost' }
  | { type: 'signed_out' };

export type SessionCheck = 'verify' | 'keep_alive' | null;

export function startClock(refreshAt: number): Clock {
  return { phase: 'active', inactiveAt: null, verifyAt: null, endsAt: null, refreshAt };
}

function ticked(clock: Clock, now: number, lastActivityAt: number): Clock {
  const idle = now - lastActivityAt >= INACTIVE_AFTER_MS;
  if (clock.phase === 'active' && idle) {
    return { ...clock, phase: 'inactive', inactiveAt: now, verifyAt: now + VERIFY_GRACE_MS };
  }
  // Another tab said "Remain Logged In", or went on working: activity is shared (SE-11).
  if (clock.phase === 'inactive' && !idle) return startClock(clock.refreshAt);
  return clock;
}

/** Asks again after a minute, or when the session ends if that is sooner. */
function verified(clock: Clock, now: number, endsAt: number | null): Clock {
  if (clock.phase !== 'inactive') return clock;
  const nextAt = now + VERIFY_GRACE_MS;
  // By a clock that is set wrong the end may be past although the session goes on.
  const verifyAt = endsAt !== null && endsAt > now ? Math.min(nextAt, endsAt) : nextAt;
  return { ...clock, verifyAt, endsAt: endsAt ?? clock.endsAt };
}

/** Expired and ending are final: only a new page load leaves them. */
export function sessionClockReducer(clock: Clock, event: ClockEvent): Clock {
  if (clock.phase === 'expired' || clock.phase === 'ending') return clock;
  switch (event.type) {
    case 'ticked':
      return ticked(clock, event.now, event.lastActivityAt);
    case 'verified':
      return verified(clock, event.now, event.endsAt);
    case 'extended':
      return { ...clock, refreshAt: event.refreshAt };
    case 'remained':
      return startClock(event.refreshAt);
    case 'lost':
      return { ...clock, phase: 'expired' };
    case 'signed_out':
      return { ...clock, phase: 'ending' };
  }
}

/** The call that is due now: `verify` each minute under the warning, a silent keep-alive for someone at work. */
export function dueCheck(clock: Clock, now: number): SessionCheck {
  if (clock.phase === 'inactive' && clock.verifyAt !== null && now >= clock.verifyAt) return 'verify';
  if (clock.phase === 'active' && now >= clock.refreshAt) return 'keep_alive';
  return null;
}

/**
 * Whole seconds left in the warning: first of its minute (SE-06), and from the first `verify` that the server granted until
 * the end of the session that it named. 0 while the server has not answered.
 */
export function countdownSeconds(clock: Clock, now: number): number {
  if (clock.inactiveAt === null) return 0;
  return Math.max(0, Math.ceil(((clock.endsAt ?? clock.inactiveAt + COUNTDOWN_MS) - now) / 1000));
}

/** SE-12: how long to wait for the next look. */
export function checkInterval(clock: Clock): number {
  return clock.phase === 'inactive' ? CHECK_SHORT_MS : CHECK_LONG_MS;
}
