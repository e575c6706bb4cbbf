import { attachRefusal } from '#domain/lifecycle/attachment-permission';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { Refusal } from '#domain/codes';
import { inApproval } from '#domain/document';
import { decide } from '#domain/lifecycle/decide';
import type { Change } from '#domain/lifecycle/change';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { Reading, RowOf, Rows } from '#store/d1/query';
import { attachmentsQuery } from '#store/show/documents/attachments';
import { contentQuery } from '#store/show/documents/read-content';
import type { SubjectRows } from '#store/show/documents/read-document';
import { updateDocument } from '#store/show/documents/write-document';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import type { Target } from '#verbs/lifecycle/perform-action';
import { changedContent } from '#verbs/lifecycle/content-stamp';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { linkAttachments, linkPlan } from './link-attachments.ts';
import { requireCurrentContent } from '#verbs/lifecycle/require-current-content';
import { appendAuditEvent } from '#verbs/lifecycle/append-audit-event';
import type { AuditedWrite } from '#verbs/lifecycle/append-audit-event';
import { withIdempotency } from '#verbs/request/idempotency';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { attachmentsOf } from './view-parts.ts';
import type { Attachment } from '#domain/documents/document-response';

/** The attachments of a document after a change, and its new content version. */
export interface AttachResult<File> {
  attachments: File[];
  contentVersion: number;
}

/**
 * Replaces the attachments of a document, locked or not. Throws `FORBIDDEN` unless the user is owner, admin or current
 * approver, `WORKFLOW_CONFLICT` on a voided, denied or canceled document (DEC-13), for a file that is missing on an
 * approved one (DEC-53), and when `target` names another content version than the current one (DEC-30) (API-11).
 */
export async function attach(
  context: RequestContext,
  target: Target,
  list: readonly AttachmentDraft[],
  reading: Reading<AttachPlan>,
): Promise<AttachResult<Attachment>> {
  const { files, contentVersion } = await attachTo(context, target, reading, (subject, rows) =>
    replaceFiles(context, subject, rows, list, null),
  );
  return { attachments: attachmentsOf(files), contentVersion };
}

/** Reads a document with its content, and the files to attach. */
export const attachPlan = (
  context: MembershipContext,
  { docType, id }: Pick<Target, 'docType' | 'id'>,
  list: readonly AttachmentDraft[],
) => ({
  ...documentChangePlan(context, id),
  ...linkPlan(context, docType, id, list),
  content: contentQuery(context.store, id),
});
export type AttachPlan = ReturnType<typeof attachPlan>;

/**
 * Writes the files that `replace` returns, once per idempotency key. Checks permissions and state first, then whether
 * the content is the one that `target` names. Returns the files and the content version after the write (DEC-98,
 * DEC-30).
 */
export async function attachTo<P extends AttachPlan>(
  context: RequestContext,
  target: Target,
  reading: Reading<P>,
  replace: (subject: SubjectRows, rows: Rows<P>) => Promise<NonNullable<AuditedWrite>>,
): Promise<{ files: RowOf<ReturnType<typeof attachmentsQuery>>; contentVersion: number }> {
  const after = { files: attachmentsQuery(context.store, target.id) };
  const { stored } = reading.rows as Rows<AttachPlan>;
  let afterRows: Rows<typeof after> | null = null;
  const write = async (answerRow: (answer: { contentVersion: number }) => Write[]) => {
    let answer = { contentVersion: 0 };
    const build = async (subject: SubjectRows, rows: Rows<P>) => {
      requireAttachable(context, subject);
      await requireCurrentContent(context, subject, target.contentVersion ?? null);
      const update = await replace(subject, rows);
      answer = { contentVersion: (update.stamp ?? subject.document).contentVersion };
      return { ...update, writes: [...update.writes, ...answerRow(answer)] };
    };
    afterRows = await appendAuditEvent(context, target.docType, 'attach', reading, build, after);
    return answer;
  };
  const { contentVersion } = await withIdempotency(context, stored, write);
  const { files } = afterRows ?? (await readInOneTrip(after));
  return { files, contentVersion };
}

/** Throws the code of `attachRefusal`. */
function requireAttachable(context: RequestContext, rows: SubjectRows): void {
  const code = attachRefusal(subjectOf(rows), actorOf(context));
  if (code !== null) throw new Refusal(code);
}

/**
 * Replaces the list of files; new ones belong to `invoiceId`. A file that is withdrawn or replaced while the document
 * is in approval returns the approval to step 1; an added file keeps the votes (DEC-40).
 */
export async function replaceFiles(
  context: RequestContext,
  rows: SubjectRows,
  { content: before, ...reads }: Rows<AttachPlan>,
  list: readonly AttachmentDraft[],
  invoiceId: string | null,
): Promise<NonNullable<AuditedWrite>> {
  const { store } = context;
  const { id, status, version } = rows.document;
  const target = { id, status, seq: version + 1 };
  const linked = linkAttachments(context, target, list, reads, invoiceId);
  return {
    payload: {
      attachments: linked.fileIds,
      ...(rows.document.type === 'PAYMENT' && { invoiceId }),
      ...linked.payload,
    },
    ...(before && (await changedContent(store, rows.document, before, { ...before, files: linked.files }))),
    ...(linked.withdraws && inApproval(status) && { change: restarted(context, rows) }),
    writes: [updateDocument(store, id, { attachmentCount: linked.fileIds.length }), ...linked.writes],
  };
}

function restarted(context: RequestContext, rows: SubjectRows): Change {
  const subject = subjectOf(rows, context);
  const input = { at: context.now, newTotalCents: subject.totalCents, restart: true };
  const decision = decide(subject, 'withdraw-file', actorOf(context), context.settings, input);
  if (decision.kind === 'ALREADY_DONE') throw new Error('only an approval may be done already');
  return decision;
}
