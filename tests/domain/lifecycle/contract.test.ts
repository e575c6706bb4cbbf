import { describe, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import { decide, editAction, refusal } from '#domain/lifecycle/decide';
import type { Action } from '#domain/lifecycle/transition';
import {
  approved,
  byDepartment,
  bySpecial,
  canceled,
  deniedInvoice,
  deniedPayment,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle/transition';
import type { Actor, Subject } from '#domain/lifecycle/subject';
import { permissionsOf, type Role } from '#domain/identity/permissions';
import { mayReach, type VisibilityScope } from '#domain/identity/visibility';
import type { Instance, StepKind, StepStatus } from '#domain/workflow/workflow';
import { answers, letterIn, type CellTable } from '../../support/transition-matrix/cells.ts';
import {
  invoiceCells,
  type InvoicePerson,
  type InvoiceState,
} from '../../support/transition-matrix/invoice-cells.ts';
import {
  paymentCells,
  type PaymentPerson,
  type PaymentState,
} from '../../support/transition-matrix/payment-cells.ts';
import { orderCells, type Person, type State } from '../../support/transition-matrix/po-cells.ts';
import { actor, at, refused, settings, subject } from './fixtures.ts';

/** A user with or without the Void permission, in these departments. */
function member(userId: string, role: Role, mayVoid: boolean, ...departmentIds: string[]): Actor {
  const permissions = permissionsOf({ role, voidPo: mayVoid, voidInvoice: mayVoid });
  return actor(userId, role, { permissions, departmentIds });
}

/** A workflow whose second step is final and needs two approvals; `votes` are the given ones, in order. */
function flowOf(firstKind: StepKind, listed: readonly (readonly string[])[], needed: readonly number[]) {
  return (statuses: [StepStatus, StepStatus], votes: readonly string[], running: boolean): Instance => ({
    id: 'w1',
    templateId: 't1',
    templateVersion: 1,
    finalOrder: 2,
    currentOrder: running ? (statuses[0] === 'APPROVED' ? 2 : 1) : null,
    steps: listed.map((userIds, index) => ({
      id: `w1-${index + 1}`,
      order: index + 1,
      name: `Level ${index + 1}`,
      kind: index === 0 ? firstKind : 'STANDARD',
      amountLimitCents: index === 1 ? 500_000 : null,
      approvalsNeeded: needed[index] ?? 1,
      approvers: userIds.map((userId) => ({ userId, name: userId, initials: userId })),
      missing: [],
      status: statuses[index] ?? 'PENDING',
      approvals: userIds
        .filter((userId) => votes.includes(userId))
        // The last vote is the newest event of `subject`.
        .map((userId) => ({ userId, at, version: userId === votes.at(-1) ? 3 : 2 })),
    })),
  });
}

/** The subjects and actors of the tables' states and users. */
interface Walk<S extends string, P extends string, A extends string> {
  docType: DocType;
  table: CellTable<S, P, A>;
  cast: Record<P, Actor>;
  given: Record<S, Partial<Subject>>;
  /** The document from this user's point of view. */
  whose: (person: P) => Partial<Subject>;
  /** Actions that the document's routes do not offer; the HTTP test covers them. */
  notOffered: readonly A[];
}

/** Actions that the rules name differently than the tables. */
const renamed: Record<string, Action> = {
  pullFromAccounting: 'pull-from-accounting',
  takeBack: 'take-back',
  sendBack: 'send-back',
};
const scopes: Record<string, VisibilityScope> = { ada: 'ALL', carl: 'IN_THIS_USERS_DEPARTMENT' };

function reaches(document: Subject, who: Actor): boolean {
  const steps = document.instance?.steps ?? [];
  const workflowUserIds = steps.flatMap((step) => step.approvers.map(({ userId }) => userId));
  const scope = scopes[who.userId] ?? 'CREATED_BY_THIS_USER';
  const viewer = { ...who, purchaseOrderVisibility: scope, invoiceVisibility: scope };
  return mayReach({ ...document, workflowUserIds }, viewer, document.docType);
}

/** The result of the rules as a letter of the table: visibility first, then the code. */
function results(action: string, document: Subject, who: Actor): string {
  if (!reaches(document, who)) return 'N';
  if (action === 'read' || action === 'note') return '.';
  const isEdit = action === 'save' || action === 'line';
  const ruleAction = isEdit ? editAction(document) : (renamed[action] ?? (action as Action));
  const code = refusal(document, ruleAction, who, settings());
  if (ruleAction === 'approve' && code !== null) {
    // The step of the previous workflow, which a stale screen would name.
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

function walk<S extends string, P extends string, A extends string>(kind: Walk<S, P, A>): void {
  const { docType, table, cast, given, whose, notOffered } = kind;
  const { document, states, people, actions, contract } = table;
  const offeredActions = actions.filter((action) => !notOffered.includes(action));

  describe.each(offeredActions)(`%s ${document}`, (action) => {
    test.each(states)(`${contract[action]}: %s, by every user`, (state) => {
      const expected = people.map((person) => [person, letterIn(table, action, state, person)]);
      const found = people.map((person) => {
        const seen = subject({ docType, departmentId: 'art', ...whose(person), ...given[state] });
        return [person, results(action, seen, cast[person])];
      });
      expect(found).toEqual(expected);
    });
  });
}

const createdBy = (creatorId: string) => ({ creatorId, ownerId: creatorId });
const approversOfOrders = {
  ada: member('ada', 'Show Admin', true),
  abel: member('abel', 'Approver', true, 'art'),
  lena: member('lena', 'Approver', true),
  luis: member('luis', 'Approver', false),
  hugo: member('hugo', 'Approver', false),
};

const flow = flowOf('DEPARTMENT', [['abel'], ['lena', 'luis'], ['hugo']], [1, 2, 1]);
const first = flow(['PENDING', 'PENDING'], [], true);
const second = flow(['APPROVED', 'PENDING'], ['abel'], true);
const almost = flow(['APPROVED', 'PENDING'], ['abel', 'luis'], true);
const complete = flow(['APPROVED', 'APPROVED'], ['abel', 'lena', 'luis'], false);
const revised = flow(['APPROVED', 'REVISION'], ['abel'], false);
const killed = flow(['APPROVED', 'VOID'], ['abel'], false);
const open = { current: 1, newest: 1, lastApproved: 0, originalLineCount: 1, lineCount: 2 };
const closed = { ...open, lastApproved: 1, originalLineCount: 0 };

walk<State, Person, (typeof orderCells.actions)[number]>({
  docType: 'PO',
  table: orderCells,
  cast: {
    dana: member('dana', 'PO Creator', true, 'art'),
    ivan: member('ivan', 'Invoice Creator', false, 'art'),
    carl: member('carl', 'PO Creator', false, 'art'),
    ...approversOfOrders,
  },
  given: {
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
  },
  whose: (person) => createdBy(person === 'ivan' ? 'ivan' : 'dana'),
  notOffered: ['ask'],
});

walk<InvoiceState, InvoicePerson, (typeof invoiceCells.actions)[number]>({
  docType: 'INVOICE',
  table: invoiceCells,
  cast: {
    ivan: member('ivan', 'Invoice Creator', true, 'art'),
    dana: member('dana', 'PO Creator', false, 'art'),
    carl: member('carl', 'Invoice Creator', false, 'art'),
    ...approversOfOrders,
  },
  given: {
    draft,
    pulled: { ...draft, submittedBefore: true },
    revision: { ...needsRevision, instance: revised },
    submitted: { ...submitted, instance: first },
    second: { ...submitted, instance: second },
    half: { ...submitted, instance: almost },
    approved: { ...approved, instance: complete },
    void: { ...voided, instance: killed },
    denied: { ...deniedInvoice, instance: flow(['APPROVED', 'DENIED'], ['abel'], false) },
  },
  whose: (person) => createdBy(person === 'dana' ? 'dana' : 'ivan'),
  notOffered: ['adjust', 'ask'],
});

const paying = flowOf(
  'STANDARD',
  [
    ['lena', 'luis'],
    ['sol', 'hugo', 'abel'],
  ],
  [1, 2],
);
const sent = { submitterId: 'dana', submittedBefore: true };

walk<PaymentState, PaymentPerson, (typeof paymentCells.actions)[number]>({
  docType: 'PAYMENT',
  table: paymentCells,
  cast: {
    dana: member('dana', 'PO Creator', false, 'art'),
    wendy: member('wendy', 'PO Creator', false, 'grip'),
    ada: member('ada', 'Show Admin', true),
    lena: member('lena', 'Approver', true),
    luis: member('luis', 'Approver', false),
    sol: member('sol', 'Approver', false),
    hugo: member('hugo', 'Approver', false),
    grace: member('grace', 'Approver', false, 'grip'),
  },
  given: {
    draft,
    pulled: { ...draft, ...sent },
    submitted: { ...submitted, ...sent, instance: paying(['PENDING', 'PENDING'], [], true) },
    second: { ...submitted, ...sent, instance: paying(['APPROVED', 'PENDING'], ['lena'], true) },
    half: { ...submitted, ...sent, instance: paying(['APPROVED', 'PENDING'], ['lena', 'hugo'], true) },
    approved: {
      ...approved,
      ...sent,
      instance: paying(['APPROVED', 'APPROVED'], ['lena', 'hugo', 'sol'], false),
    },
    denied: { ...deniedPayment, ...sent, instance: paying(['APPROVED', 'DENIED'], ['lena'], false) },
    canceled: { ...canceled, ...sent, instance: paying(['APPROVED', 'PENDING'], ['lena'], false) },
  },
  whose: () => ({ ...createdBy('accounting'), departmentId: null }),
  notOffered: ['save', 'revise', 'void', 'adjust', 'ask'],
});
