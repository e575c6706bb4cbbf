import { can, permissionsOf } from '#domain/identity/permissions';
import { maxFailingDays, isWebhookEvent, retryDelay } from '#domain/webhooks/webhook';
import { log } from '#edges/log';
import { postWebhook } from '#edges/post-webhook';
import type { WebhookAnswer } from '#edges/post-webhook';
import { peopleQuery } from '#store/directory/users';
import { violates, directoryOf } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { recordDeliveryAttempt } from '#store/show/webhooks/deliveries';
import {
  keepSubscriptions,
  guardEndpointUnchanged,
  endpointQuery,
  updateEndpoint,
} from '#store/show/webhooks/endpoints';
import type { EndpointRow } from '#store/show/webhooks/endpoints';
import { insertOutbox } from '#store/show/documents/write-document';
import { freshId } from '#verbs/request/context';
import { RetryLater } from '#verbs/outbox/job-context';
import type { JobContext } from '#verbs/outbox/job-context';
import { reviewLink } from '#domain/lifecycle/review-link';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Job, OutboxRow, WebhookJob } from '#verbs/outbox/jobs';
import { urlRejectionHere, secretsOf } from './signing-secret.ts';
import { read } from '#store/d1/query';

const day = 24 * 3_600_000;

/**
 * Sends one event to one endpoint, and writes down what came of it. Null when it arrived, else why it is given up. Throws
 * `RetryLater` while another try is due. The receiver may get it twice, and tells by the event's id.
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
  await keep(context, job, entry, endpoint, answer);
  if (answer.failure === null) return null;
  const seconds = retryDelay(job.event, entry.attempts);
  if (seconds === null) return answer.failure;
  throw new RetryLater(answer.failure, seconds);
}

/** Thin on purpose: whoever wants more asks the API, by rights of his own. */
function bodyOf({ env, show }: JobContext, { eventId, event, at, actorId, document }: WebhookJob): string {
  const link = document && reviewLink(env.WEB_ORIGIN, { ...document, showId: show.id }, 'CREATOR');
  return JSON.stringify({
    id: eventId,
    type: event,
    timestamp: at,
    data: {
      show: { id: show.id, name: show.name },
      document: document && { ...document, link },
      actorId,
    },
  });
}

/**
 * The answer, how the endpoint fares, and when it has failed for too long its end, in one batch. Of one that was changed
 * while it was asked, or of which another try has told the same, the answer alone.
 */
async function keep(
  context: JobContext,
  job: WebhookJob,
  entry: OutboxEntry,
  endpoint: EndpointRow,
  { statusCode, durationMs, failure }: WebhookAnswer,
): Promise<void> {
  const { env, store, now } = context;
  const answered = recordDeliveryAttempt(store, entry.id, { statusCode, durationMs, answeredAt: now });
  if (failure === null && endpoint.failingSince === null) return store.write([answered]);
  // A test that fails says nothing of the days before it.
  if (failure !== null && !isWebhookEvent(job.event)) return store.write([answered]);
  const fares = (...statements: Write[]) => writeAsSeen(context, endpoint, answered, statements);
  if (failure === null) return void (await fares(updateEndpoint(store, endpoint.id, { failingSince: null })));
  const since = endpoint.failingSince ?? now;
  if (Date.parse(now) - Date.parse(since) < maxFailingDays * day)
    return void (await fares(updateEndpoint(store, endpoint.id, { failingSince: since })));
  const notices = await noticesFor(context, endpoint.id, since);
  const isGivenUp = await fares(
    updateEndpoint(store, endpoint.id, { isEnabled: false, failingSince: since, givenUpAt: now }),
    keepSubscriptions(store),
    ...insertOutbox(store, notices),
  );
  if (!isGivenUp) return;
  log('warn', 'webhook endpoint disabled', { show: store.showId, endpoint: endpoint.id });
  await dispatchJobs(env, store.db, notices, now);
}

/** Writes the answer with what follows from it, or alone where the endpoint is no longer as it was seen: then false. */
async function writeAsSeen(
  { store }: JobContext,
  endpoint: EndpointRow,
  answered: Write,
  statements: readonly Write[],
): Promise<boolean> {
  try {
    await store.write([guardEndpointUnchanged(store, endpoint), answered, ...statements]);
    return true;
  } catch (error) {
    if (!violates(error, 'NOT NULL', 'webhook_endpoints.id')) throw error;
    await store.write([answered]);
    return false;
  }
}

/** Everybody who could do something about it is told once. */
async function noticesFor(
  { env, store, now }: JobContext,
  endpointId: string,
  since: string,
): Promise<OutboxRow[]> {
  const people = await read(peopleQuery(directoryOf(env, store.showId)));
  const administrators = people.filter(
    ({ isActive, role }) =>
      isActive && can(permissionsOf({ role, voidPo: false, voidInvoice: false }), 'Show', 'FULL'),
  );
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
