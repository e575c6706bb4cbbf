import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, Plan, Rows } from '#store/d1/query';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { once } from '#verbs/request/idempotency';
import type { Repeat, StoredAnswer } from '#verbs/request/idempotency';
import { finish } from '#verbs/lifecycle/finish-change';

/** The terms on which a request changes a document. */
export interface Terms<After extends Plan = NoPlan> {
  /** The content that the caller saw; null: none is named, and the current one is meant (DEC-30). */
  contentVersion: number | null;
  /** What else the batch of the change writes. */
  more: () => readonly Write[];
  /** The request names no attachments: those that the document has stay. */
  keepsFiles?: boolean;
  /** What is read behind the change, in the same trip. */
  after?: After;
}

/** A request to change a document: its key, what was answered under it before, and what its answer is made of. */
interface ChangeRequest<After extends Plan> {
  id: string;
  repeat: Repeat | null;
  stored: StoredAnswer | null;
  after: After;
}

/** Makes a change once for its idempotency key (DEC-99), with everything that follows it. Returns what `after` reads then. */
export async function changeOnce<After extends Plan>(
  context: RequestContext,
  { id, repeat, stored, after }: ChangeRequest<After>,
  change: (terms: Pick<Terms<After>, 'more' | 'after'>) => Promise<Acted<After>>,
): Promise<Rows<After>> {
  let rows: Rows<After> | null = null;
  await once(context, repeat, stored, async (keep) => {
    const answer = { id };
    rows = await finished(context, await change({ more: () => keep(answer), after }), after);
    return answer;
  });
  return rows ?? readInOneTrip(after);
}

/** Finishes a change, and returns what `after` reads then. */
export async function finished<After extends Plan>(
  context: RequestContext,
  acted: Acted<After>,
  after: After,
): Promise<Rows<After>> {
  await finish(context, acted);
  const { applied } = acted;
  // What accounting made of a push was written after the change.
  return applied && applied.push === null ? applied.after : readInOneTrip(after);
}
