import { beforeAll, describe, expect, test } from 'vitest';
import {
  action,
  aDraft,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { openStudio, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

describe('revision, void, pull', () => {
  test('API-17, AP-02, AP-14, PO-53, DEC-25/7: a revision returns it with a note, and a new submit increases the revision', async () => {
    const po = await submitted('dana', withTotal(2000));
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

  test('API-18, DEC-31, DEC-41, AP-13: void ends it for good and can archive it', async () => {
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

  test('DEC-25/12, DEC-41, PE-07: a draft is voided by owner or admin with the permission, with default words', async () => {
    const { id, showId } = await create('dana');
    expect((await action('dana', 'void', { id, showId })).body.code).toBe('FORBIDDEN');
    expect((await action('ada', 'void', { id, showId })).status).toBe(200);
    expect(await read('dana', id)).toMatchObject({
      status: 'VOID',
      isArchived: false,
      notes: [{ content: 'PO voided by creator' }],
    });
  });

  test('DEC-25/16: an approved order that is in accounting is voided in accounting, too', async () => {
    const po = await submitted('dana', withTotal(50));
    await approveAs(po, 'abel', 'lena', 'luis');
    expect(
      (await action('lena', 'void', { id: po.id, showId: po.showId }, { reason: 'Cancelled' })).body.status,
    ).toBe('VOID');
    const kinds = await sql.alpha`SELECT kind FROM outbox WHERE document_id = ${po.id}
      AND kind = 'void-in-accounting'`;
    expect(kinds).toHaveLength(1);
  });

  test('API-15, AP-15, AP-16, DEC-25/10: pull removes it from all queues without a note', async () => {
    const po = await submitted('dana', withTotal(2000));
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
    // The former votes do not count any more.
    expect((await approveAs(po, 'abel', 'lena')).status).toBe(200);
    expect(await waitingFor(po.id)).toEqual(['lara', 'luis']);
  });

  test('DEC-99: an action repeated with its key is one action, even when concurrent', async () => {
    const po = await submitted('dana');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = {
      docId: po.id,
      docType: 'PO',
      workflowId: po.workflow?.id,
      reason: 'Once',
      showId: 'alpha1',
    };
    const duplicates = await Promise.all(
      Array.from({ length: 6 }, () => as('abel').post('/api/workflows/revision', body, headers)),
    );
    const late = await as('abel').post('/api/workflows/revision', body, headers);
    for (const answer of [...duplicates, late])
      expect([answer.status, answer.body]).toEqual([200, duplicates[0]?.body]);
    expect((await read('dana', po.id)).notes).toHaveLength(1);
    const other = await as('abel').post('/api/workflows/revision', { ...body, reason: 'Other' }, headers);
    expect([other.status, other.body['code']]).toEqual([422, 'invalid_parameter']);
  });

  test('DEC-01: an unknown action is refused', async () => {
    const { id } = await create('dana');
    const post = async (body: unknown) =>
      (await as('abel').post('/api/workflows/approval', body)).body['code'];
    expect(await post({ docType: 'PO', workflowId: 'w' })).toBe('MISSING_REQUIRED_FIELDS');
    expect(await post({ docId: id, docType: 'MEMO', workflowId: 'w' })).toBe('invalid_parameter');
    expect(await post({ docId: 'alpha1_none', docType: 'PO', workflowId: 'w' })).toBe('NOT_FOUND');
    expect((await as('dana').put('/api/pos/alpha1_none', aDraft())).status).toBe(404);
  });
});
