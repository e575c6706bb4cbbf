import { act } from '#verbs/lifecycle/perform-action';
import type { ShowContext } from '#verbs/request/context';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { finish } from '#verbs/lifecycle/finish-change';

/**
 * Asks for a change order on an approved PO (API-20, CO-01, CO-02, DEC-26): a draft of the requester's, with the reason
 * as its note. Throws `NOT_FOUND` for anything but a PO (CO-03), `FORBIDDEN`, `WORKFLOW_CONFLICT` when it is not
 * adjustable or is relieved, `POS_BAD_REQUEST` with `vendor` when its vendor is inactive, `MISSING_REQUIRED_FIELDS`.
 */
export async function requestChangeOrder(
  context: ShowContext,
  { poId, reason }: { poId: string; reason: string },
  repeat: Repeat | null,
): Promise<void> {
  await once(context, repeat, undefined, async (keep) => {
    const answer = { poId };
    const input = () => ({ at: context.now, reason });
    await finish(
      context,
      await act(context, { docType: 'PO', id: poId }, 'adjust', input, () => keep(answer)),
    );
    return answer;
  });
}

/**
 * Takes an unsubmitted change order back with everything that it changed (API-06, CO-08, CO-09, DEC-26 discard).
 * Throws `NOT_FOUND`, `FORBIDDEN`, `ERROR_PO_NOT_EDITABLE` once it is submitted, `WORKFLOW_CONFLICT` without one.
 */
export async function discardChangeOrder(
  context: ShowContext,
  poId: string,
  repeat: Repeat | null,
  contentVersion: number | null = null,
): Promise<void> {
  await once(context, repeat, undefined, async (keep) => {
    const answer = { poId };
    const input = () => ({ at: context.now });
    await finish(
      context,
      await act(context, { docType: 'PO', id: poId, contentVersion }, 'discard', input, () => keep(answer)),
    );
    return answer;
  });
}
