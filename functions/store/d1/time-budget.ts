import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request may wait for databases that stall, in all: the caller has his answer within ten seconds. */
const requestMs = 8_000;
/** What a trip may always take. */
const usualMs = 250;
/** Where nobody waits but a queue, which comes again. */
const unattendedMs = 30_000;

/** Whose patience it is goes with the request, not with each of the handles that it opens. */
const requests = new AsyncLocalStorage<{ leftMs: number }>();

/** Runs a request, whose trips to the databases share one patience. */
export function startTimeBudget<Done>(request: () => Promise<Done>): Promise<Done> {
  return requests.run({ leftMs: requestMs }, request);
}

/** Rejects when a trip takes longer than its request can wait; nobody knows then whether it was written. */
export async function withinTimeBudget<Answer>(trip: () => Promise<Answer>): Promise<Answer> {
  const request = requests.getStore();
  const limit = request ? request.leftMs + usualMs : unattendedMs;
  const began = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`D1 did not answer within ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([trip(), late]);
  } finally {
    clearTimeout(timer);
    const stalledMs = Math.max(0, Date.now() - began - usualMs);
    if (request) request.leftMs = Math.max(0, request.leftMs - stalledMs);
  }
}
