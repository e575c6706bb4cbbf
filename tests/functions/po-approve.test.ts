import { beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-order';
import {
  action,
  aDraft,
  approveAs,
  as,
  costing,
  create,
  read,
  submitted,
} from '../support/worker/studio-client.ts';
import { openStudio, pushesOf, rowsOf, setSettings } from '../support/worker/studio.ts';

beforeAll(openStudio);

const milestonesOf = async (id: string) =>
  JSON.parse(
    (await rowsOf<{ milestones: string }>('alpha1', 'SELECT milestones FROM documents WHERE id = ?', id))[0]
      ?.milestones ?? '',
  );
const waitingFor = async (id: string) =>
  (
    await rowsOf<{ user_id: string }>(
      'alpha1',
      'SELECT user_id FROM waiting_approvals WHERE document_id = ? ORDER BY user_id',
      id,
    )
  ).map((row) => row.user_id);

describe('the way through the flow', () => {
  test('API-16, DEC-22, DEC-23, DEC-25/4-6: department step, a level with two votes, a special approver at the end', async () => {
    const po = await submitted('dana', costing(2000));
    const seen = async () => {
      const { status, submissionStatus } = await read('dana', po.id);
      return [status, submissionStatus, await waitingFor(po.id)];
    };
    const inApproval = 'Submitted for approval';
    expect(await seen()).toEqual(['SUBMITTED_FOR_APPROVAL', inApproval, ['abel']]);

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
    await rowsOf(
      'alpha1',
      "INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position) VALUES ('alpha1', 'alpha1_step2', 'sol', 9)",
    );
    const po = await submitted('dana', costing(2000));
    await approveAs(po, 'abel', 'sol');
    expect((await read('dana', po.id)).status).toBe('APPROVED_BY_SPECIAL_APPROVER');
    await approveAs(po, 'lena');
    expect((await read('dana', po.id)).status).toBe('APPROVED_BY_SPECIAL_APPROVER');
    await rowsOf(
      'alpha1',
      "DELETE FROM workflow_template_approvers WHERE step_id = 'alpha1_step2' AND user_id = 'sol'",
    );
  });

  test('DEC-32, AC-05: the final approval sends the order to accounting, once', async () => {
    const po = await submitted('dana', costing(400));
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

  test('DEC-30: the answer leads to the next of the queue: the one after, else the first, never itself', async () => {
    await rowsOf('alpha1', "DELETE FROM waiting_approvals WHERE user_id = 'abel'");
    const [low, middle, high] = [await submitted('dana'), await submitted('dana'), await submitted('dana')];
    const next = async (po: PurchaseOrder) =>
      (await action('abel', 'approval', po, { getNext: true })).body.nextId;
    expect(await next(middle)).toBe(low.id);
    expect(await next(low)).toBe(high.id);
    expect(await next(high)).toBeNull();
    const [one] = [await submitted('dana'), await submitted('dana')];
    expect((await action('abel', 'approval', one, { getNext: false })).body.nextId).toBeNull();
  });

  test('DEC-30: by the workflow alone the current step is meant; by neither nothing is', async () => {
    const po = await submitted('dana');
    expect((await action('abel', 'approval', po, { workflowId: null, workflowStepId: null })).body.code).toBe(
      'MISSING_REQUIRED_FIELDS',
    );
    expect((await action('abel', 'approval', po, { workflowStepId: null })).status).toBe(200);
  });

  test('DEC-30, DEC-82: a step that is over is 409, and so is a workflow of before', async () => {
    const po = await submitted('dana', costing(2000));
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

  test('DEC-23: a repeated approve answers as the first did and counts once', async () => {
    const po = await submitted('dana', costing(2000));
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

  test('DEC-98: nobody but a current approver approves; who may not see the order learns nothing', async () => {
    const po = await submitted('dana');
    const answer = async (name: Parameters<typeof action>[0]) => {
      const { status, body } = await action(name, 'approval', po);
      return [name, status, body.code];
    };
    expect(await answer('otto')).toEqual(['otto', 404, 'NOT_FOUND']);
    expect(await answer('nora')).toEqual(['nora', 403, 'SHOW_NOT_IN_SESSION']);
    expect(await answer('dana')).toEqual(['dana', 403, 'FORBIDDEN']);
    expect(await answer('wendy')).toEqual(['wendy', 403, 'FORBIDDEN']);
    expect(await answer('ada')).toEqual(['ada', 403, 'FORBIDDEN']);
    expect((await action('lena', 'approval', po)).status).toBe(403);
    expect((await action('grace', 'approval', po)).status).toBe(404);
    expect((await read('dana', po.id)).version).toBe(po.version);
  });

  test('DEC-98: an outsider of a voided order is told the same as of a living one', async () => {
    const po = await submitted('dana');
    await action('abel', 'void', po, { reason: 'Gone' });
    expect((await action('wendy', 'approval', po)).body.code).toBe('FORBIDDEN');
    expect((await action('otto', 'approval', po)).body.code).toBe('NOT_FOUND');
    expect((await action('abel', 'approval', po)).body.code).toBe('WORKFLOW_CONFLICT');
  });

  test('DEC-33: a temporary vendor stops at the final step while it must be replaced', async () => {
    const vendor = {
      vendor: { isTemporary: true, name: 'Corner', address: '3 Side St' },
      vendorAddress: null,
    };
    const po = await submitted('dana', { ...costing(500), ...vendor });
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

describe('revision, void, pull', () => {
  test('API-17, AP-14, DEC-25/7: revision goes back with a note, and a new submit raises the revision', async () => {
    const po = await submitted('dana', costing(2000));
    await approveAs(po, 'abel');
    const answer = await action('lena', 'revision', await read('lena', po.id), {
      reason: ' Two quotes, please ',
    });
    expect(answer.body).toMatchObject({ status: 'DRAFT', submissionStatus: 'Needs revision' });
    const back = await read('dana', po.id);
    expect(back.notes).toMatchObject([
      { content: 'Two quotes, please', context: 'REVISION', commenter: { id: 'lena' }, changeOrderNumber: 0 },
    ]);
    expect(back.historyEvents[0]).toMatchObject({ type: 'NEEDS REVISION', userName: 'Lena Stone' });
    expect(back.workflow?.steps.map((step) => step.status)).toEqual(['APPROVED', 'REVISION', 'PENDING']);
    expect(back.workflow?.currentStep).toBeNull();
    expect(await waitingFor(po.id)).toEqual([]);
    const again = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}/submit`);
    expect(again.body).toMatchObject({
      revision: 1,
      status: 'SUBMITTED_FOR_APPROVAL',
      poNumber: po.poNumber,
    });
    expect(again.body.workflow?.steps.map((step) => step.status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    expect(await waitingFor(po.id)).toEqual(['abel']);
  });

  test('AP-14: a revision needs a reason and a current approver', async () => {
    const po = await submitted('dana');
    for (const reason of [undefined, '', '   ']) {
      const answer = await action('abel', 'revision', po, { reason });
      expect([answer.status, answer.body.code]).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    }
    expect((await action('dana', 'revision', po, { reason: 'x' })).body.code).toBe('FORBIDDEN');
    expect((await read('dana', po.id)).version).toBe(po.version);
  });

  test('API-18, DEC-31, DEC-41, AP-13: void ends it for good and may archive it', async () => {
    const po = await submitted('dana');
    const answer = await action('abel', 'void', po, { reason: 'Not needed', archive: true });
    expect(answer.body).toMatchObject({ status: 'VOID', submissionStatus: 'Void' });
    const gone = await read('dana', po.id);
    expect(gone).toMatchObject({
      isArchived: true,
      notes: [{ content: 'Not needed', context: 'VOID' }],
      historyEvents: [{ type: 'VOID' }, { type: 'SUBMITTED' }],
    });
    expect(gone.workflow?.steps[0]?.status).toBe('VOID');
    for (const word of ['approval', 'revision', 'void'] as const) {
      expect((await action('abel', word, po, { reason: 'x' })).body.code).toBe('WORKFLOW_CONFLICT');
    }
    expect((await as('dana').put<{ code: string }>(`/api/pos/${po.id}/submit`)).body.code).toBe(
      'WORKFLOW_CONFLICT',
    );
  });

  test('DEC-25/12, DEC-41, PE-07: a draft is voided by owner or admin with the permission, in default words', async () => {
    const { id, showId } = await create('dana');
    expect((await action('dana', 'void', { id, showId })).body.code).toBe('FORBIDDEN');
    expect((await action('ada', 'void', { id, showId })).status).toBe(200);
    expect(await read('dana', id)).toMatchObject({
      status: 'VOID',
      isArchived: false,
      notes: [{ content: 'PO voided by creator' }],
    });
  });

  test('DEC-25/16: an approved order that accounting knows is voided there, too', async () => {
    const po = await submitted('dana', costing(50));
    await approveAs(po, 'abel', 'lena', 'luis');
    expect(
      (await action('lena', 'void', { id: po.id, showId: po.showId }, { reason: 'Cancelled' })).body.status,
    ).toBe('VOID');
    const kinds = await rowsOf(
      'alpha1',
      "SELECT kind FROM outbox WHERE document_id = ? AND kind = 'void-in-accounting'",
      po.id,
    );
    expect(kinds).toHaveLength(1);
  });

  test('API-15, AP-15, AP-16, DEC-25/10: pull takes it out of every queue without a word', async () => {
    const po = await submitted('dana', costing(2000));
    await approveAs(po, 'abel', 'lena');
    expect((await as('carl').put<{ code: string }>(`/api/pos/${po.id}/pull-from-approval`)).body.code).toBe(
      'FORBIDDEN',
    );
    const answer = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}/pull-from-approval/?showId=alpha1`);
    expect(answer.body).toMatchObject({
      status: 'DRAFT',
      submissionStatus: 'Draft',
      workflow: null,
      notes: [],
    });
    expect(answer.body.historyEvents).toHaveLength(3);
    expect(await waitingFor(po.id)).toEqual([]);
    const twice = await as('dana').put<{ code: string }>(`/api/pos/${po.id}/pull-from-approval`);
    expect([twice.status, twice.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    const again = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}/submit`);
    expect(again.body.revision).toBe(1);
    // The votes of before do not count any more.
    expect((await approveAs(po, 'abel', 'lena')).status).toBe(200);
    expect(await waitingFor(po.id)).toEqual(['lara', 'luis']);
  });

  test('DEC-99: an action sent twice with its key is one action, also at once', async () => {
    const po = await submitted('dana');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = {
      docId: po.id,
      docType: 'PO',
      workflowId: po.workflow?.id,
      reason: 'Once',
      showId: 'alpha1',
    };
    const twins = await Promise.all(
      Array.from({ length: 6 }, () => as('abel').post('/api/workflows/revision', body, headers)),
    );
    const late = await as('abel').post('/api/workflows/revision', body, headers);
    for (const answer of [...twins, late])
      expect([answer.status, answer.body]).toEqual([200, twins[0]?.body]);
    expect((await read('dana', po.id)).notes).toHaveLength(1);
    const other = await as('abel').post('/api/workflows/revision', { ...body, reason: 'Other' }, headers);
    expect([other.status, other.body['code']]).toEqual([422, 'invalid_parameter']);
  });

  test('DEC-01: what is no action at all is refused', async () => {
    const { id } = await create('dana');
    const post = async (body: unknown) =>
      (await as('abel').post('/api/workflows/approval', body)).body['code'];
    expect(await post({ docType: 'PO', workflowId: 'w' })).toBe('MISSING_REQUIRED_FIELDS');
    expect(await post({ docId: id, docType: 'MEMO', workflowId: 'w' })).toBe('invalid_parameter');
    expect(await post({ docId: 'alpha1_none', docType: 'PO', workflowId: 'w' })).toBe('NOT_FOUND');
    expect((await as('dana').put('/api/pos/alpha1_none', aDraft())).status).toBe(404);
  });
});
