import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { Json } from '#domain/history';
import { commit } from '#store/commit';
import type { Write } from '#store/open';
import type { SubjectRows } from '#store/show/read-document';
import { updateDocument } from '#store/show/write-document';
import { reach } from './act.ts';
import { attemptsAtMost, chained } from './apply.ts';
import type { ShowContext } from './context.ts';
import { actorOf } from './subject.ts';
import { tellChange } from './tell-change.ts';

/** What one look at the document makes of a write; null when there is nothing left to write. */
export type Recorded = { payload: Record<string, Json>; writes: readonly Write[] } | null;

/**
 * Writes what changes no status (notes, attachments) with an audit event of its own (DEC-90), in one batch like any
 * other change. Whoever is overtaken looks again. Throws what `look` throws, `NOT_FOUND`, `WORKFLOW_CONFLICT`.
 */
export async function record(
  context: ShowContext,
  target: { docType: DocType; id: string },
  action: 'note' | 'edit-note' | 'attach',
  look: (rows: SubjectRows) => Promise<Recorded>,
): Promise<void> {
  for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
    const rows = await reach(context, target.docType, target.id);
    const found = await look(rows);
    if (!found) return;
    const { document } = rows;
    const version = document.version + 1;
    const event = chained(context, actorOf(context), {
      documentId: document.id,
      seq: version,
      action,
      historyType: null,
      payload: found.payload,
      previousHash: rows.lastHash,
    });
    const moved = updateDocument(context.store, document.id, { version, updatedAt: context.now });
    const result = await commit(context.store, {
      event,
      expected: document,
      writes: [moved, ...found.writes],
    });
    if (result === 'lost') continue;
    context.later(tellChange(context, null, document.id));
    return;
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}
