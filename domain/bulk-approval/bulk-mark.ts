import * as v from 'valibot';

/** The place of a decision in a bulk run, as its event stores it: the 12th of 46 (BULK-05). */
export type BulkMark = { runId: string; position: number; total: number };

/** The same in the history of a document. */
export const bulkPlace = v.object({ position: v.number(), total: v.number() });
export type BulkPlace = v.InferOutput<typeof bulkPlace>;

/** `in bulk, 12 of 46` */
export function bulkText({ position, total }: BulkPlace): string {
  return `in bulk, ${position} of ${total}`;
}
