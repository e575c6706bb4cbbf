import { describe, expect, test } from 'vitest';
import {
  CHECK_LONG_MS,
  CHECK_SHORT_MS,
  INACTIVE_AFTER_MS,
  checkInterval,
  countdownSeconds,
  dueCheck,
  startClock,
  sessionClockReducer,
} from '../../../domain/identity/session-clock.ts';
import type { Clock } from '../../../domain/identity/session-clock.ts';

const t0 = Date.UTC(2026, 4, 4, 9);
const minutes = (n: number) => n * 60_000;
const refreshAt = t0 + minutes(30);

function tick(clock: Clock, now: number, lastActivityAt: number): Clock {
  return sessionClockReducer(clock, { type: 'ticked', now, lastActivityAt });
}

const idle = tick(startClock(refreshAt), t0 + INACTIVE_AFTER_MS, t0);

describe('session clock', () => {
  test('SE-05: the session becomes inactive after 29 minutes without activity, not a millisecond earlier', () => {
    expect(tick(startClock(refreshAt), t0 + 1_739_999, t0).phase).toBe('active');
    expect(tick(startClock(refreshAt), t0 + 1_740_000, t0).phase).toBe('inactive');
  });

  test('SE-06: the warning counts down from 60 and stays at 0 until the server answers', () => {
    const opened = t0 + INACTIVE_AFTER_MS;
    expect(countdownSeconds(idle, opened)).toBe(60);
    expect(countdownSeconds(idle, opened + 59_500)).toBe(1);
    expect(countdownSeconds(idle, opened + 90_000)).toBe(0);
  });

  test('SE-07: verify is due every 60 s during the warning, and success keeps the session inactive', () => {
    const due = t0 + INACTIVE_AFTER_MS + 60_000;
    expect(dueCheck(idle, due - 1)).toBeNull();
    expect(dueCheck(idle, due)).toBe('verify');
    for (const endsAt of [null, due + 120_000, due - 1]) {
      const verified = sessionClockReducer(idle, { type: 'verified', now: due, endsAt });
      expect(verified.phase).toBe('inactive');
      expect(dueCheck(verified, due + 59_999)).toBeNull();
      expect(dueCheck(verified, due + 60_000)).toBe('verify');
    }
  });

  test('DEC-08: the countdown runs to the end of the session that a successful verify returned', () => {
    const due = t0 + INACTIVE_AFTER_MS + 60_000;
    const endsAt = due + 120_000;
    const first = sessionClockReducer(idle, { type: 'verified', now: due, endsAt });
    expect([0, 1000, 119_001].map((ms) => countdownSeconds(first, due + ms))).toEqual([120, 119, 1]);
    // Another tab has extended the session in the meantime.
    const again = { type: 'verified', now: due + 60_000, endsAt: endsAt + 600_000 } as const;
    expect(countdownSeconds(sessionClockReducer(first, again), due + 60_000)).toBe(660);
  });

  test('DEC-08: verify is due at the end of the session if that is within the minute', () => {
    const due = t0 + INACTIVE_AFTER_MS + 60_000;
    const last = sessionClockReducer(idle, { type: 'verified', now: due, endsAt: due + 20_000 });
    expect(dueCheck(last, due + 19_999)).toBeNull();
    expect(dueCheck(last, due + 20_000)).toBe('verify');
  });

  test('DEC-08: a verify without an answer keeps the last known end', () => {
    const due = t0 + INACTIVE_AFTER_MS + 60_000;
    const first = sessionClockReducer(idle, { type: 'verified', now: due, endsAt: due + 120_000 });
    const unanswered = sessionClockReducer(first, { type: 'verified', now: due + 60_000, endsAt: null });
    expect(countdownSeconds(unanswered, due + 60_000)).toBe(60);
  });

  test('SE-07: a failed verify expires the session until the next page load', () => {
    const expired = sessionClockReducer(idle, { type: 'lost' });
    expect(expired.phase).toBe('expired');
    expect(tick(expired, t0 + minutes(60), t0 + minutes(60)).phase).toBe('expired');
    expect(sessionClockReducer(expired, { type: 'remained', refreshAt }).phase).toBe('expired');
    expect(dueCheck(expired, t0 + minutes(90))).toBeNull();
  });

  test('SE-08: Remain Logged In returns to active', () => {
    const back = sessionClockReducer(idle, { type: 'remained', refreshAt: t0 + minutes(60) });
    expect(back).toEqual(startClock(t0 + minutes(60)));
  });

  test('SE-11: activity in another tab closes the warning', () => {
    const now = t0 + INACTIVE_AFTER_MS + 20_000;
    expect(tick(idle, now, now - 1000).phase).toBe('active');
    expect(tick(idle, now, t0).phase).toBe('inactive');
  });

  test('SE-12: the clock is checked every 30 s while active and every second during the warning', () => {
    expect(checkInterval(startClock(refreshAt))).toBe(CHECK_LONG_MS);
    expect(checkInterval(idle)).toBe(CHECK_SHORT_MS);
    expect([CHECK_LONG_MS, CHECK_SHORT_MS]).toEqual([30_000, 1000]);
  });

  test('SE-04, DEC-08: an active session is extended silently after refreshTime', () => {
    const working = tick(startClock(refreshAt), refreshAt, refreshAt - 1000);
    expect(dueCheck(working, refreshAt - 1)).toBeNull();
    expect(dueCheck(working, refreshAt)).toBe('keep_alive');
    const extended = sessionClockReducer(working, { type: 'extended', refreshAt: refreshAt + minutes(30) });
    expect(dueCheck(extended, refreshAt)).toBeNull();
  });

  test('SE-04: logging out has its own final state', () => {
    const ending = sessionClockReducer(startClock(refreshAt), { type: 'signed_out' });
    expect(ending.phase).toBe('ending');
    expect(sessionClockReducer(ending, { type: 'lost' }).phase).toBe('ending');
  });
});
