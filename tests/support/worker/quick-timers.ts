/** Outlives this module, of which each test file has a new instance. */
const isQuick = Symbol.for('starts timers without a stack trace');

type Start = (done: () => void, ms?: number, ...own: unknown[]) => number;

/**
 * The plugin reads the stack trace of each `setTimeout` to recognise those of Vitest without a delay. The product starts
 * one with a delay for each trip to a database.
 */
export function startTimersQuickly(): void {
  const all = globalThis as unknown as { [isQuick]?: boolean; setTimeout: Start };
  if (all[isQuick]) return;
  const { setTimeout: start } = all;
  const { setTimeout: native } = Object.getPrototypeOf(globalThis) as { setTimeout: Start };
  all.setTimeout = (done, ms, ...own) =>
    ms ? native.call(globalThis, done, ms, ...own) : start(done, ms, ...own);
  all[isQuick] = true;
}
