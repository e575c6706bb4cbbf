import type { SendBack } from '#domain/workflow/send-back';
import type { Json } from './history.ts';

/**
 * Columns of a document that are not content and change with its actions. Every event carries them in `state`, so that
 * verification detects a row that was changed without an event (DEC-30).
 */
export interface DocumentState {
  status: string;
  submissionStatus: string;
  revision: number;
  number: string;
  ownerId: string;
  submitterId: string | null;
  workflowId: string | null;
  currentStepId: string | null;
  /** Null before the document was sent back for the first time (BACK-01). */
  sendBacks?: readonly SendBack[] | null;
  milestones: readonly string[];
  currentChangeOrder: number;
  newestChangeOrder: number;
  archivedAt: string | null;
  /** Null before the first entry in a period (PERIOD-06). */
  accountingPeriod?: string | null;
  effectiveDay?: string | null;
  /** Lines that an open change order locks; 0 for other types. */
  lockedLineCount: number;
}

/**
 * Returns the state as JSON without the row's other columns. A number that the batch assigns is not known yet and is
 * left out.
 */
export function stateOf(row: DocumentState): Record<string, Json> {
  return {
    status: row.status,
    submissionStatus: row.submissionStatus,
    revision: row.revision,
    ...(row.number === '' ? {} : { number: row.number }),
    ownerId: row.ownerId,
    submitterId: row.submitterId,
    workflowId: row.workflowId,
    currentStepId: row.currentStepId,
    ...(row.sendBacks && { sendBacks: row.sendBacks as unknown as Json }),
    milestones: [...row.milestones],
    currentChangeOrder: row.currentChangeOrder,
    newestChangeOrder: row.newestChangeOrder,
    archivedAt: row.archivedAt,
    ...(row.accountingPeriod && { accountingPeriod: row.accountingPeriod }),
    ...(row.effectiveDay && { effectiveDay: row.effectiveDay }),
    lockedLineCount: row.lockedLineCount,
  };
}
