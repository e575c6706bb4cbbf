import { describe, expect, it, test } from 'vitest';
import { duplicateDraft } from '#domain/purchase-orders/duplicate-purchase-order';
import { duplicateInvoiceDraft } from '#domain/invoices/duplicate-invoice';
import { emptyInvoiceLine } from '#domain/invoices/invoice-line';
import { refusal } from '#domain/lifecycle/decide';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { orderSubject } from '#domain/purchase-orders/purchase-order-subject';
import { workflowInstance, workflowView } from '#domain/workflow/workflow-view';
import { type Instance } from '#domain/workflow/workflow';
import { castVote } from '#domain/workflow/vote';
import { actor, settings } from '../lifecycle/fixtures.ts';
import { givenAvailable as all, givenOrder, givenSavedLine } from './fixtures.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

const order = givenOrder({
  notes: [
    {
      id: 'n1',
      keyId: 'nk',
      content: 'Rush',
      commenter: { id: 'u1', name: 'Cleo' },
      timestamp: '',
      createdTimestamp: '',
      updatedTimestamp: '',
      isEdited: false,
      context: 'STANDARD',
      changeOrderNumber: 0,
      isReview: false,
    },
  ],
});

describe('a duplicate', () => {
  test("PO-41, DEC-75: copies the order without the original's number, notes and files", () => {
    const copy = duplicateDraft(order, all);
    expect(copy).toMatchObject({
      poDate: '2026-11-21',
      description: 'Stage 4 build',
      department: { id: 'd1' },
      category: { id: 'k1' },
      vendor: { id: 'v1' },
      billToAddressId: 'b1',
      notes: [],
      attachments: [],
    });
    expect(copy.lineItems).toMatchObject([
      { id: null, keyId: 'fresh', quantity: 2, unitCost: 10.5, coding: { ACCOUNT: '2310' } },
    ]);
    for (const missing of ['id', 'revision', 'status', 'submissionStatus', 'workflow', 'poNumber']) {
      expect(copy).not.toHaveProperty(missing);
    }
  });

  it.each<[string, Partial<typeof all>, object]>([
    ['a category that is inactive', { activeCategoryIds: [] }, { category: null }],
    [
      'an address that is inactive',
      { activeAddressIds: ['s1'] },
      { billToAddressId: null, shipToAddressId: 's1' },
    ],
    ['a department that is not the user’s', { departmentIds: ['d2'] }, { department: null }],
    [
      'a vendor that is inactive or missing',
      { vendorUsable: false },
      { vendor: null, vendorAddress: null, vendorContact: '' },
    ],
  ])('PO-42: resets %s', (_what, change, expected) => {
    expect(duplicateDraft(order, { ...all, ...change })).toMatchObject(expected);
  });

  test('PO-43: clears account codes that no longer exist, and their account id', () => {
    expect(duplicateDraft(order, { ...all, accountFields: [] }).lineItems).toMatchObject([
      { coding: {}, coaExternalId: null, taxCode: 'T1' },
    ]);
  });

  test('PO-08: editing starts from the saved order', () => {
    const draft = draftOf(order);
    expect(draft).toMatchObject({ poDate: '2026-10-01', vendorAddress: { id: 'a1' }, notes: [] });
    expect(draft.attachments).toEqual([
      { attachmentId: 'f1', label: 'quote.pdf', isTopSheet: false, shouldDelete: false },
    ]);
    expect(draft.lineItems[0]?.id).toBe('l1');
  });
});

describe('the lifecycle subject of a purchase order', () => {
  const people = ['a', 'b'].map((userId) => ({ userId, name: userId, initials: userId }));
  const step = (position: number, approvalsNeeded: number) => ({
    id: `w-${position}`,
    order: position,
    name: `Level ${position}`,
    kind: 'STANDARD' as const,
    amountLimitCents: position * 1000,
    approvalsNeeded,
    approvers: people,
    missing: [],
    status: 'PENDING' as const,
    approvals: [],
  });
  const instance: Instance = {
    id: 'w',
    templateId: 't',
    templateVersion: 1,
    steps: [step(1, 2), step(2, 1), step(3, 1)],
    finalOrder: 2,
    currentOrder: 1,
  };

  test('AP-01, DEC-29: the track shows the required steps and who has approved', () => {
    const view = workflowView(castVote(instance, 'a', '2026-01-01T00:00:00Z')?.instance ?? instance);
    expect(view.steps.map(({ id, status, isFinal }) => [id, status, isFinal])).toEqual([
      ['w-1', 'PENDING', false],
      ['w-2', 'PENDING', true],
    ]);
    expect(view.currentStep?.id).toBe('w-1');
    expect(view.currentStep?.approvers.map(({ userId, hasApproved }) => [userId, hasApproved])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(workflowView({ ...instance, currentOrder: null }).currentStep).toBeNull();
  });

  test('AP-01: the track survives a round trip to the browser', () => {
    const voted = castVote(instance, 'a', '2026-01-01T00:00:00Z')?.instance ?? instance;
    const view = workflowView(voted);
    expect(workflowView(workflowInstance(view))).toEqual(view);
  });

  test('AP-18, PE-13: the approve button is enabled for current approvers only', () => {
    const voted = castVote(instance, 'a', '2026-01-01T00:00:00Z')?.instance ?? instance;
    const subject = orderSubject(
      givenOrder({
        status: 'SUBMITTED_FOR_APPROVAL',
        submissionStatus: 'Submitted for approval',
        workflow: workflowView(voted),
      }),
    );
    expect(refusal(subject, 'approve', actor('b', 'Approver'), settings())).toBeNull();
    expect(refusal(subject, 'approve', actor('a', 'Approver'), settings())).not.toBeNull();
    expect(refusal(subject, 'approve', actor('stranger', 'Approver'), settings())).not.toBeNull();
  });

  it.each([
    ['adjustable', { isAdjustable: true }, true],
    ['of an inactive vendor', { isAdjustable: false }, false],
    ['relieved', { isAdjustable: true, isRelieved: true }, false],
  ])('CO-01, DEC-77: an approved order that is %s can be changed: %s', (_how, change, can) => {
    const approved = givenOrder({ status: 'APPROVED', submissionStatus: 'Approved', ...change });
    const answer = refusal(orderSubject(approved), 'adjust', actor('u1', 'PO Creator'), settings());
    expect(answer === null).toBe(can);
  });

  it.each([
    [21, true],
    [20, false],
  ])(
    'DEC-25: an approved order with a remaining balance of %d can be voided: %s',
    (remainingBalance, can) => {
      const lineItems = [givenSavedLine({ remainingBalance })];
      const approved = givenOrder({ status: 'APPROVED', submissionStatus: 'Approved', lineItems });
      expect(refusal(orderSubject(approved), 'void', actor('u1', 'Show Admin'), settings()) === null).toBe(
        can,
      );
    },
  );
});

describe('a duplicate of an invoice', () => {
  const { poDate: _day, lineItems: _lines, ...header } = order;
  const line = {
    ...emptyInvoiceLine('k1'),
    id: 'l1',
    description: 'Lamps',
    amount: 21,
    note: 'By phone',
    coding: { ACCOUNT: '2310' },
    coaExternalId: 'A-2310',
    referencePo: '00042',
    referencePoLineNumber: 1,
    relievePoLineItemId: 'p1',
    relievePoLineItemUuid: 'u1',
  };
  const invoice = {
    ...header,
    number: 'V-77',
    date: '2026-10-01',
    dueDate: '2026-10-31',
    amount: 21,
    userTotal: '21.00',
    contactName: 'Bernard',
    contactNumber: '555',
    lineItems: [line],
  } as unknown as Invoice;

  test("IN-27, DEC-75: has today's date, the same amount and lines, and no number, due date or PO", () => {
    const copy = duplicateInvoiceDraft(invoice, all);
    expect(copy).toMatchObject({
      number: '',
      date: '2026-11-21',
      dueDate: '',
      amount: 21,
      description: 'Stage 4 build',
      vendor: { id: 'v1' },
      notes: [],
      attachments: [],
    });
    expect(copy.lineItems).toEqual([
      {
        ...emptyInvoiceLine('fresh'),
        description: 'Lamps',
        amount: 21,
        note: 'By phone',
        coding: { ACCOUNT: '2310' },
        coaExternalId: 'A-2310',
      },
    ]);
  });

  test('IN-27: resets values that are no longer available', () => {
    const copy = duplicateInvoiceDraft(invoice, {
      ...all,
      departmentIds: [],
      activeCategoryIds: [],
      activeAddressIds: [],
      vendorUsable: false,
      accountFields: [],
    });
    expect(copy).toMatchObject({
      department: null,
      category: null,
      vendor: null,
      vendorAddress: null,
      vendorContact: '',
      billToAddressId: null,
      shipToAddressId: null,
    });
    expect(copy.lineItems).toMatchObject([{ coding: {}, coaExternalId: null }]);
  });
});
