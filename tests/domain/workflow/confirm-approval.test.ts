import { expect, test } from 'vitest';
import { mustConfirmApproval } from '#domain/workflow/confirm-approval';
import { workflow } from '../lifecycle/fixtures.ts';

test.each([
  ['above the amount', 'PENDING', 100_01, 100, true],
  ['above it, negative', 'PENDING', -100_01, 100, true],
  ['at the amount', 'PENDING', 100_00, 100, false],
  ['without an amount', 'PENDING', 100_01, null, false],
] as const)('RUN-13: the final approval is confirmed: %s', (_name, status, totalCents, limit, isAsked) => {
  const subject = { instance: workflow('APPROVED', status), totalCents };
  expect(mustConfirmApproval(subject, 'frank', { confirmApprovalAbove: limit })).toBe(isAsked);
});

test('RUN-13: an approval that does not complete the document is not confirmed', () => {
  const subject = { instance: workflow('PENDING', 'PENDING'), totalCents: 100_01 };
  expect(mustConfirmApproval(subject, 'deborah', { confirmApprovalAbove: 0 })).toBe(false);
});
