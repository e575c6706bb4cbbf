import { describe, expect, test } from 'vitest';
import {
  approvalsNote,
  sentText,
  versionBeforeChange,
  withApprovedVersion,
} from '#domain/purchase-orders/version-before-change';
import type { ApprovedVersion, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Workflow } from '#domain/workflow/workflow-response';

const version = (changeOrderNumber: number, totalCost: number) =>
  ({ created: '2026-03-02', changeOrderNumber, totalCost, currency: 'USD' }) as ApprovedVersion;

/** An order that was approved twice and has an open second change order. */
function changing(overrides: Partial<PurchaseOrder> = {}) {
  return {
    status: 'SUBMITTED_FOR_APPROVAL' as const,
    lockedLineCount: 2,
    approvalHistory: [version(0, 300), version(1, 400)],
    approvalEvents: ['2026-03-03', '2026-03-09'].map((created) => ({
      type: 'ADJUSTMENT' as const,
      created,
    })),
    ...overrides,
  };
}

const workflow = (...statuses: ('APPROVED' | 'PENDING')[]) =>
  ({ id: 'w', steps: statuses.map((status) => ({ status })), currentStep: null }) as unknown as Workflow;

describe('DEC-26: the version that an open change order changes', () => {
  test('DEC-26: it is the last approved version', () => {
    expect(versionBeforeChange(changing())?.version.totalCost).toBe(400);
  });

  test.each([
    ['without a change order', { lockedLineCount: 0 }],
    ['once the change order is approved', { status: 'APPROVED' }],
    ['once the order is void', { status: 'VOID' }],
  ] as const)('DEC-26: there is none %s', (_when, overrides) => {
    expect(versionBeforeChange(changing(overrides))).toBeNull();
    expect(sentText('Sent to Accounting', '2026-03-04', changing(overrides))).toBe('Sent to Accounting');
  });

  test('PO-48, PO-49: a sending from before the change request names that version and its amount', () => {
    const sent = 'Emailed to vendor: approved version, $400.00';
    expect(sentText('Emailed to vendor', '2026-03-08', changing())).toBe(sent);
    expect(sentText('Emailed to vendor', '2026-03-10', changing())).toBe('Emailed to vendor');
  });

  test('DEC-26: approvals of a complete workflow belong to that version', () => {
    const versionOf = (...statuses: ('APPROVED' | 'PENDING')[]) =>
      approvalsNote(withApprovedVersion(workflow(...statuses), changing()));
    expect(versionOf('APPROVED', 'APPROVED')).toBe(
      'Given for the approved version, $400.00. The change order has no approvals yet.',
    );
    expect(versionOf('APPROVED', 'PENDING')).toBe('');
  });
});
