import type { Write } from '#store/d1/open';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { ShowContext } from '#verbs/request/context';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { finish } from '#verbs/lifecycle/finish-change';

/** The terms on which a request changes a document. */
export interface Terms {
  /** The content that the caller saw; null: none is named, and the current one is meant (DEC-30). */
  contentVersion: number | null;
  /** What else the batch of the change writes. */
  more: () => readonly Write[];
  /** The request names no attachments: those that the document has stay. */
  keepsFiles?: boolean;
}

/** Those of a client that names no content. */
export const unnamed: Terms = { contentVersion: null, more: () => [] };

/** Makes a change once for its idempotency key (DEC-99), with everything that follows it. */
export async function changeOnce(
  context: ShowContext,
  id: string,
  repeat: Repeat | null,
  change: (more: Terms['more']) => Promise<Acted>,
): Promise<void> {
  await once(context, repeat, undefined, async (keep) => {
    const answer = { id };
    await finish(context, await change(() => keep(answer)));
    return answer;
  });
}
