import { describe, expect, test } from 'vitest';
import { decide, editAction, refusal } from '#domain/lifecycle';
import type { Action } from '#domain/lifecycle-row';
import {
  approved,
  byDepartment,
  bySpecial,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle-row';
import type { Actor, Subject } from '#domain/lifecycle-subject';
import { permissionsOf, type Role } from '#domain/permissions';
import { mayReach } from '#domain/visibility';
import type { Instance, StepStatus } from '#domain/workflow';
import { answers, letterIn } from '../support/cells.ts';
import { orderCells, type CellAction, type Person, type State } from '../support/po-cells.ts';
import { actor, at, refused, settings, subject } from './lifecycle-given.ts';

function member(userId: Person, role: Role, voidPo: boolean, ...departmentIds: string[]): Actor {
  const permissions = permissionsOf({ role, voidPo, voidInvoice: false });
  return actor(userId, role, { permissions, departmentIds });
}

const cast: Record<Person, Actor> = {
  dana: member('dana', 'PO Creator', true, 'art'),
  ivan: member('ivan', 'Invoice Creator', false, 'art'),
  carl: member('carl', 'PO Creator', false, 'art'),
  ada: member('ada', 'Show Admin', true),
  abel: member('abel', 'Approver', true, 'art'),
  lena: member('lena', 'Approver', true),
  luis: member('luis', 'Approver', false),
  hugo: member('hugo', 'Approver', false),
};

/** Step 1 Abel, step 2 two of Lena and Luis, step 3 Hugo and never needed; `votes` are those given, in order. */
function flow(statuses: [StepStatus, StepStatus], votes: readonly Person[], running: boolean): Instance {
  const listed: Person[][] = [['abel'], ['lena', 'luis'], ['hugo']];
  return {
    id: 'w1',
    templateId: 't1',
    templateVersion: 1,
    finalOrder: 2,
    currentOrder: running ? (statuses[0] === 'APPROVED' ? 2 : 1) : null,
    steps: listed.map((userIds, index) => ({
      id: `w1-${index + 1}`,
      order: index + 1,
      name: `Level ${index + 1}`,
      kind: index === 0 ? 'DEPARTMENT' : 'STANDARD',
      amountLimitCents: index === 1 ? 500_000 : null,
      approvalsNeeded: userIds.length,
      approvers: userIds.map((userId) => ({ userId, name: userId, initials: userId })),
      missing: [],
      status: statuses[index] ?? 'PENDING',
      approvals: userIds.filter((userId) => votes.includes(userId)).map((userId) => ({ userId, at })),
    })),
  };
}

const first = flow(['PENDING', 'PENDING'], [], true);
const second = flow(['APPROVED', 'PENDING'], ['abel'], true);
const almost = flow(['APPROVED', 'PENDING'], ['abel', 'luis'], true);
const complete = flow(['APPROVED', 'APPROVED'], ['abel', 'lena', 'luis'], false);
const revised = flow(['APPROVED', 'REVISION'], ['abel'], false);
const killed = flow(['APPROVED', 'VOID'], ['abel'], false);
const open = { current: 1, newest: 1, lastApproved: 0, originalLineCount: 1, lineCount: 2 };
const closed = { ...open, lastApproved: 1, originalLineCount: 0 };

const given: Record<State, Partial<Subject>> = {
  draft,
  revision: { ...needsRevision, instance: revised },
  submitted: { ...submitted, instance: first },
  department: { ...byDepartment, instance: second },
  special: { ...bySpecial, instance: almost },
  approved: { ...approved, instance: complete },
  void: { ...voided, instance: killed },
  coDraft: { ...draft, instance: complete, changeOrder: open },
  coOfLena: { ...draft, instance: complete, changeOrder: open, ownerId: 'lena' },
  coPulled: { ...draft, changeOrder: open },
  coRevision: { ...needsRevision, instance: revised, changeOrder: open },
  coSubmitted: { ...submitted, instance: first, changeOrder: open },
  coDepartment: { ...byDepartment, instance: almost, changeOrder: open },
  coApproved: { ...approved, instance: complete, changeOrder: closed },
};

/** The document in a state, created by Dana or, where Ivan looks at it, by him. */
function documentFor(state: State, person: Person): Subject {
  const creatorId = person === 'ivan' ? 'ivan' : 'dana';
  return subject({ creatorId, ownerId: creatorId, departmentId: 'art', ...given[state] });
}

const named = {
  submit: 'submit',
  approve: 'approve',
  revise: 'revise',
  void: 'void',
  pull: 'pull',
  adjust: 'adjust',
  discard: 'discard',
  push: 'push',
  pullFromAccounting: 'pull-from-accounting',
} as const satisfies Partial<Record<CellAction, Action>>;

function actionOf(action: Exclude<CellAction, 'read' | 'note'>, document: Subject): Action {
  return action === 'save' || action === 'line' ? editAction(document) : named[action];
}

function reaches(document: Subject, who: Actor): boolean {
  const { creatorId, ownerId, departmentId, instance } = document;
  const workflowUserIds = (instance?.steps ?? []).flatMap((step) =>
    step.approvers.map(({ userId }) => userId),
  );
  const scope = { ada: 'ALL', carl: 'IN_THIS_USERS_DEPARTMENT' }[who.userId] ?? 'CREATED_BY_THIS_USER';
  const viewer = {
    userId: who.userId,
    departmentIds: who.departmentIds,
    purchaseOrderVisibility: scope as 'ALL',
    invoiceVisibility: 'ALL',
  } as const;
  return mayReach({ creatorId, ownerId, departmentId, workflowUserIds }, viewer, 'PO');
}

/** What the rules say: visible at all, then the code, as a letter of the table. */
function heard(action: CellAction, document: Subject, who: Actor): string {
  if (!reaches(document, who)) return 'N';
  if (action === 'read' || action === 'note') return '.';
  const asked = actionOf(action, document);
  const code = refusal(document, asked, who, settings());
  if (asked === 'approve' && code !== null) {
    // The step of the last flow that a stale screen would name.
    const seen = document.instance?.steps[(document.instance.currentOrder ?? 2) - 1]?.id ?? null;
    let repeated = false;
    refused(() => {
      const input = { at, workflowStepId: seen };
      repeated = decide(document, 'approve', who, settings(), input).kind === 'ALREADY_DONE';
    });
    if (repeated) return '=';
  }
  const letters = Object.entries(answers).filter(([letter]) => letter !== '=');
  return letters.find(([, answer]) => answer.code === code)?.[0] ?? String(code);
}

const { states, people, actions, contract } = orderCells;

describe.each(actions)('%s', (action) => {
  test.each(states)(`${contract[action]}: of a purchase order that is %s, by everybody`, (state) => {
    const expected = people.map((person) => [person, letterIn(orderCells, action, state, person)]);
    const found = people.map((person) => [person, heard(action, documentFor(state, person), cast[person])]);
    expect(found).toEqual(expected);
  });
});
