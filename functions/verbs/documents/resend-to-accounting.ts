import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { hasRelation } from '#domain/lifecycle/subject';
import { senders } from '#domain/lifecycle/transition';
import { log } from '#edges/log';
import { read } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import { findOpenOrFailedPush, makePushDue } from '#store/show/outbox/failed-pushes';
import { leaseJobs } from '#store/show/outbox/outbox';
import { pushDocument } from '#verbs/accounting/push-document';
import { loadVisibleDocument } from '#verbs/lifecycle/reachable-document';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import type { AccountingPushJob } from '#verbs/outbox/jobs';
import { after, lastLeaseExpiry, leaseExpiry } from '#verbs/outbox/lease';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import type { RequestContext } from '#verbs/request/context';

/**
 * Sends an approved invoice or payment that accounting has not accepted to it again (BULK-07). Repeats the job of its
 * approval, by which accounting recognizes what it already has: nothing is posted or paid twice. Does nothing for one
 * that accounting has. Throws `FORBIDDEN` for users who may not send it, `WORKFLOW_CONFLICT` for one that is not
 * approved, has nothing to send or is being sent, and `accounting_interface_error`.
 */
export async function resendToAccounting(
  context: RequestContext,
  docType: DocType,
  id: string,
): Promise<void> {
  const { store, user, now } = context;
  const rows = await loadVisibleDocument(context, docType, id);
  const subject = subjectOf(rows, context);
  if (!senders.some((relation) => hasRelation(relation, subject, actorOf(context))))
    throw new Refusal('FORBIDDEN');
  if (subject.status !== 'APPROVED') throw new Refusal('WORKFLOW_CONFLICT');
  // The approval sends its document within a minute, or the sweep does.
  const times = { now, approvedBefore: after(now, -60_000), lastLease: lastLeaseExpiry(now) };
  const push = await findOpenOrFailedPush(store, id, times);
  if (!push) {
    if (subject.foundInAccounting) return;
    throw new Refusal('WORKFLOW_CONFLICT');
  }
  const running = new Refusal('WORKFLOW_CONFLICT', {
    message: 'It is being sent to the accounting system. Try again in a few minutes.',
  });
  if (push.isRunning) throw running;
  await store.write(makePushDue(store, push.id, times));
  const [entry] = await leaseJobs(store, [push.id], now, leaseExpiry(now));
  if (!entry) throw running;
  const { firstName, lastName } = user;
  const attempt = { id: push.id, actorId: user.id, firstName, lastName };
  try {
    await pushDocument(context, entry.payload as unknown as AccountingPushJob, attempt);
  } catch (error) {
    if (error instanceof Refusal && isPermanent(error)) logRefused(entry);
    throw error;
  } finally {
    await publishResult(context, id).catch((error: unknown) => {
      log('error', 'change not published', { show: store.showId, document: id }, error);
    });
  }
}

async function publishResult(context: RequestContext, id: string): Promise<void> {
  const audience = await read(changeAudienceQuery(context.store, id));
  await publishDocumentChanges(context, [{ before: null, audience }]);
}
