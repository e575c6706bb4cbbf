import { inApproval } from '#domain/document';
import { clearQueues, notify, relief, type AllowedAction, type Outcome } from './allowed-action.ts';
import type { Effect, WorkflowChange } from './change.ts';
import { hasOpenChangeOrder, responsibleUser, type Subject } from './subject.ts';
import { closeWorkflow } from '#domain/workflow/workflow';

/** The requester owns the change order, whose revision restarts at 0 (CO-01, CO-02, DEC-26 request). */
export function adjust({ subject, actor }: AllowedAction): Outcome {
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
export function discard({ subject }: AllowedAction): Outcome {
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

function voidWorkflow(subject: Subject): WorkflowChange {
  return subject.instance !== null && inApproval(subject.status)
    ? { kind: 'UPDATE', instance: closeWorkflow(subject.instance, 'VOID') }
    : { kind: 'KEEP' };
}

/** Restores what was last fully approved (DEC-26 void). A voided change order is never archived (DEC-31). */
function voidChangeOrder({ subject, actor }: AllowedAction): Outcome {
  const { current, newest, lastApproved } = subject.changeOrder;
  return {
    workflow: voidWorkflow(subject),
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
    effects: notify(actor, 'VOID', [responsibleUser(subject)]),
  };
}

/** DEC-25 rows 8, 12, 16 and DEC-27 row 7; with an open change order rows 9 and 15. */
export function voidDocument(allowed: AllowedAction): Outcome {
  const { subject, actor, input } = allowed;
  if (hasOpenChangeOrder(subject)) return voidChangeOrder(allowed);
  // An approved PO may be on its way to accounting right now, and one may have been sent before approval (DEC-25 row
  // 17). So both are voided in accounting, which ignores POs that it does not have.
  const mayBeInAccounting = subject.status === 'APPROVED' || subject.foundInAccounting;
  const mustVoidInAccounting = subject.docType === 'PO' && mayBeInAccounting;
  const accounting: readonly Effect[] = mustVoidInAccounting ? [{ kind: 'void-in-accounting' }] : [];
  return {
    workflow: voidWorkflow(subject),
    queue: clearQueues,
    archive: input.archive ?? false,
    effects: [...accounting, ...notify(actor, 'VOID', [responsibleUser(subject)]), ...relief(subject)],
  };
}
