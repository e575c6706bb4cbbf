import { Refusal } from '#domain/codes';
import { distinctRecipients, sendingRefusal } from '#domain/documents/document-mail';
import type { EmailPdf } from '#domain/documents/mail-request';
import { insertMailJob, quotaRefusal } from '#store/show/mail/document-mail';
import type { PlanRows } from '#store/d1/query';
import type { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import type { RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { DocumentMailJob } from '#verbs/outbox/jobs';
import { withIdempotency } from '#verbs/request/idempotency';

/** Rate limit of one user in one show. */
const quota = { addresses: 500, withinMs: 3_600_000 };

/**
 * Queues an e-mail with a document as a PDF (API-35, DEC-57); the row is written before the queue message is sent.
 * Throws `NOT_FOUND`, `MISSING_REQUIRED_FIELDS` without a recipient (EM-07), `invalid_parameter` for an invalid
 * recipient (EM-08), `too_many_requests`.
 */
export async function requestDocumentMail(
  context: RequestContext,
  sending: EmailPdf,
  { stored, subject }: PlanRows<typeof documentChangePlan>,
): Promise<{ success: true }> {
  const { docType, docId } = sending.pdfData;
  requireVisible(context, docType, subject);
  const recipients = distinctRecipients(sending);
  const refusal = sendingRefusal(recipients, sending.emailNote, docType);
  if (refusal) throw new Refusal(refusal.code, { message: refusal.message });
  return withIdempotency<{ success: true }>(context, stored, async (answerRow) => {
    const { env, store, user, now } = context;
    const payload = {
      kind: 'email-pdf',
      docType,
      documentId: docId,
      actorId: user.id,
      recipients,
      addresses: recipients.to.length + recipients.cc.length + recipients.bcc.length,
      note: sending.emailNote.trim(),
      options: sending.pdfData.options,
      displayIndicators: sending.displayIndicators ?? context.settings.displayReliefIndicatorsPdf,
      timeZone: sending.timeZone,
    } as const satisfies DocumentMailJob;
    const row = { id: context.newId(), showId: store.showId, kind: payload.kind, documentId: docId };
    const job = { ...row, payload, effectKey: row.id, createdAt: now };
    const since = new Date(Date.parse(now) - quota.withinMs).toISOString();
    const answer = { success: true as const };
    const limit = { actorId: user.id, addresses: quota.addresses, since };
    await store
      .write([insertMailJob(store, job, limit), ...answerRow(answer)])
      .catch((error: unknown) => Promise.reject(quotaRefusal(error)));
    context.runAfterResponse(dispatchJobs(env, store.db, [row], now));
    return answer;
  });
}
