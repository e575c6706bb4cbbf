import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, ReadPlan, Rows } from '#store/d1/query';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { withIdempotency } from '#verbs/request/idempotency';
import type { StoredAnswer } from '#verbs/request/idempotency';
import { runAfterCommit } from '#verbs/lifecycle/run-after-commit';

/** Options of a request that changes a document. */
export interface Terms<After extends ReadPlan = NoPlan> {
  /** The content that the client saw; null means the current one (DEC-30). */
  contentVersion: number | null;
  /** Further writes of the batch. */
  additionalWrites: () => readonly Write[];
  /** True if the request has no attachments field: the document's attachments stay. */
  keepsFiles?: boolean;
  /** Reads to run after the change, in the same round trip. */
  after?: After;
}

/** A request to change a document: its idempotency key, the answer stored under it, and the reads of the response. */
interface ChangeRequest<After extends ReadPlan> {
  id: string;
  stored: StoredAnswer | null;
  after: After;
}

/**
 * Makes a change once per idempotency key, then runs everything that follows it. Returns the rows of `after` (DEC-99).
 */
export async function changeOnce<After extends ReadPlan>(
  context: RequestContext,
  { id, stored, after }: ChangeRequest<After>,
  change: (terms: Pick<Terms<After>, 'additionalWrites' | 'after'>) => Promise<ActionOutcome<After>>,
): Promise<Rows<After>> {
  let rows: Rows<After> | null = null;
  await withIdempotency(context, stored, async (answerRow) => {
    const answer = { id };
    rows = await runAfterCommitAndRead(
      context,
      await change({ additionalWrites: () => answerRow(answer), after }),
      after,
    );
    return answer;
  });
  return rows ?? readInOneTrip(after);
}

/** Runs what follows a change. Returns the rows of `after`. */
export async function runAfterCommitAndRead<After extends ReadPlan>(
  context: RequestContext,
  outcome: ActionOutcome<After>,
  after: After,
): Promise<Rows<After>> {
  await runAfterCommit(context, outcome);
  const { committed } = outcome;
  // A push to accounting writes after the change, so its rows are read again.
  return committed && committed.push === null ? committed.after : readInOneTrip(after);
}
