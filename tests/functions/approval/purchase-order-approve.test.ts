import { beforeAll, describe, expect, test } from 'vitest';
import { action, approveAs, as, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { openStudio, pushesOf, setSettings, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const milestonesOf = async (id: string) =>
  JSON.parse(
    (await sql.alpha<{ milestones: string }>`SELECT milestones FROM documents WHERE id = ${id}`)[0]
      ?.milestones ?? '',
  );
describe('the steps of the workflow', () => {
  test('API-16, AP-02, AP-12, PO-53, PO-55, DEC-22, DEC-23, DEC-25/4-6: approval by a department step, a level with two votes and a special approver at the end', async () => {
    const po = await submitted('dana', withTotal(2000));
    const seen = async () => {
      const { status, submissionStatus } = await read('dana', po.id);
      return [status, submissionStatus, await waitingFor(po.id)];
    };
    const inApproval = 'Submitted for approval';
    expect(await seen()).toEqual(['SUBMITTED_FOR_APPROVAL', inApproval, ['abel']]);
    const { workflow } = await read('dana', po.id);
    expect(workflow?.steps.flatMap(({ missingApprovers }) => missingApprovers)).toEqual([]);

    expect((await approveAs(po, 'abel')).body).toEqual({
      docId: po.id,
      docType: 'PO',
      status: 'APPROVED_BY_DEPARTMENT_APPROVER',
      submissionStatus: inApproval,
      nextId: null,
    });
    expect(await seen()).toEqual(['APPROVED_BY_DEPARTMENT_APPROVER', inApproval, ['lara', 'lena', 'luis']]);
    expect(await milestonesOf(po.id)).toEqual(['SAVED_AS_DRAFT', 'SUBMITTED_FOR_APPROVAL', 'FIRST_APPROVAL']);

    await approveAs(po, 'lena');
    expect(await seen()).toEqual(['APPROVED_BY_DEPARTMENT_APPROVER', inApproval, ['lara', 'luis']]);
    await approveAs(po, 'lara');
    expect(await seen()).toEqual(['APPROVED_BY_DEPARTMENT_APPROVER', inApproval, ['hugo', 'sol']]);

    expect((await approveAs(po, 'sol')).body).toMatchObject({
      status: 'APPROVED',
      submissionStatus: 'Approved',
    });
    expect(await seen()).toEqual(['APPROVED', 'Approved', []]);
    expect(await milestonesOf(po.id)).toEqual([
      'SAVED_AS_DRAFT',
      'SUBMITTED_FOR_APPROVAL',
      'FIRST_APPROVAL',
      'SPECIAL_APPROVAL',
      'FULL_APPROVAL',
    ]);
    const done = await read('dana', po.id);
    expect(done.historyEvents.map(({ userName, type }) => [userName, type])).toEqual([
      ['Sol Stone', 'APPROVED'],
      ['Lara Stone', 'APPROVED'],
      ['Lena Stone', 'APPROVED'],
      ['Abel Stone', 'APPROVED'],
      ['Dana Stone', 'SUBMITTED'],
    ]);
    expect(done.approvalHistory).toMatchObject([
      { purchaseOrderId: po.id, totalCost: 2000, lineItems: [{ totalCost: 2000 }] },
    ]);
    expect(done.workflow).toMatchObject({ currentStep: null });
    expect(done.workflow?.steps.map((step) => step.status)).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    expect(done.isAdjustable).toBe(true);
  });

  test('DEC-22: one vote of a special approver makes it APPROVED_BY_SPECIAL_APPROVER', async () => {
    await sql.alpha`INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
      VALUES ('alpha1', 'alpha1_step2', 'sol', 9)`;
    const po = await submitted('dana', withTotal(2000));
    await approveAs(po, 'abel', 'sol');
    expect((await read('dana', po.id)).status).toBe('APPROVED_BY_SPECIAL_APPROVER');
    await approveAs(po, 'lena');
    expect((await read('dana', po.id)).status).toBe('APPROVED_BY_SPECIAL_APPROVER');
    await sql.alpha`DELETE FROM workflow_template_approvers WHERE step_id = 'alpha1_step2' AND user_id = 'sol'`;
  });

  test('DEC-32, AC-05: the final approval sends the order to accounting, once', async () => {
    const po = await submitted('dana', withTotal(400));
    await approveAs(po, 'abel', 'lena');
    expect(await pushesOf(po.id)).toEqual([]);
    await approveAs(po, 'luis');
    expect(await pushesOf(po.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 40_000 }]);
    const done = await read('dana', po.id);
    expect(done.foundInAccountingSystem).toBe(true);
    expect(done.sendHistoryResource).toEqual([
      {
        created: expect.any(String),
        isSuccessful: true,
        sendType: 'ACCOUNTING',
        senderFirstName: 'Luis',
        senderLastName: 'Stone',
      },
    ]);
  });

  test('DEC-30: the answer contains the next document of the queue: the one after, else the first, never the same', async () => {
    await sql.alpha`DELETE FROM waiting_approvals WHERE user_id = 'abel'`;
    const [low, middle, high] = [await submitted('dana'), await submitted('dana'), await submitted('dana')];
    const next = async (po: PurchaseOrder) =>
      (await action('abel', 'approval', po, { getNext: true })).body.nextId;
    expect(await next(middle)).toBe(low.id);
    expect(await next(low)).toBe(high.id);
    expect(await next(high)).toBeNull();
    const [one] = [await submitted('dana'), await submitted('dana')];
    expect((await action('abel', 'approval', one, { getNext: false })).body.nextId).toBeNull();
  });

  test('DEC-30: the workflow id alone means the current step; without workflow and step the request is refused', async () => {
    const po = await submitted('dana');
    expect((await action('abel', 'approval', po, { workflowId: null, workflowStepId: null })).body.code).toBe(
      'MISSING_REQUIRED_FIELDS',
    );
    expect((await action('abel', 'approval', po, { workflowStepId: null })).status).toBe(200);
  });

  test('DEC-30, DEC-82: a step that has ended returns 409, and so does a superseded workflow', async () => {
    const po = await submitted('dana', withTotal(2000));
    await approveAs(po, 'abel');
    const at2 = await read('lena', po.id);
    await approveAs(po, 'lena', 'luis');
    const late = await action('lara', 'approval', at2);
    expect([late.status, late.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    const first = await submitted('dana');
    await as('dana').put(`/api/pos/${first.id}/pull-from-approval`);
    await as('dana').put(`/api/pos/${first.id}/submit`);
    const old = await action('abel', 'approval', first, { workflowStepId: null });
    expect([old.status, old.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('DEC-23: a repeated approve returns the first answer and counts once', async () => {
    const po = await submitted('dana', withTotal(2000));
    const key = { workflowStepId: po.workflow?.currentStep?.id };
    const [first, second] = [
      await action('abel', 'approval', po, key),
      await action('abel', 'approval', po, key),
    ];
    expect([second.status, second.body]).toEqual([200, first.body]);
    const at2 = await read('lena', po.id);
    await action('lena', 'approval', at2);
    expect((await action('lena', 'approval', at2)).status).toBe(200);
    expect(await waitingFor(po.id)).toEqual(['lara', 'luis']);
    expect((await read('dana', po.id)).historyEvents.map((event) => event.type)).toEqual([
      'APPROVED',
      'APPROVED',
      'SUBMITTED',
    ]);
  });

  test('VE-18, VE-20, DEC-33: an order with a temporary vendor that must be replaced stops at the final step', async () => {
    const vendor = {
      vendor: { isTemporary: true, name: 'Corner', address: '3 Side St' },
      vendorAddress: null,
    };
    const po = await submitted('dana', { ...withTotal(500), ...vendor });
    expect((await approveAs(po, 'abel')).status).toBe(200);
    const refused = await approveAs(po, 'lena');
    expect([refused.status, refused.body.code]).toEqual([422, 'TEMP_VENDOR_NOT_ALLOWED']);
    await setSettings('alpha1', { replacePoTempVendors: false });
    expect((await approveAs(po, 'lena', 'luis')).body.status).toBe('APPROVED');
    await setSettings('alpha1', { replacePoTempVendors: true });
    expect(await pushesOf(po.id)).toEqual([]);
    expect(await read('dana', po.id)).toMatchObject({
      sendHistoryResource: [],
      foundInAccountingSystem: false,
    });
  });
});
