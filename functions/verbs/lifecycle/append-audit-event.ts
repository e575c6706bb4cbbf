import { Refusal } from '#domain/codes';
import { stampPayload } from '#domain/history/content';
import type { ContentStamp } from '#domain/history/content';
import type { Change } from '#domain/lifecycle/decision';
import type { DocType } from '#domain/document';
import { changesPayload } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import type { Json } from '#domain/history/history';
import { commit } from '#store/show/documents/commit';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, Plan, Reading, Rows } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import type { SubjectRows } from '#store/show/documents/read-document';
import { insertOutbox, updateDocument } from '#store/show/documents/write-document';
import { reached } from './reachable-document.ts';
import { apply, maxAttempts, chained } from './apply-change.ts';
import type { RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { changeNotices, keptVoters } from '#verbs/outbox/jobs';
import { actorOf } from './subject.ts';
import type { SubjectPlan } from './perform-action.ts';
import { publishDocumentChanges } from '#verbs/realtime/publish-document-change';
import { finish } from './finish-change.ts';

/** What one look at the document makes of a write, and of its content; null when there is nothing left to write. */
export type Recorded = {
  payload: Record<string, Json>;
  writes: readonly Write[];
  stamp?: ContentStamp;
  /** A change of status that comes with the write: it is applied in the same batch. */
  change?: Change;
  changes?: readonly FieldChange[];
} | null;

/**
 * Writes notes and attachments with an audit event of its own (DEC-90), in one batch like any
 * other change. A writer who is overtaken looks again. Returns what `after` reads behind it, null when there was nothing
 * to write. Throws what `look` throws, `NOT_FOUND`, `WORKFLOW_CONFLICT`.
 */
export async function record<P extends SubjectPlan, After extends Plan = NoPlan>(
  context: RequestContext,
  docType: DocType,
  action: 'note' | 'edit-note' | 'attach' | 'erase-file',
  reading: Reading<P>,
  look: (subject: SubjectRows, rows: Rows<P>) => Promise<Recorded> | Recorded,
  after: After = {} as After,
): Promise<Rows<After> | null> {
  let reads = reading.rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) reads = await readInOneTrip(reading.plan);
    const rows = reached(context, docType, (reads as Rows<SubjectPlan>).subject);
    const found = await look(rows, reads);
    if (!found) return null;
    if (found.change) {
      const change = withPayload(found.change, found.payload);
      const applied = await apply(context, rows, actorOf(context), change, {
        content: { stamp: found.stamp ?? rows.document, changes: found.changes ?? [] },
        writes: found.writes,
        after,
      });
      if (!applied) continue;
      await finish(context, { rows, applied });
      return applied.after;
    }
    const { document } = rows;
    const version = document.version + 1;
    const event = chained(context, actorOf(context), {
      documentId: document.id,
      seq: version,
      action,
      historyType: null,
      payload: {
        ...found.payload,
        ...(found.stamp && stampPayload(found.stamp)),
        ...changesPayload(found.changes ?? []),
      },
      previousHash: rows.lastHash,
    });
    const voters = found.stamp ? keptVoters(rows, found.stamp, context.user.id) : [];
    const outbox = changeNotices(context, rows, version, voters);
    const moved = updateDocument(context.store, document.id, {
      version,
      updatedAt: context.now,
      ...found.stamp,
    });
    const written = await commit(
      context.store,
      { event, expected: document, writes: [moved, ...found.writes, ...insertOutbox(context.store, outbox)] },
      { audience: changeAudienceQuery(context.store, document.id), ...after },
    );
    if (!written) continue;
    const { audience } = written as { audience: ChangeAudience };
    context.later(publishDocumentChanges(context, [{ before: null, audience }]));
    context.later(dispatchJobs(context.env, context.store.db, outbox, context.now));
    return written;
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

function withPayload(change: Change, payload: Record<string, Json>): Change {
  return { ...change, event: { ...change.event, payload: { ...change.event.payload, ...payload } } };
}
