import type { Write } from '#store/d1/open';
import { act } from '#verbs/lifecycle/perform-action';
import type { ShowContext } from '#verbs/request/context';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { finish } from '#verbs/lifecycle/finish-change';

interface Pushed {
  id: string;
}

/**
 * Sends a purchase order to accounting because somebody asked (API-12, AC-02, DEC-25/17): an approved one, or with
 * send-unapproved any that is not void (DEC-63). Throws `accounting_interface_error` with accounting's message when it
 * was not taken; that is in the send history then.
 */
export function pushToAccounting(context: ShowContext, id: string, repeat: Repeat | null): Promise<Pushed> {
  return once(context, repeat, undefined, (keep) => run(context, id, keep));
}

async function run(context: ShowContext, id: string, keep: (answer: Pushed) => Write[]): Promise<Pushed> {
  const answer = { id };
  const at = context.now;
  await finish(
    context,
    await act(
      context,
      { docType: 'PO', id },
      'push',
      () => ({ at }),
      () => keep(answer),
    ),
  );
  return answer;
}
