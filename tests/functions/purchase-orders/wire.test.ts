import { beforeAll, describe, expect, test } from 'vitest';
import { rentalQuantity } from '#domain/documents/rental';
import {
  action,
  aLine,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { openStudio, setSettings } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

describe('the workflow of a purchase order', () => {
  test('AP-01, DEC-29: steps have approvers, needed votes and status, and the current step is marked', async () => {
    const { workflow } = await submitted('dana', withTotal(2000));
    const approver = (userId: string, name: string, initials: string) => ({
      userId,
      name,
      initials,
      hasApproved: false,
    });
    expect(workflow).toEqual({
      id: expect.any(String),
      steps: [
        expect.objectContaining({
          id: expect.any(String),
          status: 'PENDING',
          approvalsNeeded: 1,
          approvers: [approver('abel', 'Abel Stone', 'AS')],
        }),
        expect.objectContaining({ status: 'PENDING', approvalsNeeded: 2 }),
        expect.objectContaining({ status: 'PENDING', approvalsNeeded: 1, isFinal: true }),
      ],
      currentStep: { id: workflow?.steps[0]?.id, approvers: [approver('abel', 'Abel Stone', 'AS')] },
    });
  });

  test.each(['QUOTE', 'po', 'PURCHASE_ORDER', ''])(
    'PO-64: %o is not a document type, and nothing changes',
    async (docType) => {
      const po = await submitted('dana');
      const answer = await action('abel', 'approval', po, { docType });
      expect(answer.status).toBe(400);
      expect((await read('dana', po.id)).version).toBe(po.version);
    },
  );
});

describe('rentals', () => {
  const rental = { acquisitionType: 'RENTAL', unitCost: 100 };
  const table = [
    ['LI-24', 'DAILY', '2026-11-02', '2026-11-06', 5, 500],
    ['LI-25', 'WEEKLY', '2026-11-02', '2026-11-12', 1.57, 157],
    ['LI-25', 'MONTHLY', '2026-11-01', '2026-11-10', 0.33, 33],
    ['LI-25', 'EPISODIC', '2026-11-01', '2026-11-10', 1, 100],
    ['LI-26', 'DAILY', '2026-11-06', '2026-11-06', 1, 100],
  ] as const;

  test.each(table)(
    '%s, LI-23, DEC-50: %s from %s to %s is quantity %d, rounded to the hundredth',
    async (_id, rentalType, rentalStart, rentalEnd, quantity, totalCost) => {
      await setSettings('alpha1', { updateRentalQuantity: true });
      expect(rentalQuantity(rentalType, rentalStart, rentalEnd)).toBe(quantity);
      const line = aLine({ ...rental, rentalType, rentalStart, rentalEnd, quantity });
      const { id } = await create('dana', { lineItems: [line] });
      expect(await read('dana', id)).toMatchObject({
        totalCost,
        lineItems: [{ quantity, totalCost, rentalType, rentalStart, rentalEnd }],
      });
    },
  );

  test('DEC-50: a typed quantity is not replaced by the computed one', async () => {
    const line = aLine({
      ...rental,
      rentalType: 'WEEKLY',
      rentalStart: '2026-11-02',
      rentalEnd: '2026-11-30',
      quantity: 2,
    });
    expect((await create('dana', { lineItems: [line] })).lineItems).toMatchObject([{ quantity: 2 }]);
  });
});

test('ER-09: a refusal has a code, a message or a list of codes according to the contract, and no other field', async () => {
  const refusals = [
    await as('dana').get('/api/pos/alpha1_nothing'),
    await as('dana').post('/api/pos', { showId: 'alpha1' }),
    await as('ivan').post<PurchaseOrder>('/api/pos', { showId: 'alpha1' }),
    await as('dana').post('/api/workflows/approval', {}),
  ];
  for (const { status, body } of refusals) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(body).filter((key) => !['code', 'message', 'errors'].includes(key))).toEqual([]);
    expect(body).toMatchObject({ code: expect.stringMatching(/^[A-Za-z_]+$/) });
  }
});
