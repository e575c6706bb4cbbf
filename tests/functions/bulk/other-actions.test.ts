import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approveBulk,
  bulkAction,
  bulkPath,
  endedRun,
  preview,
  runOf,
  undo,
  waitingOrders,
} from '../../support/worker/bulk-actions.ts';
import type { RunAnswer } from '../../support/worker/bulk-actions.ts';
import { approveAs, as, read } from '../../support/worker/fixtures/client.ts';
import { openInvoiceStudio } from '../../support/worker/fixtures/invoices.ts';
import { failPushes, forgetSent, pushesOf, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoiceStudio);
beforeEach(async () => {
  forgetSent();
  await sql.alpha`DELETE FROM waiting_approvals`;
});

const statusesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => read('ada', id)))).map(({ status }) => status);

describe('undo', () => {
  test('BULK-08, RUN-06: the votes of a run are taken back, and those that cannot be are named', async () => {
    const orders = await waitingOrders(12);
    const ids = orders.map(({ id }) => id);
    const run = await endedRun(
      'abel',
      await approveBulk('abel', await preview('abel', { allSelected: true })),
    );
    expect(run).toMatchObject({ numSuccess: 12, undoable: 12 });
    // Another user has acted on one since.
    await approveAs(orders[0] as never, 'lena');
    expect((await runOf('abel', run.runId)).undoable).toBe(11);

    const undone = await endedRun('abel', await undo('abel', run.runId));
    expect(undone).toMatchObject({ docType: 'PO', action: 'take-back', numSuccess: 11, numFailure: 1 });
    expect(undone.failed).toMatchObject([{ id: ids[0], code: 'WORKFLOW_CONFLICT' }]);
    expect(undone.documents?.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await statusesOf(ids.slice(1, 3))).toEqual(['SUBMITTED_FOR_APPROVAL', 'SUBMITTED_FOR_APPROVAL']);
    expect(await waitingFor(ids[1] ?? '')).toEqual(['abel']);
    expect((await read('ada', ids[1] ?? '')).changes[0]).toMatchObject({ action: 'take-back' });

    // Repeated, it is the same run and changes nothing more.
    const events = async () => (await sql.alpha`SELECT count(*) AS n FROM document_events`)[0];
    const before = await events();
    expect((await undo('abel', run.runId)).body.runId).toBe(undone.runId);
    expect(await events()).toEqual(before);
  });

  test('BULK-08: only the votes of that run are taken back', async () => {
    const [first, second] = await waitingOrders(2);
    await approveAs(first as never, 'abel');
    const step = second?.workflow?.currentStep?.id ?? '';
    const documents = [first, second].map((po) => ({
      id: po?.id ?? '',
      workflowStepId: step,
      contentVersion: 1,
    }));
    const items = await Promise.all(
      documents.map(async ({ id }) => ({
        id,
        workflowStepId: (
          await sql.alpha<{ id: string }>`SELECT step_id AS id FROM workflow_step_approvers
          WHERE document_id = ${id} AND user_id = 'abel'`
        )[0]?.id,
      })),
    );
    const run: RunAnswer = await as('abel').post(bulkPath, { docType: 'PO', showId: 'alpha1', items });
    expect(run.body).toMatchObject({ numSuccess: 2 });
    expect((await undo('abel', run.body.runId)).body).toMatchObject({
      success: [second?.id],
      failed: [{ id: first?.id, code: 'WORKFLOW_CONFLICT' }],
    });
    expect((await read('ada', first?.id ?? '')).status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
  });

  test('BULK-08: an approval that completed a document stays, and only the user of the run can undo it', async () => {
    const [po] = await waitingOrders(1);
    await approveAs(po as never, 'abel', 'lena');
    const { body } = await approveBulk('luis', await preview('luis', { allSelected: true }));
    expect((await runOf('luis', body.runId)).undoable).toBeUndefined();
    expect((await undo('lena', body.runId)).status).toBeGreaterThanOrEqual(403);
    const undone = await undo('luis', body.runId);
    expect(undone.body).toMatchObject({ numSuccess: 0, failed: [{ id: po?.id, code: 'WORKFLOW_CONFLICT' }] });
    expect(await statusesOf([po?.id ?? ''])).toEqual(['APPROVED']);
    expect((await undo('luis', undone.body.runId)).body.code).toBe('WORKFLOW_CONFLICT');
  });

  test('BULK-08: a run in progress cannot be undone yet', async () => {
    await waitingOrders(11);
    const { body } = await approveBulk('abel', await preview('abel', { allSelected: true }));
    expect((await undo('abel', body.runId)).body.code).toBe('WORKFLOW_CONFLICT');
  });
});

describe('push', () => {
  test('BULK-07: orders that accounting refused are pushed again, and a second refusal is named', async () => {
    const orders = await waitingOrders(2);
    await failPushes('SA', 'The period is closed.', 2);
    for (const po of orders) await approveAs(po, 'abel', 'lena', 'luis');
    const ids = orders.map(({ id }) => id);
    const failed = await preview('ada', { action: 'push', allSelected: true });
    expect(failed.documents.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await failPushes('SA', 'Still closed.');
    const items = ids.map((id) => ({ id }));
    const { body } = await bulkAction('ada', 'push', 'PO', items);
    expect(body).toMatchObject({ success: [ids[1]], numFailure: 1 });
    expect(body.failed).toMatchObject([{ id: ids[0], message: 'Still closed.' }]);
    const again = await as('ada').post<RunAnswer['body']>(`${bulkPath}/${body.runId}/retry?showId=alpha1`);
    expect(again.body).toMatchObject({ numSuccess: 2, numFailure: 0 });
    expect((await Promise.all(ids.map(pushesOf))).map(({ length }) => length)).toEqual([1, 1]);
    expect((await preview('ada', { action: 'push', allSelected: true })).documents).toEqual([]);
  });

  test('BULK-07: who may not push an order may not push it in bulk', async () => {
    const [po] = await waitingOrders(1);
    const single = await as('carl').post<{ code: string }>(`/api/pos/push/${po?.id}`);
    const { body } = await bulkAction('carl', 'push', 'PO', [{ id: po?.id ?? '' }]);
    expect(body.failed).toMatchObject([{ id: po?.id, code: single.body.code }]);
  });

  test('BULK-07: the preview leaves out orders that the user may not push, and they cannot be included', async () => {
    const [po] = await waitingOrders(1);
    const id = po?.id ?? '';
    await failPushes('SA', 'The period is closed.');
    expect((await approveAs(po as never, 'abel', 'lena', 'luis')).status).toBe(424);
    const ofUser = (name: 'ada' | 'dana' | 'carl') =>
      preview(name, { action: 'push', items: [{ id, contentVersion: 1 }] });
    for (const name of ['ada', 'dana'] as const)
      expect((await ofUser(name)).documents.map((one) => one.id)).toEqual([id]);
    const { documents, leftOut } = await ofUser('carl');
    expect(documents).toEqual([]);
    expect(leftOut).toMatchObject([{ id, reasons: ['FORBIDDEN'], mayInclude: false }]);
    await sql.alpha`UPDATE workflow_step_approvers SET user_id = 'carl' WHERE document_id = ${id} AND user_id = 'abel'`;
    expect((await ofUser('carl')).documents.map((one) => one.id)).toEqual([id]);
  });
});
