import { Refusal } from '#domain/codes';
import type { DocType, Status, SubmissionStatus } from '#domain/document';
import type { DecideInput } from '#domain/lifecycle/decision';
import type { Action } from '#domain/lifecycle/transition';
import type { Write } from '#store/d1/open';
import { readNextInQueue } from '#store/show/lists/read-approval-queue';
import { act } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { ShowContext } from '#verbs/request/context';
import { isFinal, logRefused } from '#verbs/outbox/job-context';
import { inOneBreath } from '#verbs/request/coalesce';
import { dispatchNew } from '#verbs/outbox/dispatch';
import type { AwaitedErrand, OutboxRow } from '#verbs/outbox/jobs';
import { once, writeKept } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { isAwaited, tellAccounting } from '#verbs/accounting/push-document';
import { tellAgain, tellChange } from '#verbs/realtime/publish-document-change';

/** API-16 to API-19. */
export interface ActionResult {
  docId: string;
  docType: DocType;
  status: Status;
  submissionStatus: SubmissionStatus;
  nextId: string | null;
}

export interface ActionRequest extends Omit<DecideInput, 'at' | 'contentVersion'> {
  docType: DocType;
  docId: string;
  contentVersion?: number | null;
  getNext: boolean;
}

/**
 * Approve, revise, void or deny, with everything that follows: the outbox, accounting at the final step, everyone's
 * screens, and the next document of the queue (DEC-30). When the approval stands but accounting refused, throws
 * `accounting_interface_error` with `approved` and `nextId` (DEC-03).
 */
export function workflowAction(
  context: ShowContext,
  action: Action,
  request: ActionRequest,
  repeat: Repeat | null,
): Promise<ActionResult> {
  return once(context, repeat, (keep) => run(context, action, request, keep));
}

async function run(
  context: ShowContext,
  action: Action,
  { docType, docId, contentVersion = null, getNext, ...input }: ActionRequest,
  keep: (answer: ActionResult) => Write[],
): Promise<ActionResult> {
  const { store, user, now } = context;
  let nextId: string | null = null;
  let answer: ActionResult | null = null;
  const acted = await act(
    context,
    { docType, id: docId, contentVersion },
    action,
    async () => {
      answer = null;
      nextId = getNext ? await store.foreseen.ask(readNextInQueue, store, user.id, docType, docId) : null;
      return { ...input, at: now };
    },
    ({ to }) => {
      answer = { docId, docType, ...to, nextId };
      return keep(answer);
    },
  );
  await finish(context, acted, { approved: true, nextId });
  if (answer) return answer;
  const { status, submissionStatus } = acted.rows.document;
  const stands = { docId, docType, status, submissionStatus, nextId };
  // Said once under this key (DEC-99): a twin that was first, between our two looks, has the key already.
  await writeKept(context, keep(stands));
  return stands;
}

/** What several changes that were written together ask for goes to its queue in one call. */
const sendTogether = inOneBreath<OutboxRow>(dispatchNew);

/**
 * What follows every committed change. Accounting is told while the user waits (DEC-32); everything else goes to its
 * queue. Throws `accounting_interface_error` carrying `extra` when accounting refused.
 */
export async function finish(
  context: ShowContext,
  { rows, applied }: Acted,
  extra: Record<string, unknown> = {},
): Promise<void> {
  if (!applied) return;
  const { store, env, now } = context;
  const id = rows.document.id;
  const told = tellChange(context, rows, id);
  context.later(told);
  const push = applied.outbox.find(isAwaited);
  const others = applied.outbox.filter((entry) => entry !== push);
  context.later(sendTogether(env, store, others));
  if (!push) return;
  const { firstName, lastName } = context.user;
  try {
    const attempt = { id: push.id, actorId: context.user.id, firstName, lastName };
    const errand = push.payload as unknown as AwaitedErrand;
    await tellAccounting({ env, store, show: context.show, now }, errand, attempt);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isFinal(error)) logRefused(push);
    throw new Refusal('accounting_interface_error', { ...error.detail, body: extra });
  } finally {
    context.later(tellAgain(context, told, id));
  }
}
