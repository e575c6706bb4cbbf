import { attachRefusal } from '#domain/lifecycle/attachment-permission';
import type { Attachment } from '#domain/documents/attachments';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { Refusal } from '#domain/codes';
import { inApproval } from '#domain/document';
import { decide } from '#domain/lifecycle/lifecycle';
import type { Change } from '#domain/lifecycle/decision';
import { readAttachments } from '#store/show/documents/attachments';
import { readContent } from '#store/show/documents/read-content';
import type { SubjectRows } from '#store/show/documents/read-document';
import { updateDocument } from '#store/show/documents/write-document';
import type { Target } from '#verbs/lifecycle/perform-action';
import { changedContent } from '#verbs/lifecycle/content-stamp';
import type { ShowContext } from '#verbs/request/context';
import { linkAttachments } from './link-attachments.ts';
import { mustBeCurrent } from '#verbs/lifecycle/require-current-content';
import { record } from '#verbs/lifecycle/append-audit-event';
import type { Recorded } from '#verbs/lifecycle/append-audit-event';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { attachmentsOf } from './view-parts.ts';

/** What the attachments of a document are now, and the content with them. */
export interface Attached<File> {
  attachments: File[];
  contentVersion: number;
}

/**
 * Replaces the attachments of a document, locked or not (API-11). Throws `FORBIDDEN` for anybody but owner, admin or
 * current approver, `WORKFLOW_CONFLICT` on a voided, denied or canceled document (DEC-13), for a file that is missing
 * on an approved one (DEC-53), and when another content is current than the target names (DEC-30).
 */
export async function attach(
  context: ShowContext,
  target: Target,
  list: readonly AttachmentDraft[],
  repeat: Repeat | null = null,
): Promise<Attached<Attachment>> {
  const contentVersion = await attachTo(context, target, repeat, (rows) =>
    replaceFiles(context, rows, list, null),
  );
  const { store } = context;
  const files = await store.foreseen.ask(readAttachments, store, target.id);
  return { attachments: attachmentsOf(files), contentVersion };
}

/**
 * Writes what `replace` makes of the files, once for each `repeat`: rights and state first, then whether the content is
 * the one that the target names (DEC-98, DEC-30). Returns the content version after it.
 */
export async function attachTo(
  context: ShowContext,
  target: Target,
  repeat: Repeat | null,
  replace: (rows: SubjectRows) => Promise<NonNullable<Recorded>>,
): Promise<number> {
  const { contentVersion } = await once<{ contentVersion: number }>(
    context,
    repeat,
    undefined,
    async (keep) => {
      let answer = { contentVersion: 0 };
      await record(context, target, 'attach', async (rows) => {
        mustBeAttachable(context, rows);
        await mustBeCurrent(context, rows, target.contentVersion ?? null);
        const found = await replace(rows);
        answer = { contentVersion: (found.stamp ?? rows.document).contentVersion };
        return { ...found, writes: [...found.writes, ...keep(answer)] };
      });
      return answer;
    },
  );
  return contentVersion;
}

/** Throws as `attachRefusal` says. */
function mustBeAttachable(context: ShowContext, rows: SubjectRows): void {
  const code = attachRefusal(subjectOf(rows), actorOf(context));
  if (code !== null) throw new Refusal(code);
}

/**
 * Replaces the list of files; new ones belong to `invoiceId`. A file that is withdrawn or replaced while the document is in
 * approval takes the approval to step 1; one that is added keeps the votes (DEC-40).
 */
export async function replaceFiles(
  context: ShowContext,
  rows: SubjectRows,
  list: readonly AttachmentDraft[],
  invoiceId: string | null,
): Promise<NonNullable<Recorded>> {
  const { store } = context;
  const { id, type: docType, status, version } = rows.document;
  const linked = await linkAttachments(context, { docType, id, status, seq: version + 1 }, list, invoiceId);
  const before = await store.foreseen.ask(readContent, store, id);
  return {
    payload: {
      attachments: linked.fileIds,
      ...(docType === 'PAYMENT' && { invoiceId }),
      ...linked.payload,
    },
    ...(before && (await changedContent(store, rows.document, before, { ...before, files: linked.files }))),
    ...(linked.withdraws && inApproval(status) && { change: restarted(context, rows) }),
    writes: [updateDocument(store, id, { attachmentCount: linked.fileIds.length }), ...linked.writes],
  };
}

function restarted(context: ShowContext, rows: SubjectRows): Change {
  const subject = subjectOf(rows);
  const input = { at: context.now, newTotalCents: subject.totalCents, restart: true };
  const decision = decide(subject, 'withdraw-file', actorOf(context), context.settings, input);
  if (decision.kind === 'ALREADY_DONE') throw new Error('only an approval may be done already');
  return decision;
}
