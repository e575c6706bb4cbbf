import { administersShow } from '#domain/identity/permissions';
import { maxFailingDays, isWebhookEvent, retryDelay } from '#domain/webhooks/webhook';
import { log } from '#edges/log';
import { postWebhook } from '#edges/post-webhook';
import type { WebhookResult } from '#edges/post-webhook';
import { showMembersQuery } from '#store/directory/users';
import { violatesConstraint, directoryOf } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { recordDeliveryAttempt } from '#store/show/webhooks/deliveries';
import {
  saveSubscriptions,
  guardEndpointUnchanged,
  endpointQuery,
  updateEndpoint,
} from '#store/show/webhooks/endpoints';
import type { EndpointRow } from '#store/show/webhooks/endpoints';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { freshId } from '#verbs/request/context';
import { RetryLater } from '#verbs/outbox/job-context';
import type { JobContext } from '#verbs/outbox/job-context';
import { reviewLink } from '#domain/lifecycle/review-link';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Job, OutboxRow, WebhookJob } from '#verbs/outbox/jobs';
import { urlRejectionHere, secretsOf } from './signing-secret.ts';
import { read } from '#store/d1/query';

const dayMs = 24 * 3_600_000;

/**
 * Sends one event to one endpoint and records the attempt. Returns null when it was delivered, else the reason for
 * giving up. Throws `RetryLater` when another attempt is due. The receiver may get an event twice and recognizes it by
 * its id.
 */
export async function deliverWebhook(
  context: JobContext,
  job: WebhookJob,
  entry: OutboxEntry,
): Promise<string | null> {
  const { env, store, now } = context;
  const endpoint = await read(endpointQuery(store, job.endpointId));
  if (!endpoint) return 'The endpoint was removed.';
  if (!endpoint.isEnabled) return 'The endpoint was disabled.';
  const problem = urlRejectionHere(env, endpoint.url);
  if (problem) return problem;
  const secrets = await secretsOf(env, endpoint, now);
  if (secrets.length === 0) return 'Backlot can no longer read its secret. Choose Roll Secret.';
  const message = { id: job.eventId, body: bodyOf(context, job), secrets };
  const answer = await postWebhook(endpoint.url, message);
  await saveAnswer(context, job, entry, endpoint, answer);
  if (answer.failure === null) return null;
  const seconds = retryDelay(job.event, entry.attempts);
  if (seconds === null) return answer.failure;
  throw new RetryLater(answer.failure, seconds);
}

/** Minimal on purpose: the receiver reads more through the API, with its own permissions. */
function bodyOf(
  { env, show }: JobContext,
  { eventId, event, at, actorId, document, cover }: WebhookJob,
): string {
  const link = document && reviewLink(env.WEB_ORIGIN, { ...document, showId: show.id }, 'CREATOR');
  return JSON.stringify({
    id: eventId,
    type: event,
    timestamp: at,
    data: {
      show: { id: show.id, name: show.name },
      document: document && { ...document, link },
      ...(cover && { cover }),
      actorId,
    },
  });
}

/**
 * Saves the attempt, the state of the endpoint, and disables the endpoint when it has failed for too long, in one
 * batch. When the endpoint was changed meanwhile, saves only the attempt.
 */
async function saveAnswer(
  context: JobContext,
  job: WebhookJob,
  entry: OutboxEntry,
  endpoint: EndpointRow,
  { statusCode, durationMs, failure }: WebhookResult,
): Promise<void> {
  const { env, store, now } = context;
  const attemptRow = recordDeliveryAttempt(store, entry.id, { statusCode, durationMs, answeredAt: now });
  if (failure === null && endpoint.failingSince === null) return store.write([attemptRow]);
  // A failed test does not change the state of the endpoint.
  if (failure !== null && !isWebhookEvent(job.event)) return store.write([attemptRow]);
  const writeAnswerWith = (...statements: Write[]) =>
    writeIfUnchanged(context, endpoint, attemptRow, statements);
  if (failure === null)
    return void (await writeAnswerWith(updateEndpoint(store, endpoint.id, { failingSince: null })));
  const since = endpoint.failingSince ?? now;
  if (Date.parse(now) - Date.parse(since) < maxFailingDays * dayMs)
    return void (await writeAnswerWith(updateEndpoint(store, endpoint.id, { failingSince: since })));
  const mailJobs = await disabledMailJobs(context, endpoint.id, since);
  const isDisabled = await writeAnswerWith(
    updateEndpoint(store, endpoint.id, { isEnabled: false, failingSince: since, givenUpAt: now }),
    saveSubscriptions(store),
    ...insertOutbox(store, mailJobs),
  );
  if (!isDisabled) return;
  log('warn', 'webhook endpoint disabled', { show: store.showId, endpoint: endpoint.id });
  await dispatchJobs(env, store.db, mailJobs, now);
}

/** Writes the attempt with `statements`; when the endpoint has changed, writes the attempt alone and returns false. */
async function writeIfUnchanged(
  { store }: JobContext,
  endpoint: EndpointRow,
  attemptRow: Write,
  statements: readonly Write[],
): Promise<boolean> {
  try {
    await store.write([guardEndpointUnchanged(store, endpoint), attemptRow, ...statements]);
    return true;
  } catch (error) {
    if (!violatesConstraint(error, 'NOT NULL', 'webhook_endpoints.id')) throw error;
    await store.write([attemptRow]);
    return false;
  }
}

/** One e-mail for each administrator of the show. */
async function disabledMailJobs(
  { env, store, now }: JobContext,
  endpointId: string,
  since: string,
): Promise<OutboxRow[]> {
  const people = await read(showMembersQuery(directoryOf(env, store.showId)));
  const administrators = people.filter((person) => person.isActive && administersShow(person));
  return administrators.map(({ id: userId }) => {
    const job: Job = { kind: 'webhook-given-up', endpointId, userId };
    return {
      id: freshId(store.showId),
      showId: store.showId,
      kind: job.kind,
      payload: job,
      effectKey: `webhook-given-up:${endpointId}:${since}:${userId}`,
      createdAt: now,
    };
  });
}
