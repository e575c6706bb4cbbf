/** Where the plugin's `setTimeout` is kept for the next instances of this module: each test file has a new one. */
const ofPlugin = Symbol.for("the plugin's setTimeout");

type Start = (done: () => void, ms?: number, ...own: unknown[]) => number;

/**
 * The plugin reads the stack trace of each `setTimeout` to recognise those of Vitest without a delay. The product starts
 * one with a delay for each trip to a database: it starts at once, with the delay that `shorten` makes of it.
 */
export function startTimersQuickly(shorten: (ms: number) => number = (ms) => ms): void {
  const all = globalThis as unknown as { [ofPlugin]?: Start; setTimeout: Start };
  const start = (all[ofPlugin] ??= all.setTimeout);
  const { setTimeout: native } = Object.getPrototypeOf(globalThis) as { setTimeout: Start };
  all.setTimeout = (done, ms, ...own) =>
    ms ? native.call(globalThis, done, shorten(ms), ...own) : start(done, ms, ...own);
}
