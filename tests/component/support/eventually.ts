/** For a machine that has a tenth of a core left: how long a test takes decides nothing. */
const timeoutMs = 15_000;
const everyMs = 10;

/** The window's own timer: a test's clock belongs to its frame. */
const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, everyMs);
  });

/** What makes waiting useless: a fault of the fake API, or an error of the application. */
let faults: () => readonly string[] = () => [];

export function failEarlyOn(now: () => readonly string[]): void {
  faults = now;
}

/** Tries again until `attempt` no longer throws. Throws its last error when that takes too long. */
export async function eventually<Value>(attempt: () => Value | Promise<Value>): Promise<Value> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const [fault] = faults();
      if (fault !== undefined) throw new Error(fault, { cause: error });
      if (performance.now() > end) throw error;
    }
    await pause();
  }
}
