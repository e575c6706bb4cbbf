import { beforeAll, describe, expect, test } from 'vitest';
import { storeFor } from '#store/d1/open';
import { deleteOrphans } from '#store/show/documents/files';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { adjust, approved, discard, oneMoreLine, save } from '../../support/worker/fixtures/change-orders.ts';
import { action, approveAs, as, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import {
  openStudio,
  rowsOf,
  setSettings,
  studioEnv,
  waitingFor,
  sql,
} from '../../support/worker/fixtures/studio.ts';
import type { Attachment } from '#domain/documents/document-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

interface AttachAnswer {
  attachments: Attachment[];
  code?: string;
}

const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
let count = 0;

async function file(name: PersonName = 'dana', label = 'quote.pdf') {
  count += 1;
  const answer = await as(name).upload({ name: label, bytes: `%PDF-1.7 ${count}` });
  expect(answer.status).toBe(201);
  return { attachmentId: answer.body.attachmentId, label };
}

const attach = (name: PersonName, id: string, attachments: unknown[]) =>
  as(name).post<AttachAnswer>(`/api/pos/attachments/${id}`, { attachments });

const statusOf = async (name: PersonName, id: string) =>
  (await as(name).get(`/files/attachment/download/${id}?showId=alpha1`)).status;

const eventsOf = (id: string) =>
  sql.alpha<{ action: string; payload: string }>`SELECT action, payload FROM document_events
    WHERE document_id = ${id} ORDER BY seq`;

async function verified() {
  return verifyHistories(store);
}

const ids = ({ attachments }: Pick<PurchaseOrder, 'attachments'>) =>
  attachments.map(({ attachmentId }) => attachmentId);

describe('files of a submitted document', () => {
  test('DEC-53: a creator cannot replace or delete the attachments of an approved order', async () => {
    const quote = await file();
    const order = await approved('dana', { attachments: [quote] });
    const other = await file();
    for (const list of [[other], [], [{ ...quote, shouldDelete: true }, other]]) {
      const answer = await attach('dana', order.id, list);
      expect([answer.status, answer.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    }
    expect(ids(await read('dana', order.id))).toEqual([quote.attachmentId]);
    expect(await statusOf('dana', quote.attachmentId)).toBe(200);
  });

  test('AT-22, DEC-53: a file added after the full approval is marked', async () => {
    const quote = await file();
    const order = await approved('dana', { attachments: [quote] });
    const receipt = await file();
    const answer = await attach('dana', order.id, [quote, receipt]);
    expect(answer.status).toBe(200);
    const [first, second] = (await read('dana', order.id)).attachments;
    expect(first).toMatchObject({ attachmentId: quote.attachmentId, wasSubmitted: true });
    expect(first).not.toHaveProperty('addedAfterApproval');
    expect(second).toMatchObject({ attachmentId: receipt.attachmentId, addedAfterApproval: true });
  });

  test('DEC-53: files of an approved order keep their position and marks, and new ones follow', async () => {
    const [quote, scan] = [await file(), await file('dana', 'scan.pdf')];
    const order = await approved('dana', { attachments: [quote, scan] });
    const marked = await attach('dana', order.id, [scan, { ...quote, isTopSheet: true }]);
    expect(marked.status).toBe(200);
    const { attachments, contentVersion, changes } = await read('dana', order.id);
    expect({ attachments, contentVersion, changes }).toEqual({
      attachments: order.attachments,
      contentVersion: order.contentVersion,
      changes: order.changes,
    });
    const receipt = await file();
    await attach('dana', order.id, [receipt, scan, quote]);
    const added = [quote, scan, receipt].map(({ attachmentId }) => attachmentId);
    expect(ids(await read('dana', order.id))).toEqual(added);
  });

  test('AT-21, DEC-53: a submitted file is withdrawn, stays readable, and does not count', async () => {
    const [quote, scan] = [await file(), await file('dana', 'scan.pdf')];
    const order = await submitted('dana', { attachments: [quote, scan] });
    await action('abel', 'revision', order, { reason: 'Another quote please' });
    const withdrawn = { ...quote, shouldDelete: true, reason: ' Wrong vendor ' };
    const answer = await attach('dana', order.id, [withdrawn, scan]);
    expect(answer.body.attachments.map(({ attachmentId }) => attachmentId)).toEqual([scan.attachmentId]);
    const after = await read('dana', order.id);
    expect(after).toMatchObject({
      attachmentCount: 1,
      withdrawnAttachments: [
        {
          attachmentId: quote.attachmentId,
          label: 'quote.pdf',
          withdrawnBy: { id: 'dana', name: expect.any(String) },
          withdrawnAt: expect.any(String),
          reason: 'Wrong vendor',
          replacedBy: null,
          isErased: false,
        },
      ],
    });
    expect([await statusOf('dana', quote.attachmentId), await statusOf('otto', quote.attachmentId)]).toEqual([
      200, 404,
    ]);
    expect((await as('dana').delete(`/files/attachment/${quote.attachmentId}`)).status).toBe(200);
    await deleteOrphans(store, '2099-01-01T00:00:00.000Z');
    expect(await statusOf('dana', quote.attachmentId)).toBe(200);
    expect((await verified()).faults).toEqual([]);
  });

  test('DEC-53: a file that a PUT leaves out is withdrawn, even after a pull; a new one of the same name replaces it', async () => {
    const quote = await file();
    const order = await submitted('dana', { attachments: [quote] });
    expect((await as('dana').put(`/api/pos/${order.id}/pull-from-approval`)).status).toBe(200);
    const better = await file();
    const saved = await save('dana', order, { attachments: [better] });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.withdrawnAttachments).toMatchObject([
      { attachmentId: quote.attachmentId, reason: '', replacedBy: better.attachmentId },
    ]);
    expect((await verified()).faults).toEqual([]);
  });

  test('DEC-53: a file that was never submitted is deleted', async () => {
    const quote = await file();
    const order = await create('dana', { attachments: [quote] });
    await attach('dana', order.id, []);
    expect((await read('dana', order.id)).withdrawnAttachments).toEqual([]);
    await deleteOrphans(store, '2099-01-01T00:00:00.000Z');
    expect(await statusOf('dana', quote.attachmentId)).toBe(404);
  });
});

describe('files of a document in approval', () => {
  test('DEC-40: a replaced file restarts the approval at step 1, whatever the value of resetApprovalOnEdit', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    const quote = await file();
    const order = await submitted('dana', { attachments: [quote] });
    await approveAs(order, 'abel');
    const answer = await attach('dana', order.id, [await file()]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const after = await read('dana', order.id);
    expect(after).toMatchObject({ status: 'SUBMITTED_FOR_APPROVAL', revision: order.revision + 1 });
    expect(after.workflow?.currentStep?.id).toBe(order.workflow?.currentStep?.id);
    expect(
      after.workflow?.steps.flatMap(({ approvers }) => approvers.filter((one) => one.hasApproved)),
    ).toEqual([]);
    expect(await waitingFor(order.id)).toContain('abel');
    const event = (await eventsOf(order.id)).at(-1);
    expect(event?.action).toBe('withdraw-file');
    expect(JSON.parse(event?.payload ?? '{}')).toMatchObject({
      votesDropped: true,
      filesWithdrawn: [{ fileId: quote.attachmentId }],
    });
    expect((await verified()).faults).toEqual([]);
    await setSettings('alpha1', { resetApprovalOnEdit: true });
  });

  test('DEC-40: an added file keeps the votes and increases the content version', async () => {
    const quote = await file();
    const order = await submitted('dana', { attachments: [quote] });
    await approveAs(order, 'abel');
    const before = await read('dana', order.id);
    expect((await attach('dana', order.id, [quote, await file()])).status).toBe(200);
    const after = await read('dana', order.id);
    expect(after.contentVersion).toBe(before.contentVersion + 1);
    expect(after.workflow?.currentStep?.id).toBe(before.workflow?.currentStep?.id);
  });

  test('DEC-40: an approver’s save that leaves a file out restarts the approval', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    const quote = await file();
    const order = await submitted('dana', { attachments: [quote] });
    await approveAs(order, 'abel');
    const saved = await save('lena', await read('lena', order.id), { attachments: [] });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.status).toBe('SUBMITTED_FOR_APPROVAL');
    expect(await waitingFor(order.id)).toContain('abel');
    await setSettings('alpha1', { resetApprovalOnEdit: true });
  });
});

describe('files of a change order', () => {
  test('DEC-26: a discarded change order withdraws its files and restores those that it withdrew', async () => {
    const quote = await file();
    const order = await approved('dana', { attachments: [quote] });
    const receipt = await file('dana', 'receipt.pdf');
    await attach('dana', order.id, [quote, receipt]);
    const requested = await adjust('dana', order.id);
    const added = await file('dana', 'change.pdf');
    const saved = await save('dana', requested.body, {
      lineItems: oneMoreLine(requested.body),
      attachments: [receipt, added],
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.withdrawnAttachments.map(({ label }) => label)).toEqual(['quote.pdf']);
    expect((await discard('dana', order.id)).status).toBe(200);
    const after = await read('dana', order.id);
    expect(ids(after).toSorted()).toEqual([quote.attachmentId, receipt.attachmentId].toSorted());
    expect(after.attachmentCount).toBe(2);
    expect(after.withdrawnAttachments).toMatchObject([
      { attachmentId: added.attachmentId, reason: 'Change order 1 was discarded' },
    ]);
    expect(await statusOf('dana', added.attachmentId)).toBe(200);
    expect((await verified()).faults).toEqual([]);
  });
});

describe('erasing a file', () => {
  test('AT-23, DEC-53: EP Internal erases the bytes; name, size, hash, user and reason are kept', async () => {
    const quote = await file();
    const order = await approved('dana', { attachments: [quote] });
    const path = `/files/attachment/${quote.attachmentId}/erase`;
    expect((await as('ada').post(path, { reason: 'Court order' })).status).toBe(403);
    await sql.directory`UPDATE memberships SET role = 'EP Internal' WHERE user_id = 'ada'`;
    const answer = await as('ada').post(path, { reason: 'Court order' });
    await sql.directory`UPDATE memberships SET role = 'Show Admin' WHERE user_id = 'ada'`;
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        attachmentId: quote.attachmentId,
        label: 'quote.pdf',
        size: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        erasedBy: { id: 'ada', name: expect.any(String) },
        erasedAt: expect.any(String),
        reason: 'Court order',
      },
    ]);
    expect(await studioEnv.FILES.get(quote.attachmentId)).toBeNull();
    const opened = await as('dana').get(`/files/attachment/download/${quote.attachmentId}`);
    expect([opened.status, opened.body['code']]).toEqual([410, 'file_erased']);
    const report = await verified();
    expect(report.faults).toEqual([]);
    expect(report.erased).toEqual([{ documentId: order.id, fileId: quote.attachmentId }]);
  });
});

describe('verification of files', () => {
  test.each([
    ['the reason of a withdrawal', "UPDATE withdrawn_attachments SET reason = 'x' WHERE file_id = ?"],
    ['the hash of a withdrawn file', "UPDATE files SET sha256 = 'x' WHERE id = ?"],
    ['a withdrawal that is gone', 'DELETE FROM withdrawn_attachments WHERE file_id = ?'],
  ])('DEC-30: verification finds %s', async (_name, statement) => {
    const quote = await file();
    const order = await submitted('dana', { attachments: [quote] });
    await action('abel', 'revision', order, { reason: 'No' });
    await attach('dana', order.id, []);
    const before = (await verified()).faults.length;
    await rowsOf('alpha1', statement, quote.attachmentId);
    const { faults } = await verified();
    expect(faults.length).toBeGreaterThan(before);
    expect(faults.map(({ documentId }) => documentId)).toContain(order.id);
  });
});
