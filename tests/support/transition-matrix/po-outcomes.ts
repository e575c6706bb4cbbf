import type { CellAction, State } from './po-cells.ts';

/** Status pairs by the names of the table below (DEC-15). */
export const pairs = {
  Draft: ['DRAFT', 'Draft'],
  Revision: ['DRAFT', 'Needs revision'],
  Submitted: ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
  Department: ['APPROVED_BY_DEPARTMENT_APPROVER', 'Submitted for approval'],
  Special: ['APPROVED_BY_SPECIAL_APPROVER', 'Submitted for approval'],
  Approved: ['APPROVED', 'Approved'],
  Void: ['VOID', 'Void'],
} as const;

/** Expected values of a purchase order of one line for 300.00, or of its change order with another line for 50.00. */
export interface Outcome {
  pair: keyof typeof pairs;
  /** The added history event, or null (DEC-90). */
  history: string | null;
  /** `{currentChangeOrderNumber}/{newestChangeOrderNumber}` */
  changeOrder: string;
  lines: number;
  revision: number;
}

/** The values before an action that changes no state. */
export const initial: Record<State, Outcome> = {
  draft: to('Draft', null, '0/0', 1, 0),
  revision: to('Revision', null, '0/0', 1, 0),
  submitted: to('Submitted', null, '0/0', 1, 0),
  department: to('Department', null, '0/0', 1, 0),
  special: to('Special', null, '0/0', 1, 0),
  approved: to('Approved', null, '0/0', 1, 0),
  void: to('Void', null, '0/0', 1, 0),
  coDraft: to('Draft', null, '1/1', 2, 0),
  coOfLena: to('Draft', null, '1/1', 2, 0),
  coPulled: to('Draft', null, '1/1', 2, 0),
  coRevision: to('Revision', null, '1/1', 2, 0),
  coSubmitted: to('Submitted', null, '1/1', 2, 0),
  coDepartment: to('Department', null, '1/1', 2, 0),
  coApproved: to('Approved', null, '1/1', 2, 0),
};

function to(
  pair: Outcome['pair'],
  history: string | null,
  changeOrder: string,
  lines: number,
  revision: number,
): Outcome {
  return { pair, history, changeOrder, lines, revision };
}

/** Void: the last approved values; the change order number is not reused (DEC-26). */
const restored = to('Approved', 'VOID', '0/1', 1, 0);
/** Discard: the change order number is reused (DEC-26). */
const discarded = to('Approved', null, '0/0', 1, 0);
/** With resetApprovalOnEdit (DEC-40). */
const restarted = to('Submitted', null, '0/0', 1, 1);
const restartedOrder = to('Submitted', null, '1/1', 2, 1);
const sentAgain = to('Submitted', 'SUBMITTED', '1/1', 2, 1);
const sentFirst = to('Submitted', 'SUBMITTED', '1/1', 2, 0);

/** Changed values by action and state; all others are as before (DEC-19, DEC-25, DEC-26). */
const changes: Partial<Record<CellAction, Partial<Record<State, Outcome>>>> = {
  save: {
    submitted: restarted,
    department: restarted,
    special: restarted,
    coSubmitted: restartedOrder,
    coDepartment: restartedOrder,
  },
  submit: {
    draft: to('Submitted', 'SUBMITTED', '0/0', 1, 0),
    revision: to('Submitted', 'SUBMITTED', '0/0', 1, 1),
    coDraft: sentFirst,
    coOfLena: sentFirst,
    coPulled: sentAgain,
    coRevision: sentAgain,
  },
  approve: {
    submitted: to('Department', 'APPROVED', '0/0', 1, 0),
    department: to('Department', 'APPROVED', '0/0', 1, 0),
    special: to('Approved', 'APPROVED', '0/0', 1, 0),
    coSubmitted: to('Department', 'APPROVED', '1/1', 2, 0),
    coDepartment: to('Approved', 'APPROVED', '1/1', 2, 0),
  },
  revise: {
    submitted: to('Revision', 'NEEDS REVISION', '0/0', 1, 0),
    department: to('Revision', 'NEEDS REVISION', '0/0', 1, 0),
    special: to('Revision', 'NEEDS REVISION', '0/0', 1, 0),
    coSubmitted: to('Revision', 'NEEDS REVISION', '1/1', 2, 0),
    coDepartment: to('Revision', 'NEEDS REVISION', '1/1', 2, 0),
  },
  void: {
    draft: to('Void', 'VOID', '0/0', 1, 0),
    revision: to('Void', 'VOID', '0/0', 1, 0),
    submitted: to('Void', 'VOID', '0/0', 1, 0),
    department: to('Void', 'VOID', '0/0', 1, 0),
    special: to('Void', 'VOID', '0/0', 1, 0),
    approved: to('Void', 'VOID', '0/0', 1, 0),
    coDraft: restored,
    coOfLena: restored,
    coPulled: restored,
    coRevision: restored,
    coSubmitted: restored,
    coDepartment: restored,
    coApproved: to('Void', 'VOID', '1/1', 2, 0),
  },
  pull: {
    submitted: to('Draft', null, '0/0', 1, 0),
    department: to('Draft', null, '0/0', 1, 0),
    special: to('Draft', null, '0/0', 1, 0),
    coSubmitted: to('Draft', null, '1/1', 2, 0),
    coDepartment: to('Draft', null, '1/1', 2, 0),
  },
  adjust: {
    approved: to('Draft', 'CHANGE ORDER', '1/1', 1, 0),
    coApproved: to('Draft', 'CHANGE ORDER', '2/2', 2, 0),
  },
  takeBack: {
    department: to('Submitted', null, '0/0', 1, 0),
    special: to('Department', null, '0/0', 1, 0),
    coDepartment: to('Department', null, '1/1', 2, 0),
  },
  sendBack: {
    department: to('Submitted', null, '0/0', 1, 0),
    special: to('Submitted', null, '0/0', 1, 0),
    coDepartment: to('Submitted', null, '1/1', 2, 0),
  },
  discard: { coDraft: discarded, coOfLena: discarded, coPulled: discarded },
};

export function outcomeOf(action: CellAction, state: State): Outcome {
  return changes[action]?.[state] ?? initial[state];
}
