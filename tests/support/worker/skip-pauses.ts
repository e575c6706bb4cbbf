import { vi } from 'vitest';
import { startTimersQuickly } from './quick-timers.ts';

const wait = scheduler.wait.bind(scheduler);
const skipped = new Set<number>();
const shorter = (ms = 0) => (skipped.has(ms) ? 0 : ms);

/**
 * Ends waits of exactly these lengths at once: the pauses between attempts, which a test counts instead of measuring.
 */
export function skipPauses(...lengths: readonly number[]): void {
  for (const length of lengths) skipped.add(length);
  vi.spyOn(scheduler, 'wait').mockImplementation((ms, options) => wait(shorter(ms), options));
  // No spy, which would record the timer of each trip to a database.
  startTimersQuickly(shorter);
}

/** Blocks the next wait until the returned function is called. */
export function holdNextWait(): () => void {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(scheduler, 'wait').mockReturnValueOnce(gate.promise);
  return gate.resolve;
}
