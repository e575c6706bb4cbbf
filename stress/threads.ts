import { parentPort, Worker } from 'node:worker_threads';

/** Distributes the jobs to that many threads, which run `file`. Returns the results in the order of the jobs. */
export async function inThreads<Found>(
  file: string,
  jobs: readonly object[],
  threads: number,
): Promise<Found[]> {
  const results: Found[] = [];
  const waiting = [...jobs.entries()];
  await Promise.all(
    Array.from({ length: Math.min(threads, jobs.length) }, async () => {
      const thread = new Worker(file);
      try {
        for (let next = waiting.shift(); next; next = waiting.shift())
          results[next[0]] = await ask<Found>(thread, next[1]);
      } finally {
        await thread.terminate();
      }
    }),
  );
  return results;
}

function ask<Found>(thread: Worker, job: object): Promise<Found> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (results: Found) => {
      thread.removeListener('error', reject);
      resolve(results);
    });
    thread.postMessage(job);
  });
}

/** Handles each job that `inThreads` sends to a thread. */
export function takeJobs(run: (job: never) => Promise<unknown>): void {
  // Logs of intended failures are of no interest, and rejected promises of crashed isolates are ignored.
  Object.assign(console, { info: () => undefined, warn: () => undefined, error: () => undefined });
  process.on('unhandledRejection', () => undefined);
  parentPort?.on('message', (job: unknown) => {
    run(job as never).then(
      (results) => parentPort?.postMessage(results),
      (error: unknown) => {
        // Throws outside of the promise, so that the thread ends and the waiting `inThreads` rejects.
        setImmediate(() => {
          throw new Error(error instanceof Error ? error.message : String(error));
        });
      },
    );
  });
}
