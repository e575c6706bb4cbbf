import { describe, expect, test } from 'vitest';
import { approved, draft, needsRevision, submitted } from '#domain/lifecycle/transition';
import type { Template } from '#domain/workflow/workflow';
import {
  accounting,
  after,
  at,
  changed,
  frank,
  inState,
  openChangeOrder,
  owner,
  refused,
  settings,
  subject,
  submission,
  template,
  when,
} from './fixtures.ts';

describe('submit', () => {
  test('DEC-25 row 3: submitting a draft makes step 1 current', () => {
    expect(changed(subject(), 'submit', owner)).toMatchObject({
      row: 'DEC-25/3',
      to: submitted,
      event: { action: 'submit', historyType: 'SUBMITTED' },
      note: null,
      milestones: ['SAVED_AS_DRAFT', 'SUBMITTED_FOR_APPROVAL'],
      workflow: { kind: 'START', instance: { id: 'w1', currentOrder: 1, finalOrder: 2 } },
      queue: { leave: 'EVERYBODY', join: { stepId: 'w1-1', userIds: ['deborah'] } },
      revision: 0,
      effects: [{ kind: 'notify', event: 'WAITING', userIds: ['deborah'] }],
    });
  });

  test('DEC-19: the revision rises with every submit but the first, and a change order restarts at 0', () => {
    const again = inState(needsRevision, { submittedBefore: true });
    expect(changed(again, 'submit', owner).revision).toBe(1);
    const requested = after(inState(approved, { revision: 3 }), changed(inState(approved), 'adjust', owner));
    expect(requested.revision).toBe(0);
    const withLine = { ...requested, changeOrder: { ...requested.changeOrder, lineCount: 3 } };
    expect(changed(withLine, 'submit', owner).revision).toBe(0);
  });

  test.each([
    ['AP-30', { template: null }, 'POS_NO_DEFAULT_WORKFLOW'],
    [
      'AP-31',
      { template: { id: 't1', version: 1, steps: [] } satisfies Template },
      'POS_NO_VALID_WORKFLOW_STEP',
    ],
    ['AP-32', { departmentMemberIds: [] }, 'POS_NO_DEPARTMENT_MEMBERS'],
  ])('%s: no flow, no level, no department approver', (_id, change, code) => {
    const act = () => when(subject(), 'submit', owner, { submission: { ...submission, ...change } });
    expect(refused(act)?.code).toBe(code);
  });

  test('DEC-24, DEC-43: an inactive vendor is reported before workflow errors', () => {
    const without = { submission: { ...submission, template: null } };
    const inactive = subject({ vendorActive: false });
    expect(refused(() => when(inactive, 'submit', owner, without))).toEqual({
      code: 'POS_BAD_REQUEST',
      errors: ['vendor'],
    });
    const temporary = { ...inactive, vendorIsTemporary: true };
    expect(refused(() => when(temporary, 'submit', owner, without))?.code).toBe('POS_NO_DEFAULT_WORKFLOW');
  });

  test('CO-05: a change order must have a new line', () => {
    const changeOrder = { ...openChangeOrder, lineCount: 2 };
    const act = () => when(subject({ changeOrder }), 'submit', owner);
    expect(refused(act)).toEqual({ code: 'POS_BAD_REQUEST', errors: ['change_order_line'] });
  });

  test('DEC-27 row 3, DEC-28 row 2: a submitted invoice counts as relief, and a payment stores its submitter', () => {
    const invoice = changed(subject({ docType: 'INVOICE' }), 'submit', owner);
    expect(invoice.effects).toContainEqual({ kind: 'recount-relief' });
    const payment = changed(subject({ docType: 'PAYMENT', submitterId: null }), 'submit', frank);
    expect(payment.submitterId).toBe('frank');
  });
});

describe('revise, void, deny', () => {
  const inApproval = inState(submitted);

  test('DEC-25 row 7: a revision request sends the PO back with a note', () => {
    expect(changed(inApproval, 'revise', frank, { reason: '  Wrong vendor ' })).toMatchObject({
      to: needsRevision,
      event: { historyType: 'NEEDS REVISION' },
      note: { context: 'REVISION', text: 'Wrong vendor', changeOrderNumber: 0 },
      workflow: { kind: 'UPDATE', instance: { currentOrder: null } },
      queue: { leave: 'EVERYBODY', join: null },
      effects: [{ kind: 'notify', event: 'REVISION', userIds: ['owner'] }],
    });
  });

  test('DEC-25 row 8, DEC-31: void ends a PO, archives it on request and is sent to accounting', () => {
    expect(changed(inApproval, 'void', owner, { archive: true })).toMatchObject({
      to: { status: 'VOID', submissionStatus: 'Void' },
      event: { historyType: 'VOID' },
      note: { context: 'VOID', text: 'because', changeOrderNumber: 0 },
      archive: true,
      effects: [{ kind: 'void-in-accounting' }],
    });
    const unknown = changed({ ...inApproval, foundInAccounting: false }, 'void', frank);
    expect(unknown.effects).toEqual([{ kind: 'notify', event: 'VOID', userIds: ['owner'] }]);
    expect(unknown.archive).toBe(false);
  });

  test('DEC-41: only the void of a PO has a default reason', () => {
    expect(changed(inApproval, 'void', owner, { reason: ' ' }).note?.text).toBe('PO voided by creator');
    const invoice = { ...inApproval, docType: 'INVOICE' } as const;
    for (const [start, action, who] of [
      [inApproval, 'revise', frank],
      [invoice, 'void', owner],
      [invoice, 'deny', frank],
      [inState(approved), 'adjust', owner],
    ] as const) {
      expect(refused(() => when(start, action, who, { reason: '' }))?.code).toBe('MISSING_REQUIRED_FIELDS');
    }
  });

  test('DEC-98: permissions are checked before a missing reason', () => {
    expect(refused(() => when(inApproval, 'revise', owner, { reason: '' }))?.code).toBe('FORBIDDEN');
  });

  test.each([
    ['INVOICE', { status: 'VOID', submissionStatus: 'Denied' }],
    ['PAYMENT', { status: 'DENIED', submissionStatus: 'Denied' }],
  ] as const)('DEC-27 row 8, DEC-28 row 4: a denied %s', (docType, to) => {
    const start = { ...inApproval, docType, submitterId: 'owner' };
    expect(changed(start, 'deny', frank)).toMatchObject({
      to,
      note: { context: 'DENIED' },
      event: { historyType: 'DENIED' },
      effects: expect.arrayContaining([{ kind: 'notify', event: 'DENIED', userIds: ['owner'] }]),
    });
  });

  test('DEC-58: users are not notified of their own actions', () => {
    expect(changed({ ...inApproval, ownerId: 'frank' }, 'revise', frank).effects).toEqual([]);
  });
});

describe('pull from approval', () => {
  test('AP-15, DEC-25 row 10: the workflow is removed; no note, no history event', () => {
    expect(changed(inState(submitted), 'pull', owner)).toMatchObject({
      to: draft,
      workflow: { kind: 'REMOVE' },
      queue: { leave: 'EVERYBODY', join: null },
      note: null,
      event: { action: 'pull', historyType: null },
      effects: [],
    });
  });

  test('DEC-27 row 9: relief is released', () => {
    const invoice = inState(submitted, { docType: 'INVOICE' });
    expect(changed(invoice, 'pull', owner).effects).toEqual([{ kind: 'recount-relief' }]);
  });
});

describe('DEC-40: edit while in approval', () => {
  const special = inState(submitted, { status: 'APPROVED_BY_SPECIAL_APPROVER' });

  test('resetApprovalOnEdit on: step 1 is current again with revision + 1, and its approvers are notified', () => {
    expect(changed(special, 'edit-in-approval', frank)).toMatchObject({
      to: submitted,
      revision: 1,
      workflow: { kind: 'CLEAR_VOTES', instance: { currentOrder: 1, finalOrder: 2 } },
      queue: { leave: 'EVERYBODY', join: { stepId: 'w1-1', userIds: ['deborah'] } },
      event: { historyType: null },
      effects: [{ kind: 'notify', event: 'WAITING', userIds: ['deborah'] }],
    });
  });

  test('resetApprovalOnEdit off: approvals stay, and only the final step is recomputed', () => {
    const off = settings({ resetApprovalOnEdit: false });
    const decision = changed(special, 'edit-in-approval', frank, { newTotalCents: 500_001 }, off);
    expect(decision).toMatchObject({
      to: { status: 'APPROVED_BY_SPECIAL_APPROVER' },
      revision: 0,
      workflow: { kind: 'UPDATE', instance: { currentOrder: 2, finalOrder: 3 } },
      queue: { leave: 'NOBODY', join: null },
    });
  });

  test('a change that must restart drops the approvals even with the setting off', () => {
    const off = settings({ resetApprovalOnEdit: false });
    expect(changed(special, 'edit-in-approval', frank, { restart: true }, off)).toMatchObject({
      to: submitted,
      revision: 1,
      workflow: { kind: 'CLEAR_VOTES', instance: { currentOrder: 1 } },
      queue: { leave: 'EVERYBODY', join: { stepId: 'w1-1', userIds: ['deborah'] } },
      effects: [{ kind: 'notify', event: 'WAITING', userIds: ['deborah'] }],
    });
  });

  test.each([true, false])('a total that fits no level is refused, reset %s', (resetApprovalOnEdit) => {
    const limited = { ...special.instance!, steps: special.instance!.steps.slice(0, 2) };
    const act = () =>
      when(
        { ...special, instance: limited },
        'edit-in-approval',
        frank,
        { newTotalCents: 500_001 },
        settings({ resetApprovalOnEdit }),
      );
    expect(refused(act)?.code).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });
});

describe('create, import, cancel', () => {
  test('DEC-25 row 1: the first save creates a draft with its milestone', () => {
    const decision = changed(subject({ version: 0, milestones: [] }), 'create', owner);
    expect(decision).toMatchObject({ to: draft, milestones: ['SAVED_AS_DRAFT'], revision: 0 });
  });

  test('DEC-28 row 6: a canceled payment is pending for no user', () => {
    const payment = inState(submitted, { docType: 'PAYMENT' });
    expect(changed(payment, 'cancel', accounting)).toMatchObject({
      to: { status: 'CANCELED', submissionStatus: 'Canceled' },
      workflow: { kind: 'UPDATE', instance: { currentOrder: null } },
      queue: { leave: 'EVERYBODY', join: null },
      event: { historyType: null },
    });
  });
});

test('DEC-20: the template of these tests is required up to its second step', () => {
  expect(template.steps.map(({ order }) => order)).toEqual([1, 2, 3]);
  expect(changed(subject(), 'submit', owner, { at }).workflow).toMatchObject({
    instance: { finalOrder: 2 },
  });
});
