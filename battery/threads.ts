import { Worker } from 'node:worker_threads';

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
