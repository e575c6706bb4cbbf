import { inApproval } from '#domain/document';
import { clearQueues, notify, relief, type Case, type Outcome } from './allowed-action.ts';
import type { Effect, WorkflowChange } from './decision.ts';
import { hasOpenChangeOrder, responsible, type Subject } from './subject.ts';
import { closeWorkflow } from '#domain/workflow/workflow';

/** CO-01, CO-02, DEC-26 request: the requester owns the change order, whose revision starts again at 0. */
export function adjust({ subject, actor }: Case): Outcome {
  const number = subject.changeOrder.newest + 1;
  return {
    ownerId: actor.userId,
    revision: 0,
    changeOrder: {
      current: number,
      newest: number,
      originalLineCount: subject.changeOrder.lineCount,
      entry: { kind: 'ADD', number, status: 'DRAFT' },
    },
  };
}

/** CO-08, CO-09, DEC-26 discard. */
export function discard({ subject }: Case): Outcome {
  const { current, newest, lastApproved } = subject.changeOrder;
  return {
    ownerId: subject.creatorId,
    revision: null,
    content: 'RESTORE',
    changeOrder: {
      current: lastApproved,
      newest: newest - 1,
      originalLineCount: 0,
      entry: { kind: 'REMOVE', number: current },
    },
  };
}

function voidedStep(subject: Subject): WorkflowChange {
  return subject.instance !== null && inApproval(subject.status)
    ? { kind: 'UPDATE', instance: closeWorkflow(subject.instance, 'VOID') }
    : { kind: 'KEEP' };
}

/** DEC-26 void: back to what was last fully approved. A voided change order is never archived (DEC-31). */
function voidChangeOrder({ subject, actor }: Case): Outcome {
  const { current, newest, lastApproved } = subject.changeOrder;
  return {
    workflow: voidedStep(subject),
    queue: clearQueues,
    ownerId: subject.creatorId,
    revision: null,
    content: 'RESTORE',
    changeOrder: {
      current: lastApproved,
      newest,
      originalLineCount: 0,
      entry: { kind: 'SET', number: current, status: 'VOID' },
    },
    effects: notify(actor, 'VOID', [responsible(subject)]),
  };
}

/** DEC-25 rows 8, 12, 16 and DEC-27 row 7; with an open change order rows 9 and 15. */
export function voidDocument(given: Case): Outcome {
  const { subject, actor, input } = given;
  if (hasOpenChangeOrder(subject)) return voidChangeOrder(given);
  // An approved PO may be on its way to accounting right now, and one may have been sent before it was approved (DEC-25
  // row 17): accounting hears of the end of each, and passes over what it has never seen.
  const sent = subject.status === 'APPROVED' || subject.foundInAccounting;
  const told = subject.docType === 'PO' && sent;
  const accounting: readonly Effect[] = told ? [{ kind: 'void-in-accounting' }] : [];
  return {
    workflow: voidedStep(subject),
    queue: clearQueues,
    archive: input.archive ?? false,
    effects: [...accounting, ...notify(actor, 'VOID', [responsible(subject)]), ...relief(subject)],
  };
}
