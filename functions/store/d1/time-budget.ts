import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one request may wait for slow databases in all, so that the caller gets a response within ten seconds. */
const requestMs = 8_000;
/** The time that every round trip may take in addition. */
const usualMs = 250;
/** The limit outside a request, where a queue retries. */
const unattendedMs = 30_000;

/** The budget belongs to the request, not to each of the handles that it opens. */
const requests = new AsyncLocalStorage<{ leftMs: number }>();

/** Runs a request whose database round trips share one time budget. */
export function startTimeBudget<Result>(request: () => Promise<Result>): Promise<Result> {
  return requests.run({ leftMs: requestMs }, request);
}

/** Rejects when a round trip exceeds the request's budget. It is then unknown whether a write was committed. */
export async function withinTimeBudget<Result>(trip: () => Promise<Result>): Promise<Result> {
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
