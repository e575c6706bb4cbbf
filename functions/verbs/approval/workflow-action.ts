import type { DocType, Status, SubmissionStatus } from '#domain/document';
import type { DecideInput } from '#domain/lifecycle/decision';
import type { Action } from '#domain/lifecycle/transition';
import type { Write } from '#store/d1/open';
import { readNextInQueue } from '#store/show/lists/read-approval-queue';
import { act } from '#verbs/lifecycle/perform-action';
import type { ShowContext } from '#verbs/request/context';
import { once, writeKept } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { finish } from '#verbs/lifecycle/finish-change';

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
  return once(context, repeat, undefined, (keep) => run(context, action, request, keep));
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
