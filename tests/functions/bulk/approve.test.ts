import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { summaryOf } from '#domain/bulk-approval/bulk-summary';
import { isSkipped } from '#domain/bulk-approval/bulk-progress';
import type { Invoice } from '#domain/invoices/invoice-response';
import {
  approveBulk,
  bulkPath,
  endedRun,
  preview,
  runOf,
  waitingOrders,
} from '../../support/worker/bulk-actions.ts';
import { approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { openInvoiceStudio, submittedInvoice } from '../../support/worker/fixtures/invoices.ts';
import { failPushes, forgetSent, pushesOf, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoiceStudio);
beforeEach(async () => {
  forgetSent();
  await sql.alpha`DELETE FROM waiting_approvals`;
});

const temporary = {
  vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' },
  vendorAddress: null,
};
const all = { allSelected: true } as const;
const votesOf = async (ids: readonly string[]) =>
  (
    await sql.alpha<{ n: number }>`SELECT count(*) AS n FROM step_approvals WHERE dropped_at IS NULL
      AND document_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  )[0]?.n;

describe('approvals.md, example 5', () => {
  test('BULK-02, BULK-03, BULK-05: of 50 orders 46 are offered, 44 approved and 2 skipped, and a repeat approves none', async () => {
    await setSettings('alpha1', { splitOrderWarning: false });
    const orders = await waitingOrders(50, (n) => ({ ...withTotal(2500), ...(n >= 46 ? temporary : {}) }));
    const ids = orders.map(({ id }) => id);
    await sql.alpha`UPDATE documents SET currency_code = 'EUR', total_cents = 333333 WHERE id IN
      (SELECT value FROM json_each(${JSON.stringify(ids.slice(40, 45))}))`;
    await sql.alpha`UPDATE documents SET currency_code = 'EUR', total_cents = 333335 WHERE id = ${ids[45] ?? ''}`;

    const offered = await preview('abel', all);
    const summary = summaryOf(offered.documents);
    expect(summary.count).toBe(46);
    expect(summary.sums).toMatchObject([
      { currency: 'USD', count: 40, cents: 10_000_000 },
      { currency: 'EUR', count: 6, cents: 2_000_000, largest: { totalCost: 3333.35 } },
    ]);
    expect(offered.leftOut.map(({ name, reasons }) => [name, reasons])).toEqual(
      Array.from({ length: 4 }, () => ['Corner Hardware', ['TEMPORARY_VENDOR']]),
    );
    // Two change before the run, and one arrives that the dialog did not show.
    const changed = [ids[0] ?? '', ids[45] ?? ''];
    for (const id of changed)
      await sql.alpha`UPDATE documents SET content_version = content_version + 1 WHERE id = ${id}`;
    const [late] = await waitingOrders(1);

    const headers = { 'idempotency-key': crypto.randomUUID() };
    const started = await approveBulk('abel', offered, headers);
    expect([started.status, started.body.total, started.body.totalBatches]).toEqual([202, 46, 5]);
    const run = await endedRun('abel', started);
    expect(run).toMatchObject({ docType: 'PO', status: 'error', total: 46, numSuccess: 44, numFailure: 2 });
    expect(run.failed.map(({ id }) => id).toSorted()).toEqual(changed.toSorted());
    expect(run.failed.every(isSkipped)).toBe(true);
    expect(run.documents?.map(({ name, currency }) => [name, currency]).toSorted()).toEqual([
      ['Lumen Rentals', 'EUR'],
      ['Lumen Rentals', 'USD'],
    ]);
    expect(await votesOf([...ids, late?.id ?? ''])).toBe(44);

    // The same request, and the same documents in another request.
    expect((await approveBulk('abel', offered, headers)).body.runId).toBe(run.runId);
    const again = await endedRun('abel', await approveBulk('abel', offered));
    expect(again).toMatchObject({ numSuccess: 44, numFailure: 2 });
    expect(await votesOf([...ids, late?.id ?? ''])).toBe(44);
    await setSettings('alpha1', { splitOrderWarning: true });
  });
});

describe('purchase orders and invoices', () => {
  test('BULK-01, BULK-05: each order gets a vote of its own, whose history tells its place in the run', async () => {
    const orders = await waitingOrders(3);
    const offered = await preview('abel', all);
    const started = await approveBulk('abel', offered);
    expect([started.status, started.body.status]).toEqual([200, 'success']);
    expect(new Set(started.body.success)).toEqual(new Set(orders.map(({ id }) => id)));
    const [second] = [offered.documents[1]?.id ?? ''];
    const { historyEvents, status } = await read('ada', second);
    expect(status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    expect(historyEvents[0]).toMatchObject({
      type: 'APPROVED',
      userName: 'Abel Stone',
      bulk: { position: 2, total: 3 },
    });
    expect(historyEvents[1]?.bulk).toBeUndefined();
  });

  test('BULK-01, DEC-158: final approvals are sent to accounting after all votes, and a refusal is a warning', async () => {
    const orders = await waitingOrders(2);
    for (const po of orders) await approveAs(po, 'abel', 'lena');
    await failPushes('SA', 'The period is closed.');
    const { body } = await approveBulk('luis', await preview('luis', all));
    expect(body).toMatchObject({ status: 'success', numSuccess: 2, failed: [] });
    expect(body.warnings).toMatchObject([
      { code: 'accounting_interface_error', message: 'The period is closed.' },
    ]);
    expect((await Promise.all(orders.map(({ id }) => read('dana', id)))).map(({ status }) => status)).toEqual(
      ['APPROVED', 'APPROVED'],
    );
    expect((await Promise.all(orders.map(({ id }) => pushesOf(id)))).flat()).toHaveLength(1);
  });

  test('BULK-01: invoices are approved in bulk and measured like single ones', async () => {
    const bills = [await submittedInvoice('ivan'), await submittedInvoice('ivan')];
    const ids = bills.map(({ id }) => id);
    const offered = await preview('abel', { docType: 'INVOICE', items: ids.map((id) => ({ id })) });
    const found = [...offered.documents, ...offered.leftOut];
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids));
    const { body } = await approveBulk('abel', { docType: 'INVOICE', documents: found });
    expect(body).toMatchObject({ numSuccess: 2, numFailure: 0 });
    const { body: final } = await approveBulk('lena', await previewOf('lena', ids));
    expect(final).toMatchObject({ numSuccess: 2, numFailure: 0 });
    const invoice = await as('ada').get<Invoice>(`/api/invoices/${ids[0]}`);
    expect([invoice.body.status, invoice.body.historyEvents[0]?.bulk]).toEqual([
      'APPROVED',
      { position: expect.any(Number), total: 2 },
    ]);
  });

  async function previewOf(name: 'lena', ids: readonly string[]) {
    const { docType, documents, leftOut } = await preview(name, {
      docType: 'INVOICE',
      items: ids.map((id) => ({ id })),
    });
    return { docType, documents: [...documents, ...leftOut] };
  }

  test('BULK-02: the preview counts what is decided on behalf of an absent approver', async () => {
    await cover('abel', 'hugo');
    const orders = await waitingOrders(2);
    const offered = await preview('hugo', all);
    expect(summaryOf(offered.documents).onBehalfOf).toEqual([
      { userId: 'abel', name: 'Abel Stone', count: 2 },
    ]);
    expect((await approveBulk('hugo', offered)).body).toMatchObject({ numSuccess: 2 });
    expect((await read('ada', orders[0]?.id ?? '')).historyEvents[0]).toMatchObject({
      userName: 'Hugo Stone',
      onBehalfOf: { name: 'Abel Stone' },
      bulk: { total: 2 },
    });
    await endCovers();
  });

  test('BULK-05: documents that no longer wait for the user are skipped, and others are approved', async () => {
    const [first, second] = await waitingOrders(2);
    const offered = await preview('abel', all);
    await sql.alpha`UPDATE workflow_step_approvers SET user_id = 'grace' WHERE document_id = ${first?.id ?? ''}
      AND user_id = 'abel'`;
    const { body } = await approveBulk('abel', offered);
    expect(body).toMatchObject({ success: [second?.id], numFailure: 1 });
    expect(body.failed.every(isSkipped)).toBe(true);
    const elsewhere = { docType: 'INVOICE' as const, documents: offered.documents };
    expect((await approveBulk('abel', elsewhere)).body.failed.map(({ code }) => code)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  });

  test('BULK-01: only payments can be selected without their names, and only types that the user has', async () => {
    const unnamed = await as('abel').post(bulkPath, { docType: 'PO', allSelected: true, showId: 'alpha1' });
    expect([unnamed.status, unnamed.body['code']]).toEqual([400, 'invalid_parameter']);
    const item = { id: 'alpha1_none', workflowStepId: 'none' };
    const hidden = await as('dana').post(bulkPath, { docType: 'INVOICE', items: [item], showId: 'alpha1' });
    expect([hidden.status, hidden.body['code']]).toEqual([403, 'FORBIDDEN']);
    const odd = await as('abel').post(bulkPath, { docType: 'MEMO', items: [item], showId: 'alpha1' });
    expect(odd.status).toBe(400);
  });

  test('BULK-01: a window gets the run of any type if it asks for all, otherwise only those of payments', async () => {
    await waitingOrders(1);
    const { body } = await approveBulk('abel', await preview('abel', all));
    const current = async (query: string) =>
      (await as('abel').get<{ runId?: string; code?: string }>(`${bulkPath}?showId=alpha1${query}`)).body;
    expect((await current('&allTypes=true')).runId).toBe(body.runId);
    // Abel has no payments.
    expect((await current('')).code).toBe('FORBIDDEN');
    expect((await runOf('abel', body.runId)).docType).toBe('PO');
    expect((await as('lena').get(`${bulkPath}/${body.runId}?showId=alpha1`)).status).toBeGreaterThanOrEqual(
      403,
    );
  });
});

describe('what a preview leaves out', () => {
  const reasonsFor = async (name: 'abel' | 'lena', id: string, own: object = {}) => {
    const { documents, leftOut } = await preview(name, { items: [{ id }], ...own });
    return documents.length > 0 ? [] : leftOut.map(({ reasons, mayInclude }) => [reasons, mayInclude])[0];
  };

  test('BULK-03: a possible split, a changed payee and a temporary vendor', async () => {
    const on = (poDate: string, amount: number) => submitted('dana', { ...withTotal(amount), poDate });
    const alone = await on('2025-01-10', 600);
    expect(await reasonsFor('abel', alone.id)).toEqual([]);
    await on('2025-01-11', 600);
    expect(await reasonsFor('abel', alone.id)).toEqual([['POSSIBLE_SPLIT'], true]);
    const small = await on('2025-05-10', 10);
    await sql.alpha`UPDATE vendors SET name = 'Lumen Holdings' WHERE id LIKE 'alpha1%lumen'`;
    expect(await reasonsFor('abel', small.id)).toEqual([['CHANGED_PAYEE'], true]);
    await sql.alpha`UPDATE vendors SET name = 'Lumen Rentals' WHERE id LIKE 'alpha1%lumen'`;
    const odd = await submitted('dana', { ...withTotal(10), ...temporary, poDate: '2025-07-01' });
    expect(await reasonsFor('abel', odd.id)).toEqual([['TEMPORARY_VENDOR'], true]);
  });

  test('BULK-03: a temporary vendor that the final approval refuses cannot be included', async () => {
    const odd = await submitted('dana', { ...withTotal(10), ...temporary, poDate: '2025-08-01' });
    await approveAs(odd, 'abel');
    expect(await reasonsFor('lena', odd.id)).toEqual([['NEEDS_PERMANENT_VENDOR'], false]);
    expect(await approveAs(odd, 'lena')).toMatchObject({ body: { code: 'TEMP_VENDOR_NOT_ALLOWED' } });
    await setSettings('alpha1', { replacePoTempVendors: false });
    expect(await reasonsFor('lena', odd.id)).toEqual([['TEMPORARY_VENDOR'], true]);
    await setSettings('alpha1', { replacePoTempVendors: true });
  });

  test('BULK-03: what changed since the list showed it', async () => {
    const po = await submitted('dana', { ...withTotal(10), poDate: '2025-09-01' });
    const items = (contentVersion: number) => ({ items: [{ id: po.id, contentVersion }] });
    expect(await reasonsFor('abel', po.id, items(po.contentVersion))).toEqual([]);
    expect(await reasonsFor('abel', po.id, items(po.contentVersion + 1))).toEqual([['CHANGED'], true]);
  });

  test('BULK-03: an own document cannot be included', async () => {
    const po = await submitted('dana', { ...withTotal(10), poDate: '2025-11-01' });
    await sql.alpha`UPDATE documents SET owner_id = 'abel' WHERE id = ${po.id}`;
    expect(await reasonsFor('abel', po.id)).toEqual([]);
    await setSettings('alpha1', { preventSelfApproval: true });
    expect(await reasonsFor('abel', po.id)).toEqual([['OWN_DOCUMENT'], false]);
    await setSettings('alpha1', { preventSelfApproval: false });
  });

  test('BULK-03: an invoice that may be a duplicate or has no attachment', async () => {
    const bill = await submittedInvoice('ivan', { date: '2024-03-01' });
    const reasons = () => reasonsFor('abel', bill.id, { docType: 'INVOICE' });
    expect(await reasons()).toEqual([]);
    await submittedInvoice('ivan', { date: '2024-03-02' });
    expect(await reasons()).toEqual([['POSSIBLE_DUPLICATE'], true]);
    await sql.alpha`UPDATE documents SET attachment_count = 0 WHERE id = ${bill.id}`;
    expect(await reasons()).toEqual([['POSSIBLE_DUPLICATE', 'MISSING_ATTACHMENT'], true]);
  });

  test('BULK-03: an open question', async () => {
    const po = await submitted('dana', { ...withTotal(10), poDate: '2026-01-01' });
    const asked = { keyId: crypto.randomUUID(), content: 'Which episode is this?', askedUserId: 'dana' };
    const { status, body } = await as('abel').post<{ id: string }>(`/api/pos/${po.id}/notes`, asked);
    expect(status).toBe(201);
    expect(await reasonsFor('abel', po.id)).toEqual([['OPEN_QUESTION'], true]);
    const answer = { keyId: crypto.randomUUID(), content: 'Episode 4.', questionId: body.id };
    await as('dana').post(`/api/pos/${po.id}/notes`, answer);
    expect(await reasonsFor('abel', po.id)).toEqual([]);
  });

  test('BULK-02: the preview follows the filters and names what is gone', async () => {
    const [first, second] = await waitingOrders(2);
    const numbers = (po?: { poNumber: string }) => ({ filters: { poNumbers: [po?.poNumber ?? ''] } });
    const found = await preview('abel', { ...all, ...numbers(first) });
    expect(found.documents.map(({ id }) => id)).toEqual([first?.id]);
    expect((await preview('abel', { ...all, excludedIds: [first?.id ?? ''] })).documents).toHaveLength(1);
    await approveAs(second as never, 'abel');
    const left = await preview('abel', { items: [{ id: first?.id ?? '' }, { id: second?.id ?? '' }] });
    expect([left.documents.map(({ id }) => id), left.missing]).toEqual([[first?.id], [second?.id]]);
    expect((await preview('dana', all)).documents).toEqual([]);
  });
});
