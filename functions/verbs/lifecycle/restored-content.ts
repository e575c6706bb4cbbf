import { canonicalFile } from '#domain/history/content';
import type { ContentRow, ContentRows } from '#domain/history/content';
import { describeWorkflowChange } from '#domain/history/workflow-change';
import type { Action } from '#domain/lifecycle/transition';
import type { PlanRows } from '#store/d1/query';
import { contentQuery } from '#store/show/documents/read-content';
import { formerWorkflowQuery } from '#store/show/approval/read-default-template';
import { restoreQuery } from '#store/show/purchase-orders/restore-snapshot';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { ShowStore } from '#store/d1/open';
import { restoreFiles } from '#store/show/documents/withdrawn-files';
import { changedContent } from './content-stamp.ts';
import type { ContentChange } from './prepare-change.ts';

/** Reads a purchase order and the approved version that it returns to. */
export const restorePlan = ({ store }: { store: ShowStore }, id: string) => ({
  content: contentQuery(store, id),
  restore: restoreQuery(store, id),
  former: formerWorkflowQuery(store, id),
});

/**
 * The content of a purchase order when its open change order ends without an approval: its last approved version, with
 * the files that it had when the change order was requested (DEC-26).
 */
export async function restoredContent(
  store: ShowStore,
  { document }: SubjectRows,
  action: Action,
  { content: rows, restore, former }: PlanRows<typeof restorePlan>,
): Promise<ContentChange> {
  if (!rows || !restore) throw new Error('a change order has an approved version before it');
  const { snapshot, totalCents, flow, requestedSeq, withdrawnSince } = restore;
  const isNew = (row: ContentRow) => Number(row['addedSeq']) > requestedSeq;
  const removed = rows.files.filter(isNew);
  const returned = withdrawnSince.filter((row) => !isNew(row));
  const files = [...rows.files.filter((row) => !isNew(row)), ...returned];
  const restored: ContentRows = {
    ...rows,
    // A version from before there were rates has none.
    document: { ...rows.document, costing: null, baseTotalCents: null, ...snapshot.header, totalCents },
    detail: { ...rows.detail, ...snapshot.header },
    // A snapshot from before migration 0023 lacks columns that a change order cannot change.
    lines: snapshot.lines.map((line) => ({ ...rows.lines.find((row) => row['id'] === line.id), ...line })),
    files,
  };
  const ending = action === 'discard' ? 'discarded' : 'voided';
  const reason = `Change order ${document.currentChangeOrder} was ${ending}`;
  const seq = document.version + 1;
  const { stamp, changes } = await changedContent(store, document, rows, restored);
  return {
    stamp,
    // A change order that was pulled back may have had another workflow than the approval that counts again.
    changes: [...changes, ...describeWorkflowChange(former, flow)],
    header: { revision: snapshot.header.revision ?? document.revision, workflowId: flow?.id ?? null },
    payload: {
      attachments: files.map((file) => canonicalFile(file)['fileId'] ?? null),
      ...(removed.length > 0 && {
        filesWithdrawn: removed.map((row) => ({
          ...canonicalFile(row),
          addedSeq: Number(row['addedSeq']),
          reason,
          replacedBy: null,
        })),
      }),
      ...(returned.length > 0 && {
        filesRestored: returned.map((row) => canonicalFile(row)['fileId'] ?? null),
      }),
    },
    writes: restoreFiles(store, document.id, { requestedSeq, seq, reason }),
  };
}
