import { expect, test } from 'vitest';
import { linkEnd, mayApproveByMail, mayApproveWithoutSignIn } from '#domain/lifecycle/approval-link';
import type { ApprovalLink, LinkFacts } from '#domain/lifecycle/approval-link';
import { submitted } from '#domain/lifecycle/transition';
import { at, frank, inState, settings } from './fixtures.ts';

const link: ApprovalLink = {
  documentId: 'abcd_1',
  userId: 'frank',
  stepId: 'w1-2',
  contentVersion: 1,
  address: 'frank@backlot.example',
  role: 'Approver',
  coverId: null,
  expiresAt: '2026-03-05T17:00:00.000Z',
  usedAt: null,
};
const pair = { ...submitted, status: 'SUBMITTED_FOR_APPROVAL' } as const;
const facts: LinkFacts = {
  now: at,
  member: { address: 'frank@backlot.example', role: 'Approver' },
  subject: inState(pair),
  actor: frank,
  settings: settings({ approveByMailUpTo: 1200 }),
  warnings: [],
};

test.each<[ReturnType<typeof linkEnd>, Partial<ApprovalLink>, Partial<LinkFacts>]>([
  [null, {}, {}],
  [null, {}, { now: '2026-03-05T16:59:59.999Z' }],
  ['EXPIRED', {}, { now: '2026-03-05T17:00:00.000Z' }],
  ['DECIDED', { usedAt: at }, {}],
  ['DECIDED', { usedAt: at }, { now: '2026-03-06T00:00:00.000Z' }],
  ['DECIDED', { stepId: 'w1-1', userId: 'deborah' }, {}],
  ['ACCESS', {}, { member: { address: 'frank@other.example', role: 'Approver' } }],
  ['ACCESS', {}, { member: { address: 'frank@backlot.example', role: 'Show Admin' } }],
  ['CHANGED', {}, { subject: inState(pair, { contentVersion: 2 }) }],
  ['STEP', { stepId: 'w1-1' }, {}],
  ['COVER', { coverId: 'c1' }, {}],
  ['NOT_APPROVER', {}, { actor: { ...frank, userId: 'outsider' } }],
  ['OFF', {}, { settings: settings() }],
  ['OFF', {}, { settings: settings({ approveByMailUpTo: 1199.99 }) }],
  ['WARNING', {}, { warnings: ['OVER_RELIEF'] }],
])('LINK-06: a link ends as %s', (end, changedLink, changedFacts) => {
  expect(linkEnd({ ...link, ...changedLink }, { ...facts, ...changedFacts })).toBe(end);
});

test('LINK-01: the limit applies to the total without its sign', () => {
  const limit = { approveByMailUpTo: 100 };
  expect(
    [100_00, -100_00, 100_01, -100_01].map((totalCents) => mayApproveByMail({ totalCents }, limit)),
  ).toEqual([true, true, false, false]);
});

test('LINK-05: the waiver needs an amount, no payment and no second factor', () => {
  const limit = { approveByMailWithoutSignIn: 100 };
  const without = { hasSecondFactor: false };
  const order = { docType: 'PO', totalCents: 100_00 } as const;
  expect(mayApproveWithoutSignIn(order, without, limit)).toBe(true);
  expect(mayApproveWithoutSignIn({ ...order, totalCents: 100_01 }, without, limit)).toBe(false);
  expect(mayApproveWithoutSignIn(order, { hasSecondFactor: true }, limit)).toBe(false);
  expect(mayApproveWithoutSignIn({ ...order, docType: 'PAYMENT' }, without, limit)).toBe(false);
  expect(mayApproveWithoutSignIn(order, without, { approveByMailWithoutSignIn: null })).toBe(false);
});
