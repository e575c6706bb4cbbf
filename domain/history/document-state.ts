import type { Json } from './history.ts';

/**
 * The columns of a document that are no content and change with its actions. Every event carries them in `state`, so that
 * verification can tell a row that was changed past the history (DEC-30).
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
  milestones: readonly string[];
  currentChangeOrder: number;
  newestChangeOrder: number;
  archivedAt: string | null;
  /** Lines that an open change order locks; 0 for other types. */
  lockedLineCount: number;
}

/** The state as JSON, and nothing else of the row. A number that the batch itself gives is not known before it. */
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
    milestones: [...row.milestones],
    currentChangeOrder: row.currentChangeOrder,
    newestChangeOrder: row.newestChangeOrder,
    archivedAt: row.archivedAt,
    lockedLineCount: row.lockedLineCount,
  };
}
