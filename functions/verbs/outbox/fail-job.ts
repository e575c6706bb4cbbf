import { Refusal } from '#domain/codes';
import { maxAttemptsOf, retrySeconds } from '#domain/operations/health';
import { addLogFields, rootCause, log } from '#edges/log';
import type { ShowStore } from '#store/d1/open';
import { markDone, postponeJob } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { RetryLater, logFields, textOf } from './job-context.ts';
import { after } from './lease.ts';

type AttemptedJob = Pick<OutboxEntry, 'id' | 'showId' | 'kind' | 'attempts'>;

/**
 * Schedules the next attempt of a job, or closes it after the last. Returns the seconds to the retry, as `runJob` does.
 */
export async function failJob(
  store: ShowStore,
  entry: AttemptedJob,
  now: string,
  error: unknown,
): Promise<number | null> {
  const reason = failureReason(error);
  if (entry.attempts >= maxAttemptsOf(entry.kind)) {
    await markDone(store, entry.id, now, reason);
    addLogFields({ outcome: 'dead' });
    log('error', 'job exhausted', logFields(entry), error);
    return null;
  }
  const ownDelay = error instanceof RetryLater ? error.seconds : null;
  const seconds = ownDelay ?? retrySeconds(entry);
  await postponeJob(store, entry.id, after(now, seconds * 1000), reason);
  addLogFields({ outcome: 'again' });
  log('warn', 'job failed', { ...logFields(entry), againInSeconds: seconds }, error);
  // A delay of the job's own may exceed the limit of a queue message: the sweep sends it then.
  return ownDelay === null ? seconds : null;
}

function failureReason(error: unknown): string {
  if (error instanceof Refusal) return textOf(error);
  return error instanceof RetryLater ? error.message : rootCause(error);
}
