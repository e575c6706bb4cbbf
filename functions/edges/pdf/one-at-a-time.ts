import { log } from '#edges/log';
import { withTimeout } from '#edges/with-timeout';

/** A merge takes seconds. One that was killed never ends, and must not hold up the others for ever. */
const maxWaitMs = 60_000;

let last: Promise<unknown> = Promise.resolve();

/** Runs works of one isolate, which share its memory, one after another (DEC-162). */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  try {
    await withTimeout(before, maxWaitMs, 'A merge').catch((error: unknown) =>
      log('warn', 'merge not awaited', {}, error),
    );
    return await work();
  } finally {
    resolve();
  }
}
