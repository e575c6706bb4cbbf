/**
 * The session as the browser sees it (SE-04..08, DEC-08): a pure reducer. The caller passes times in milliseconds since
 * the epoch, so that tests need no real time.
 */
export const INACTIVE_AFTER_MS = 1_740_000;
export const COUNTDOWN_MS = 60_000;
export const VERIFY_GRACE_MS = 60_000;
export const CHECK_LONG_MS = 30_000;
export const CHECK_SHORT_MS = 1_000;
/** Scrolling counts as activity at most this often (SE-13). */
export const SCROLL_EVERY_MS = 300_000;

export type ClockPhase = 'active' | 'inactive' | 'expired' | 'ending';

export interface Clock {
  phase: ClockPhase;
  /** When the warning opened; null while active. */
  inactiveAt: number | null;
  /** When the next `verify` is due while inactive. */
  verifyAt: number | null;
  /** When the session ends according to the last `verify`; null before the first one. */
  endsAt: number | null;
  /** From the server: when a silent keep-alive is due for an active user (DEC-07). */
  refreshAt: number;
}

export type ClockEvent =
  | { type: 'ticked'; now: number; lastActivityAt: number }
  /** `endsAt` is null when the server could not be reached. */
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
  // The user chose "Remain Logged In" or continued working in another tab: activity is shared (SE-11).
  if (clock.phase === 'inactive' && !idle) return startClock(clock.refreshAt);
  return clock;
}

/** Schedules the next `verify` in a minute, or at the end of the session if that is sooner. */
function verified(clock: Clock, now: number, endsAt: number | null): Clock {
  if (clock.phase !== 'inactive') return clock;
  const nextAt = now + VERIFY_GRACE_MS;
  // With a wrong client clock the end can be in the past although the session continues.
  const verifyAt = endsAt !== null && endsAt > now ? Math.min(nextAt, endsAt) : nextAt;
  return { ...clock, verifyAt, endsAt: endsAt ?? clock.endsAt };
}

/** Expired and ending are final: only a page load leaves them. */
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

/** Returns the call that is due: `verify` each minute during the warning, a silent keep-alive for an active user. */
export function dueCheck(clock: Clock, now: number): SessionCheck {
  if (clock.phase === 'inactive' && clock.verifyAt !== null && now >= clock.verifyAt) return 'verify';
  if (clock.phase === 'active' && now >= clock.refreshAt) return 'keep_alive';
  return null;
}

/**
 * Returns the whole seconds left in the warning: first of its minute (SE-06), after the first successful `verify` until
 * the end of the session that it returned. Returns 0 until the server answers.
 */
export function countdownSeconds(clock: Clock, now: number): number {
  if (clock.inactiveAt === null) return 0;
  return Math.max(0, Math.ceil(((clock.endsAt ?? clock.inactiveAt + COUNTDOWN_MS) - now) / 1000));
}

/** Returns the time until the next check, in milliseconds (SE-12). */
export function checkInterval(clock: Clock): number {
  return clock.phase === 'inactive' ? CHECK_SHORT_MS : CHECK_LONG_MS;
}
