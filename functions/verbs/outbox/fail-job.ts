import { Refusal } from '#domain/codes';
import { maxJobAttempts } from '#domain/operations/health';
import { about, causeOf, log } from '#edges/log';
import type { ShowStore } from '#store/d1/open';
import { markDone, postponeJob } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { RetryLater, factsOf, textOf } from './job-context.ts';
import { after } from './lease.ts';

const longestRest = 3600;

/** An entry that is being tried for the so-many-th time. */
type Taken = Pick<OutboxEntry, 'id' | 'showId' | 'kind' | 'attempts'>;

/** Lets an entry rest that could not be carried out, or gives it up. Answers as `runJob` does. */
export async function failed(
  store: ShowStore,
  entry: Taken,
  now: string,
  error: unknown,
): Promise<number | null> {
  const reason = reasonFor(error);
  if (entry.attempts >= maxJobAttempts) {
    await markDone(store, entry.id, now, reason);
    about({ outcome: 'dead' });
    log('error', 'errand dead', factsOf(entry), error);
    return null;
  }
  const ownRest = error instanceof RetryLater ? error.seconds : null;
  const seconds = ownRest ?? Math.min(5 * 2 ** entry.attempts, longestRest);
  await postponeJob(store, entry.id, after(now, seconds * 1000), reason);
  about({ outcome: 'again' });
  log('warn', 'errand failed', { ...factsOf(entry), againInSeconds: seconds }, error);
  // A rest of its own may be longer than a message may wait: the sweep sends for it.
  return ownRest === null ? seconds : null;
}

function reasonFor(error: unknown): string {
  if (error instanceof Refusal) return textOf(error);
  return error instanceof RetryLater ? error.message : causeOf(error);
}
