/** Long enough for a machine with a tenth of a core, so that no test fails for its duration. */
const timeoutMs = 15_000;
const intervalMs = 10;

/** Uses the real timer of the test window. A fake clock belongs to a frame. */
const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, intervalMs);
  });

/** Faults of the fake API and errors of the application, after which waiting is pointless. */
let faults: () => readonly string[] = () => [];

export function failEarlyOn(now: () => readonly string[]): void {
  faults = now;
}

/** Retries until `attempt` no longer throws. After 15 s it throws the last error, and a fault at once. */
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
