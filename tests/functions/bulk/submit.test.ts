import { beforeAll, expect, test } from 'vitest';
import {
  bulkAction,
  bulkPath,
  endedRun,
  lonelyDay,
  preview,
  runOf,
} from '../../support/worker/bulk-actions.ts';
import type { RunAnswer } from '../../support/worker/bulk-actions.ts';
import { as, create, read, withTotal } from '../../support/worker/fixtures/client.ts';
import {
  createInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  scan,
} from '../../support/worker/fixtures/invoices.ts';
import {
  accounts,
  bookPayment,
  importPayments,
  openPayments,
  readPayment,
} from '../../support/worker/fixtures/payments.ts';
import { sql, waitingFor } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
});

const statusesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => read('ada', id)))).map(({ status }) => status);

test('BULK-06: complete drafts are submitted, and the others are left with their first error', async () => {
  const good = await create('dana', { ...withTotal(100), poDate: lonelyDay() });
  const bad = await create('dana');
  await sql.alpha`UPDATE documents SET description = '' WHERE id = ${bad.id}`;
  const foreign = await create('carl');
  const drafts = await preview('dana', { action: 'submit', allSelected: true });
  const listed = [...drafts.documents, ...drafts.leftOut].map(({ id }) => id);
  expect([listed.includes(good.id), listed.includes(bad.id), listed.includes(foreign.id)]).toEqual([
    true,
    true,
    false,
  ]);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const items = [good, bad, foreign].map(({ id }) => ({ id }));
  const { status, body } = await bulkAction('dana', 'submit', 'PO', items, headers);
  expect([status, body.success]).toEqual([200, [good.id]]);
  expect(body.failed).toMatchObject([
    { id: bad.id, code: 'POS_BAD_REQUEST', message: 'PO description cannot be empty.' },
    { id: foreign.id, code: 'NOT_FOUND' },
  ]);
  expect(await statusesOf([good.id, bad.id])).toEqual(['SUBMITTED_FOR_APPROVAL', 'DRAFT']);
  expect(await waitingFor(good.id)).toEqual(['abel']);
  expect((await bulkAction('dana', 'submit', 'PO', items, headers)).body.runId).toBe(body.runId);
  expect(await runOf('dana', body.runId)).toMatchObject({ docType: 'PO', action: 'submit' });
});

test('BULK-06: invoices are checked like a single submit', async () => {
  const good = await createInvoice('ivan', { attachments: [await scan('ivan')] });
  const bare = await createInvoice('ivan');
  const { body } = await bulkAction('ivan', 'submit', 'INVOICE', [{ id: good.id }, { id: bare.id }]);
  expect(body.success).toEqual([good.id]);
  expect(body.failed).toMatchObject([
    { id: bare.id, message: 'This item requires an attachment to submit.' },
  ]);
  expect((await readInvoiceAs('ivan', good.id)).status).toBe('SUBMITTED_FOR_APPROVAL');
});

test('BULK-10: the preview leaves out incomplete drafts with their first error, and what changed', async () => {
  const good = await create('dana', { ...withTotal(100), poDate: lonelyDay() });
  const bare = await create('dana');
  const changed = await create('dana', withTotal(50));
  await sql.alpha`UPDATE documents SET description = '' WHERE id = ${bare.id}`;
  const items = [good, bare, changed].map(({ id, contentVersion }) => ({ id, contentVersion }));
  await sql.alpha`UPDATE documents SET content_version = content_version + 1 WHERE id = ${changed.id}`;
  const found = await preview('dana', { action: 'submit', items });
  expect(found.documents.map(({ id }) => id)).toEqual([good.id]);
  expect(
    found.leftOut.map(({ id, reasons, mayInclude, error }) => [id, reasons, mayInclude, error?.message]),
  ).toEqual(
    expect.arrayContaining([
      [bare.id, ['INCOMPLETE'], false, 'PO description cannot be empty.'],
      [changed.id, ['CHANGED'], true, undefined],
    ]),
  );
  expect(await statusesOf([good.id, bare.id])).toEqual(['DRAFT', 'DRAFT']);
});

test('BULK-10: an invoice without its attachment is left out, and one that may repeat another is named', async () => {
  await createInvoice('ivan', { date: '2024-05-01', attachments: [await scan('ivan')] });
  const again = await createInvoice('ivan', { date: '2024-05-02', attachments: [await scan('ivan')] });
  const bare = await createInvoice('ivan', { date: '2019-01-01' });
  const { leftOut } = await preview('ivan', {
    docType: 'INVOICE',
    action: 'submit',
    items: [again, bare].map(({ id }) => ({ id })),
  });
  const reasonsOf = (id: string) => leftOut.find((one) => one.id === id);
  expect(reasonsOf(again.id)).toMatchObject({ reasons: ['POSSIBLE_DUPLICATE'], mayInclude: true });
  expect(reasonsOf(bare.id)).toMatchObject({
    mayInclude: false,
    error: { message: 'This item requires an attachment to submit.' },
  });
});

test('BULK-10: the list of drafts to submit has the own drafts of orders, and a submitted one leaves it', async () => {
  const [mine, others] = [await create('dana', withTotal(10)), await create('ada', withTotal(10))];
  const listed = async (name: 'dana' | 'ada') => {
    const path = '/api/pos/filter?page=1&count=200&showId=alpha1&persona=CREATOR';
    const { body } = await as(name).post<{ total: number; poS: { id: string }[] }>(path, {
      isDraftToSubmit: true,
    });
    expect(body.total).toBe(body.poS.length);
    return body.poS.map(({ id }) => id);
  };
  const ada = await listed('ada');
  expect([ada.includes(others.id), ada.includes(mine.id)]).toEqual([true, false]);
  expect(await listed('dana')).toContain(mine.id);
  const { body } = await bulkAction('dana', 'submit', 'PO', [{ id: mine.id, contentVersion: 1 }]);
  expect(body.success).toEqual([mine.id]);
  expect(await listed('dana')).not.toContain(mine.id);
});

test('BULK-06, DEC-44: payments are submitted with the flow of their bank account, else the default', async () => {
  const ids = await importPayments(
    bookPayment('first', { bankAccount: accounts.operating }),
    bookPayment('second', { bankAccount: accounts.foreign }),
    bookPayment('third', { bankAccount: accounts.loose }),
  );
  const all = await preview('dana', { docType: 'PAYMENT', action: 'submit', allSelected: true });
  expect(all.documents.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  const items = ids.map((id) => ({ id }));
  const run = await endedRun('dana', await bulkAction('dana', 'submit', 'PAYMENT', items));
  expect(run).toMatchObject({ action: 'submit', numSuccess: 3, numFailure: 0 });
  const flows = await Promise.all(ids.map((id) => readPayment('ada', id)));
  expect(flows.map(({ status, workflow }) => [status, workflow?.steps[0]?.approvers[0]?.userId])).toEqual([
    ['SUBMITTED_FOR_APPROVAL', 'lena'],
    ['SUBMITTED_FOR_APPROVAL', 'hugo'],
    ['SUBMITTED_FOR_APPROVAL', 'lena'],
  ]);
  // Repeated, none is submitted a second time.
  const again = await endedRun('dana', await bulkAction('dana', 'submit', 'PAYMENT', items));
  expect([again.numSuccess, again.numFailure]).toEqual([0, 3]);
  expect((await readPayment('ada', ids[0] ?? '')).historyEvents).toHaveLength(
    flows[0]?.historyEvents.length ?? 0,
  );
});

test('BULK-06: a retry finds what was submitted although its result was lost', async () => {
  const po = await create('dana', { ...withTotal(100), poDate: lonelyDay() });
  const { body } = await bulkAction('dana', 'submit', 'PO', [{ id: po.id }]);
  await sql.alpha`UPDATE bulk_items SET result = 'failed', code = 'INTERNAL_ERROR' WHERE run_id = ${body.runId}`;
  const retry = () => as('dana').post<RunAnswer['body']>(`${bulkPath}/${body.runId}/retry?showId=alpha1`);
  expect((await retry()).body).toMatchObject({ success: [po.id], failed: [] });
  const submits = await sql.alpha`SELECT 1 FROM document_events
    WHERE document_id = ${po.id} AND action = 'submit'`;
  expect(submits).toHaveLength(1);
});

test('BULK-06: empty selections are rejected', async () => {
  expect((await bulkAction('dana', 'submit', 'PO', [])).status).toBe(400);
});
