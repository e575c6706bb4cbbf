import { beforeAll, describe, expect, test } from 'vitest';
import {
  adjust,
  approved,
  discard,
  submit,
  withChangeOrder,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, approveAs, read } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

describe('concurrent actions on a change order', () => {
  test('DEC-82, DEC-25/15: many concurrent voids of a change order void it once, and never the order itself', async () => {
    const { before, open } = await withChangeOrder('dana');
    const at = await read('ada', open.id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => action('ada', 'void', at, { reason: 'Mistake', changeOrderNumber: 1 })),
    );
    const after = await read('dana', open.id);
    expect(after).toMatchObject({ status: 'APPROVED', changeOrders: [{ status: 'VOID' }] });
    expect([after.totalCost, after.lineItems]).toEqual([before.totalCost, before.lineItems]);
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 5 }, () => 'WORKFLOW_CONFLICT'),
    ]);
  });

  test('DEC-82, DEC-25/15: a late void of a change order does not void the order', async () => {
    const { open } = await withChangeOrder('dana');
    await discard('dana', open.id);
    const { status, body } = await action('ada', 'void', open, { reason: 'Mistake', changeOrderNumber: 1 });
    expect([status, body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    const { status: after, notes } = await read('dana', open.id);
    expect([after, notes.length]).toEqual(['APPROVED', 1]);
    expect((await action('ada', 'void', open, { reason: 'Over', changeOrderNumber: 0 })).body.status).toBe(
      'VOID',
    );
  });

  test('DEC-82, DEC-26: many concurrent requests for a change order create one', async () => {
    const { id } = await approved('dana');
    const people = ['dana', 'ada', 'abel', 'lena'] as const;
    const answers = await Promise.all(people.map((name) => adjust(name, id, `By ${name}`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'WORKFLOW_CONFLICT')).toHaveLength(3);
    const after = await read('dana', id);
    expect([after.newestChangeOrderNumber, after.changeOrders.length, after.notes.length]).toEqual([1, 1, 1]);
    expect(after.notes[0]?.content).toBe(`By ${after.ownerId}`);
  });

  test('DEC-82, DEC-25/9: of a concurrent void and last approval one wins', async () => {
    const { open } = await withChangeOrder('dana');
    await submit('dana', open.id);
    await approveAs(open, 'abel', 'lena');
    const at = await read('luis', open.id);
    const answers = await Promise.all([
      action('luis', 'approval', at),
      action('lena', 'void', at, { reason: 'Too late' }),
    ]);
    const after = await read('dana', open.id);
    const approvedIt = answers[0].status === 200;
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect([
      after.status,
      after.totalCost,
      after.approvalHistory.length,
      after.changeOrders[0]?.status,
    ]).toEqual(approvedIt ? ['APPROVED', 350, 2, 'APPROVED'] : ['APPROVED', 300, 1, 'VOID']);
  });
});
