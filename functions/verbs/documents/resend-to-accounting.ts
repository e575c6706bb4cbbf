import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { hasRelation } from '#domain/lifecycle/subject';
import { senders } from '#domain/lifecycle/transition';
import { read } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import { resetPush } from '#store/show/outbox/failed-pushes';
import { leaseJobs } from '#store/show/outbox/outbox';
import { pushDocument } from '#verbs/accounting/push-document';
import { loadVisibleDocument } from '#verbs/lifecycle/reachable-document';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import type { AccountingPushJob } from '#verbs/outbox/jobs';
import { leaseExpiry } from '#verbs/outbox/lease';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import type { RequestContext } from '#verbs/request/context';

/**
 * Sends an approved invoice or payment that accounting has not accepted to it again (BULK-07). Repeats the job of its
 * approval, by which accounting recognizes what it already has: nothing is posted or paid twice. Does nothing for one that
 * accounting has. Throws `FORBIDDEN` for users who may not send it, `WORKFLOW_CONFLICT` for one that is not approved or has
 * nothing to send, and `accounting_interface_error`.
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
  const jobId = await resetPush(store, id, now);
  if (jobId === null) {
    if (subject.foundInAccounting) return;
    throw new Refusal('WORKFLOW_CONFLICT');
  }
  const [entry] = await leaseJobs(store, [jobId], now, leaseExpiry(now));
  if (!entry) throw new Refusal('WORKFLOW_CONFLICT');
  const { firstName, lastName } = user;
  const attempt = { id: jobId, actorId: user.id, firstName, lastName };
  try {
    await pushDocument(context, entry.payload as unknown as AccountingPushJob, attempt);
  } catch (error) {
    if (error instanceof Refusal && isPermanent(error)) logRefused(entry);
    throw error;
  } finally {
    const audience = await read(changeAudienceQuery(store, id));
    await publishDocumentChanges(context, [{ before: null, audience }]);
  }
}
