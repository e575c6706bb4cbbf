import { vi } from 'vitest';

const { setTimeout } = globalThis;
const wait = scheduler.wait.bind(scheduler);
const skipped = new Set<number>();
const shorter = (ms = 0) => (skipped.has(ms) ? 0 : ms);

/** Waits of exactly these lengths end at once: the pauses between tries, which a test counts rather than measures. */
export function skipPauses(...lengths: readonly number[]): void {
  for (const length of lengths) skipped.add(length);
  vi.spyOn(scheduler, 'wait').mockImplementation((ms, options) => wait(shorter(ms), options));
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((done: () => void, ms?: number, ...own: []) =>
    setTimeout(done, shorter(ms), ...own),
  );
}

/** The next wait lasts until the answer is called. */
export function holdNextWait(): () => void {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(scheduler, 'wait').mockReturnValueOnce(gate.promise);
  return gate.resolve;
}
