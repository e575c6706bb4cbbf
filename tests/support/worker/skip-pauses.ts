import { vi } from 'vitest';

const { setTimeout } = globalThis;
const wait = scheduler.wait.bind(scheduler);
const skipped = new Set<number>();
const shorter = (ms = 0) => (skipped.has(ms) ? 0 : ms);

/**
 * Ends waits of exactly these lengths at once: the pauses between attempts, which a test counts instead of measuring.
 */
export function skipPauses(...lengths: readonly number[]): void {
  for (const length of lengths) skipped.add(length);
  vi.spyOn(scheduler, 'wait').mockImplementation((ms, options) => wait(shorter(ms), options));
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((done: () => void, ms?: number, ...own: []) =>
    setTimeout(done, shorter(ms), ...own),
  );
}

/** Blocks the next wait until the returned function is called. */
export function holdNextWait(): () => void {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(scheduler, 'wait').mockReturnValueOnce(gate.promise);
  return gate.resolve;
}
