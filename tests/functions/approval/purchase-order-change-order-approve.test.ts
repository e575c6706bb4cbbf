import { beforeAll, describe, expect, test } from 'vitest';
import {
  adjust,
  approveAll,
  approved,
  oneMoreLine,
  save,
  submit,
  withApprovedChangeOrder,
  withChangeOrder,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { openStudio, pushesOf, waitingFor } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

describe('approving a change order', () => {
  test('DEC-26, PO-04: its entry mirrors the order, and after the approval there is a second version', async () => {
    const { open } = await withChangeOrder('dana');
    const entries = async () => (await read('dana', open.id)).changeOrders;
    const sent = await submit('dana', open.id);
    expect(sent.body).toMatchObject({ revision: 0, currentChangeOrderNumber: 1 });
    expect(await entries()).toEqual([{ changeOrderNumber: 1, status: 'SUBMITTED_FOR_APPROVAL' }]);
    await action('abel', 'approval', sent.body);
    expect(await entries()).toEqual([{ changeOrderNumber: 1, status: 'APPROVED_BY_DEPARTMENT_APPROVER' }]);
    await action('lena', 'approval', await read('lena', open.id));
    await action('luis', 'approval', await read('luis', open.id));
    const done = await read('dana', open.id);
    expect(done).toMatchObject({
      status: 'APPROVED',
      totalCost: 350,
      isAdjustment: true,
      isAdjustable: true,
      lockedLineCount: 0,
      currentChangeOrderNumber: 1,
      changeOrders: [{ changeOrderNumber: 1, status: 'APPROVED' }],
      approvalHistory: [
        { totalCost: 300, lineItems: [{}] },
        { totalCost: 350, lineItems: [{}, {}] },
      ],
    });
    expect((await pushesOf(open.id)).map((push) => push.total_cents)).toEqual([30_000, 35_000]);
  });

  test('DEC-19: the revision of a change order starts at 0', async () => {
    const po = await submitted('dana');
    await action('abel', 'revision', po, { reason: 'Again' });
    const again = await submit('dana', po.id);
    expect(again.body.revision).toBe(1);
    await approveAll(again.body);
    const { body } = await adjust('dana', po.id);
    expect(body.revision).toBe(0);
    await save('dana', body, { lineItems: oneMoreLine(body) });
    const first = await submit('dana', po.id);
    expect(first.body.revision).toBe(0);
    await action('abel', 'revision', first.body, { reason: 'Fewer' });
    const back = await read('dana', po.id);
    expect(back).toMatchObject({ submissionStatus: 'Needs revision', currentChangeOrderNumber: 1 });
    expect((await submit('dana', po.id)).body.revision).toBe(1);
  });

  test('DEC-20, DEC-26: the new total of the whole order determines the level', async () => {
    const before = await approved('dana', withTotal(900));
    const { body } = await adjust('dana', before.id);
    await save('dana', body, { lineItems: oneMoreLine(body, { unitCost: 200 }) });
    const sent = await submit('dana', before.id);
    expect(sent.body.workflow?.steps.map((step) => step.isFinal)).toEqual([false, false, true]);
    expect(await waitingFor(before.id)).toEqual(['abel']);
  });

  test('DEC-26: a second change order is number 2 and locks the lines of the first', async () => {
    const done = await withApprovedChangeOrder('dana');
    const { body } = await adjust('dana', done.id, 'Once more');
    expect(body).toMatchObject({
      currentChangeOrderNumber: 2,
      newestChangeOrderNumber: 2,
      lockedLineCount: 2,
      changeOrders: [
        { changeOrderNumber: 1, status: 'APPROVED' },
        { changeOrderNumber: 2, status: 'DRAFT' },
      ],
    });
    expect(body.approvalEvents).toHaveLength(2);
  });
});
