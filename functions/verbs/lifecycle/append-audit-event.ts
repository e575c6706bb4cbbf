import { Refusal } from '#domain/codes';
import type { ContentStamp } from '#domain/history/content';
import { withPayload } from '#domain/lifecycle/change';
import type { Change } from '#domain/lifecycle/change';
import type { DocType } from '#domain/document';
import type { FieldChange } from '#domain/history/document-changes';
import type { Json } from '#domain/history/history';
import { commit } from '#store/show/documents/commit';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, ReadPlan, Reading, Rows } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import type { SubjectRows } from '#store/show/documents/read-document';
import { updateDocument } from '#store/show/documents/write-document';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { requireVisible } from './reachable-document.ts';
import { buildAuditEvent } from './audit-event.ts';
import { commitChange, maxAttempts } from './prepare-change.ts';
import type { RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { noticeRows, keptApprovers } from '#verbs/outbox/jobs';
import type { OutboxRow } from '#verbs/outbox/jobs';
import { actorOf } from './subject.ts';
import type { SubjectPlan } from './perform-action.ts';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { runAfterCommit } from './run-after-commit.ts';

/** The write that `build` returns; null when there is nothing to write. */
export type AuditedWrite = {
  payload: Record<string, Json>;
  writes: readonly Write[];
  stamp?: ContentStamp;
  /** A change of status to apply in the same batch. */
  change?: Change;
  changes?: readonly FieldChange[];
  /** Jobs of the event that makes this version. */
  jobs?: (version: number) => OutboxRow[];
} | null;

/**
 * Writes notes and attachments with an audit event of their own, in one batch. After a conflict `build` runs again with
 * the new rows. Returns the rows of `after`, null when there was nothing to write. Throws what `build` throws,
 * `NOT_FOUND`, `WORKFLOW_CONFLICT` (DEC-90).
 */
export async function appendAuditEvent<P extends SubjectPlan, After extends ReadPlan = NoPlan>(
  context: RequestContext,
  docType: DocType,
  action: 'note' | 'edit-note' | 'ask' | 'answer' | 'withdraw-question' | 'attach' | 'erase-file',
  reading: Reading<P>,
  build: (subject: SubjectRows, rows: Rows<P>) => Promise<AuditedWrite> | AuditedWrite,
  after: After = {} as After,
): Promise<Rows<After> | null> {
  let reads = reading.rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) reads = await readInOneTrip(reading.plan);
    const rows = requireVisible(context, docType, (reads as Rows<SubjectPlan>).subject);
    const update = await build(rows, reads);
    if (!update) return null;
    if (update.change) {
      const change = withPayload(update.change, update.payload);
      const committed = await commitChange(context, rows, actorOf(context), change, {
        newContent: { stamp: update.stamp ?? rows.document, changes: update.changes ?? [] },
        writes: update.writes,
        after,
      });
      if (!committed) continue;
      await runAfterCommit(context, { rows, committed });
      return committed.after;
    }
    const { document } = rows;
    const version = document.version + 1;
    const event = buildAuditEvent(context, actorOf(context), {
      documentId: document.id,
      seq: version,
      action,
      payload: update.payload,
      stamp: update.stamp,
      changes: update.changes ?? [],
      previousHash: rows.lastHash,
    });
    const voters = update.stamp ? keptApprovers(rows, update.stamp, context.user.id) : [];
    const outbox = [
      ...noticeRows(context, rows, version, voters, 'CHANGED'),
      ...(update.jobs?.(version) ?? []),
    ];
    const header = updateDocument(context.store, document.id, {
      version,
      updatedAt: context.now,
      ...update.stamp,
    });
    const committedRows = await commit(
      context.store,
      {
        event,
        expected: document,
        // Notes and files count for no budget.
        day: null,
        writes: [header, ...update.writes, ...insertOutbox(context.store, outbox)],
      },
      { audience: changeAudienceQuery(context.store, document.id), ...after },
    );
    if (!committedRows) continue;
    const { audience } = committedRows as { audience: ChangeAudience };
    context.runAfterResponse(publishDocumentChanges(context, [{ before: null, audience }]));
    context.runAfterResponse(dispatchJobs(context.env, context.store.db, outbox, context.now));
    return committedRows;
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}
