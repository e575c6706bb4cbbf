import { expect, test } from 'vitest';
import { unmetSteps } from '#domain/workflow/unmet-workflows';
import type { ActiveMember, ListedStep } from '#domain/workflow/unmet-workflows';

const member = (id: string, change: Partial<ActiveMember> = {}): ActiveMember => ({
  id,
  role: 'Approver',
  invoiceModuleVisible: true,
  paymentModuleVisible: true,
  ...change,
});
const step = (change: Partial<ListedStep>): ListedStep => ({
  flowId: 'f',
  flow: 'Orders',
  type: 'PURCHASE_ORDER',
  step: 'Producers',
  kind: 'STANDARD',
  approvalsNeeded: 2,
  approverIds: ['ann', 'bob'],
  ...change,
});
const modules = { invoices: true, payments: false };
const unmetOf = (
  one: ListedStep,
  members: readonly ActiveMember[],
  departments: Record<string, string[]> = {},
) =>
  unmetSteps(
    [one],
    members,
    Object.entries(departments).map(([name, memberIds]) => ({ name, memberIds })),
    modules,
  ).map(({ department, ableToApprove }) => [department, ableToApprove]);
const both = [member('ann'), member('bob')];

test('DEC-23: a step that lost an approver to deactivation or role is unmet', () => {
  expect(unmetOf(step({}), both)).toEqual([]);
  expect(unmetOf(step({}), [member('ann')])).toEqual([[null, 1]]);
  expect(unmetOf(step({}), [member('ann'), member('bob', { role: 'PO Creator' })])).toEqual([[null, 1]]);
});

test('DEC-21: a department step is checked for each department that has an approver, else for the show', () => {
  const heads = step({ kind: 'DEPARTMENT' });
  expect(unmetOf(heads, both, { Art: ['ann', 'bob'], Grip: ['bob'], Sound: ['cy'] })).toEqual([['Grip', 1]]);
  expect(unmetOf(heads, both, { Sound: ['cy'] })).toEqual([[null, 0]]);
});

test('DEC-23: a department whose only listed approver can no longer approve is unmet', () => {
  const heads = step({ kind: 'DEPARTMENT', approvalsNeeded: 1 });
  const departments = { Art: ['bob'], Grip: ['ann'], Sound: ['cy'] };
  expect(unmetOf(heads, [member('ann')], departments)).toEqual([['Art', 0]]);
  expect(unmetOf(heads, [member('ann'), member('bob', { role: 'PO Creator' })], departments)).toEqual([
    ['Art', 0],
  ]);
});

test('DEC-12: a flow of a module that the show does not use is not listed', () => {
  expect(unmetOf(step({ type: 'PAYMENT' }), [])).toEqual([]);
  expect(
    unmetOf(step({ type: 'INVOICE' }), [member('ann'), member('bob', { invoiceModuleVisible: false })]),
  ).toEqual([[null, 1]]);
});
