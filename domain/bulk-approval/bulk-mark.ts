/** The place of a decision in a bulk run, in the history of a document: the 12th of 46. */
export interface BulkPlace {
  position: number;
  total: number;
}

/** The same as its event stores it (BULK-05). */
export type BulkMark = BulkPlace & { runId: string };

/** `in bulk, 12 of 46` */
export function bulkText({ position, total }: BulkPlace): string {
  return `in bulk, ${position} of ${total}`;
}
