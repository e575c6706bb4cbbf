import { parentPort, Worker } from 'node:worker_threads';

/** Every job by one of so many threads, which run `file`; what came of them, in their order. */
export async function inThreads<Found>(
  file: string,
  jobs: readonly object[],
  threads: number,
): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = [...jobs.entries()];
  await Promise.all(
    Array.from({ length: Math.min(threads, jobs.length) }, async () => {
      const thread = new Worker(file);
      try {
        for (let next = waiting.shift(); next; next = waiting.shift())
          found[next[0]] = await ask<Found>(thread, next[1]);
      } finally {
        await thread.terminate();
      }
    }),
  );
  return found;
}

function ask<Found>(thread: Worker, job: object): Promise<Found> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (found: Found) => {
      thread.removeListener('error', reject);
      resolve(found);
    });
    thread.postMessage(job);
  });
}

/** What a thread of `inThreads` does with each job it is sent. */
export function takeJobs(run: (job: never) => Promise<unknown>): void {
  // What the product logs of failures that are meant is of no interest, and work that a crash cut off fails unheard.
  Object.assign(console, { info: () => undefined, warn: () => undefined, error: () => undefined });
  process.on('unhandledRejection', () => undefined);
  parentPort?.on('message', (job: unknown) => {
    run(job as never).then(
      (found) => parentPort?.postMessage(found),
      (error: unknown) => {
        // Out of the promise, so that it ends the thread, and is told by who waits for it.
        setImmediate(() => {
          throw new Error(error instanceof Error ? error.message : String(error));
        });
      },
    );
  });
}
