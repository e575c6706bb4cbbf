import { parentPort } from 'node:worker_threads';
import { liveNights } from './nights.ts';
import type { NightsJob } from './nights.ts';

// What the product logs of failures that are meant is of no interest, and work that a crash cut off fails unheard.
Object.assign(console, { info: () => undefined, warn: () => undefined, error: () => undefined });
process.on('unhandledRejection', () => undefined);
parentPort?.on('message', (job: NightsJob) => {
  liveNights(job).then(
    (found) => parentPort?.postMessage(found),
    (error: unknown) => {
      // Out of the promise, so that it ends the thread, and is told by who waits for it.
      setImmediate(() => {
        throw new Error(error instanceof Error ? error.message : String(error));
      });
    },
  );
});
