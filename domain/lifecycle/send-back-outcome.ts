import { Refusal } from '#domain/codes';
import { isDepartmentDone } from '#domain/workflow/vote';
import { earlierSteps, sendBack } from '#domain/workflow/send-back';
import { currentApprovers } from '#domain/workflow/workflow';
import { notify, type AllowedAction, type Outcome } from './allowed-action.ts';
import { joinQueue, mustHave } from './approval-outcomes.ts';
import { responsibleUser } from './subject.ts';
import { submitted } from './transition.ts';

/** The document waits again at an earlier step. Its milestones stay, as after a restart (BACK-01, BACK-02). */
export function sendDocumentBack({ subject, actor, standIn, input }: AllowedAction): Outcome {
  const before = mustHave(subject.instance, 'a workflow');
  if (!input.toStepId) throw new Refusal('MISSING_REQUIRED_FIELDS', { errors: ['step'] });
  const to = earlierSteps(before).find(({ id }) => id === input.toStepId);
  if (!to) throw new Refusal('invalid_parameter', { status: 422 });
  const instance = sendBack(before, to.order, {
    version: subject.version + 1,
    contentVersion: subject.contentVersion,
    at: input.at,
    by: actor.name + (standIn ? ` on behalf of ${standIn.onBehalfOf.name}` : ''),
    reason: (input.reason ?? '').trim(),
  });
  const isDepartmentKept = subject.docType === 'PO' && isDepartmentDone(instance);
  const approvers = currentApprovers(instance);
  const owner = responsibleUser(subject);
  return {
    to: { ...submitted, status: isDepartmentKept ? 'APPROVED_BY_DEPARTMENT_APPROVER' : submitted.status },
    workflow: { kind: 'UPDATE', instance },
    queue: joinQueue(instance),
    effects: [
      ...notify(actor, 'SENT_BACK', approvers),
      ...notify(actor, 'OWN_SENT_BACK', approvers.includes(owner) ? [] : [owner]),
    ],
  };
}
