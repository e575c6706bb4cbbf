import { beforeAll, describe, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { invoiceDraftOf } from '#domain/invoices/invoice-draft';
import { billFor, openAllTypes, orderWithQuote, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { adjust, oneMoreLine } from '../../support/worker/fixtures/change-orders.ts';
import { action, as, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { act as actOn, readPayment, submitAs } from '../../support/worker/fixtures/payments.ts';
import { onePage, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { submitBill } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openAllTypes);

interface Conflict {
  code?: string;
  contentVersion?: number;
  changes?: { userName: string; summary: string; contentVersion: number }[];
}

/** The answer to a conflict, with the current content version and the changes since. */
const conflict = (contentVersion: number) => [
  409,
  { code: 'WORKFLOW_CONFLICT', contentVersion, changes: expect.any(Array) },
];
const result = ({ status, body }: { status: number; body: object }) => [status, body];
const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() });

let quotes = 0;
async function quoteOf(name: PersonName, kind: 'po' | 'invoice' | 'payment') {
  quotes += 1;
  return uploaded(name, kind, `quote ${quotes}.pdf`, await onePage(`quote ${quotes}`));
}

/** Replaces a file between display and decision. */
async function replaceFile(name: PersonName, path: 'pos' | 'invoices' | 'payments', id: string) {
  const kind = path === 'pos' ? 'po' : path === 'invoices' ? 'invoice' : 'payment';
  const answer = await as(name).post<Conflict>(`/api/${path}/attachments/${id}`, {
    attachments: [await quoteOf(name, kind)],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.contentVersion ?? 0;
}

async function namedBy(documentId: string) {
  const [row] = await sql.alpha<{
    named: number | null;
    type: string | null;
  }>`SELECT payload ->> '$.namedContentVersion' AS named, json_type(payload, '$.namedContentVersion') AS type
     FROM document_events WHERE document_id = ${documentId} ORDER BY seq DESC LIMIT 1`;
  return row;
}

describe('decisions', () => {
  test('DEC-30: an approval of a purchase order whose files changed since it was displayed is refused with what changed', async () => {
    const po = await submitted('dana');
    const current = await replaceFile('dana', 'pos', po.id);
    expect(current).toBe(po.contentVersion + 1);
    for (const word of ['approval', 'revision', 'void'] as const) {
      const own = { contentVersion: po.contentVersion, reason: 'Not like this' };
      expect(result(await action('abel', word, po, own))).toEqual(conflict(current));
    }
    const { body } = await action('abel', 'approval', po, { contentVersion: po.contentVersion });
    expect((body as Conflict).changes).toMatchObject([
      { userName: 'Dana Stone', summary: expect.any(String), contentVersion: current },
    ]);
    expect((await read('dana', po.id)).status).toBe('SUBMITTED_FOR_APPROVAL');
    expect((await action('abel', 'approval', po, { contentVersion: current })).status).toBe(200);
    expect(await namedBy(po.id)).toEqual({ named: current, type: 'integer' });
  });

  test('DEC-30: a decision without a content version applies to the current one, and its event records that', async () => {
    const po = await submitted('dana');
    await replaceFile('dana', 'pos', po.id);
    expect((await action('abel', 'approval', po)).status).toBe(200);
    expect(await namedBy(po.id)).toEqual({ named: null, type: 'null' });
    expect((await read('dana', po.id)).historyEvents[0]).toMatchObject({
      type: 'APPROVED',
      withoutContentVersion: true,
    });
    const named = await submitted('dana');
    await action('abel', 'revision', named, { reason: 'No', contentVersion: named.contentVersion });
    expect((await read('dana', named.id)).historyEvents[0]).not.toHaveProperty('withoutContentVersion');
  });

  test('DEC-30: a stale decision on an invoice is refused with what changed', async () => {
    const invoice = await billFor(await orderWithQuote('for an invoice'));
    expect((await submitBill(invoice.id)).status).toBe(200);
    const seen = (await as('ivan').get<Invoice>(`/api/invoices/${invoice.id}`)).body;
    const current = await replaceFile('ivan', 'invoices', invoice.id);
    const approver = seen.workflow?.currentStep?.approvers[0]?.userId as PersonName;
    for (const word of ['approval', 'revision', 'deny'])
      expect(
        result(
          await as(approver).post(`/api/workflows/${word}`, {
            docId: invoice.id,
            docType: 'INVOICE',
            workflowStepId: seen.workflow?.currentStep?.id,
            contentVersion: seen.contentVersion,
            reason: 'Not like this',
          }),
        ),
      ).toEqual(conflict(current));
  });

  test('DEC-30: a stale decision on a payment is refused with what changed', async () => {
    const id = await paymentOf('stale-payment');
    expect((await submitAs('ada', id)).status).toBe(200);
    const seen = await readPayment('ada', id);
    const current = await replaceFile('ada', 'payments', id);
    for (const word of ['approval', 'deny'] as const)
      expect(
        result(await actOn('lena', word, id, { contentVersion: seen.contentVersion, reason: 'No' })),
      ).toEqual(conflict(current));
    expect((await actOn('lena', 'approval', id, { contentVersion: current })).status).toBe(200);
  });

  test('DEC-30, DEC-98: a user who may not decide learns nothing of the changes', async () => {
    const po = await submitted('dana');
    await replaceFile('dana', 'pos', po.id);
    const own = { contentVersion: po.contentVersion };
    expect(result(await action('dana', 'approval', po, own))).toEqual([403, { code: 'FORBIDDEN' }]);
    expect(result(await action('wendy', 'approval', po, own))).toEqual([403, { code: 'FORBIDDEN' }]);
    expect((await action('otto', 'approval', po, own)).body.code).not.toBe('WORKFLOW_CONFLICT');
  });

  test('DEC-30, DEC-99: a repeated approval is answered before contents are compared', async () => {
    const po = await submitted('dana');
    const headers = keyed();
    const body = {
      docId: po.id,
      docType: 'PO',
      workflowStepId: po.workflow?.currentStep?.id,
      contentVersion: po.contentVersion,
    };
    const first = await as('abel').post('/api/workflows/approval', body, headers);
    await replaceFile('dana', 'pos', po.id);
    const again = await as('abel').post('/api/workflows/approval', body, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});

describe('saves', () => {
  const changed = (po: PurchaseOrder, description: string) => ({ ...draftOf(po), description });

  test('DEC-82: a save of a purchase order based on another content version is refused, and nothing is stored', async () => {
    const po = await create('dana');
    const theirs = await as('ada').put<PurchaseOrder>(`/api/pos/${po.id}`, changed(po, 'Theirs'));
    expect(theirs.status).toBe(200);
    const mine = { ...changed(po, 'Mine'), contentVersion: po.contentVersion };
    const refused = await as('dana').put<Conflict>(`/api/pos/${po.id}`, mine);
    expect(result(refused)).toEqual(conflict(theirs.body.contentVersion));
    expect((await read('dana', po.id)).description).toBe('Theirs');
    const over = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}`, {
      ...mine,
      contentVersion: theirs.body.contentVersion,
    });
    expect([over.status, over.body.description]).toEqual([200, 'Mine']);
  });

  test('DEC-82: without a content version the last save of a purchase order wins', async () => {
    const po = await create('dana');
    await as('ada').put(`/api/pos/${po.id}`, changed(po, 'Theirs'));
    const saved = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}`, changed(po, 'Mine'));
    expect([saved.status, saved.body.description]).toEqual([200, 'Mine']);
  });

  test('DEC-82, DEC-99: a save repeated with its key is answered before contents are compared', async () => {
    const po = await create('dana');
    const headers = keyed();
    const mine = { ...changed(po, 'Mine'), contentVersion: po.contentVersion };
    const first = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}`, mine, headers);
    const again = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}`, mine, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await as('dana').put(`/api/pos/${po.id}`, mine, keyed())).status).toBe(409);
  });

  test('DEC-82: a save of an invoice based on another content version is refused', async () => {
    const { id } = await billFor(await orderWithQuote('for a save'));
    const seen = (await as('ivan').get<Invoice>(`/api/invoices/${id}`)).body;
    const save = (description: string, contentVersion: number | null) =>
      as('ivan').put<Invoice & Conflict>(`/api/invoices/${id}`, {
        ...invoiceDraftOf(seen),
        description,
        contentVersion,
      });
    const theirs = await save('Theirs', null);
    expect(theirs.status, JSON.stringify(theirs.body)).toBe(200);
    expect(result(await save('Mine', seen.contentVersion))).toEqual(conflict(theirs.body.contentVersion));
    expect((await save('Mine', theirs.body.contentVersion)).body.description).toBe('Mine');
  });

  test('DEC-82, DEC-98: a user who may not save learns nothing of the changes', async () => {
    const po = await create('dana');
    await as('dana').put(`/api/pos/${po.id}`, changed(po, 'Changed'));
    const stale = { ...changed(po, 'Mine'), contentVersion: po.contentVersion };
    expect(result(await as('wendy').put(`/api/pos/${po.id}`, stale))).toEqual([403, { code: 'FORBIDDEN' }]);
    expect(result(await as('ivan').put(`/api/pos/${po.id}`, stale))).toEqual([404, { code: 'NOT_FOUND' }]);
  });

  test('DEC-51, DEC-82: a line update based on another content version is refused', async () => {
    const po = await create('dana');
    const [line] = po.lineItems;
    const current = await replaceFile('dana', 'pos', po.id);
    const update = (contentVersion: number) =>
      as('dana').post(`/api/pos/lineitem/${po.id}`, {
        lineItem: { id: line?.id, episode: '102' },
        contentVersion,
      });
    expect(result(await update(po.contentVersion))).toEqual(conflict(current));
    expect((await update(current)).status).toBe(200);
  });

  test.each(['pos', 'invoices', 'payments'] as const)(
    'DEC-53, DEC-82: attachments of %s based on another content version are refused',
    async (path) => {
      const id =
        path === 'pos'
          ? (await create('dana')).id
          : path === 'invoices'
            ? (await billFor(await orderWithQuote('for attachments'))).id
            : await paymentOf('stale-files');
      const name = path === 'pos' ? 'dana' : path === 'invoices' ? 'ivan' : 'ada';
      const kind = path === 'pos' ? 'po' : path === 'invoices' ? 'invoice' : 'payment';
      const first = await replaceFile(name, path, id);
      const attachments = [await quoteOf(name, kind)];
      const send = (contentVersion: number, headers = keyed()) =>
        as(name).post<Conflict>(`/api/${path}/attachments/${id}`, { attachments, contentVersion }, headers);
      const current = await replaceFile(name, path, id);
      expect(result(await send(first))).toEqual(conflict(current));
      const headers = keyed();
      const saved = await send(current, headers);
      expect([saved.status, saved.body.contentVersion]).toEqual([200, current + 1]);
      // The answer was lost: the same call with the same key is no conflict with itself.
      expect(result(await send(current, headers))).toEqual([200, saved.body]);
    },
  );
});

describe('submit and discard', () => {
  test('DEC-30: a submit based on another content version is refused', async () => {
    const po = await create('dana');
    const current = await replaceFile('dana', 'pos', po.id);
    const submit = (version: number, headers = {}) =>
      as('dana').put<Conflict>(`/api/pos/${po.id}/submit?r=0&contentVersion=${version}`, undefined, headers);
    expect(result(await submit(po.contentVersion))).toEqual(conflict(current));
    const headers = keyed();
    const done = await submit(current, headers);
    expect(done.status).toBe(200);
    expect(result(await submit(current, headers))).toEqual([200, done.body]);
    expect((await as('dana').put(`/api/pos/${po.id}/submit?contentVersion=x`)).status).toBe(400);
  });

  test('DEC-30: errors of a draft are returned only for the displayed content', async () => {
    const po = await create('dana');
    await as('dana').put(`/api/pos/${po.id}`, { ...draftOf(po), description: 'Changed' });
    await sql.alpha`UPDATE documents SET description = '' WHERE id = ${po.id}`;
    const { body } = await as('dana').put<Conflict>(
      `/api/pos/${po.id}/submit?contentVersion=${po.contentVersion}`,
    );
    expect(body.code).toBe('WORKFLOW_CONFLICT');
  });

  test('DEC-30: a submit of an invoice or a payment names the content version, too', async () => {
    const { id } = await billFor(await orderWithQuote('for a submit'));
    const current = await replaceFile('ivan', 'invoices', id);
    const bill = (version: number) => as('ivan').put(`/api/invoices/${id}/submit?contentVersion=${version}`);
    expect(result(await bill(current - 1))).toEqual(conflict(current));
    expect((await bill(current)).status).toBe(200);

    const payment = await paymentOf('stale-submit');
    const now = await replaceFile('ada', 'payments', payment);
    const pay = (contentVersion: number) =>
      as('ada').put(`/api/payments/${payment}/submit?showId=alpha1`, { contentVersion });
    expect(result(await pay(now - 1))).toEqual(conflict(now));
    expect((await pay(now)).status).toBe(200);
  });

  test('DEC-26, DEC-30: a change order whose content changed since it was displayed is not discarded', async () => {
    const po = await orderWithQuote('for a change order');
    await adjust('dana', po.id);
    const seen = await read('dana', po.id);
    const saved = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}`, {
      ...draftOf(seen),
      lineItems: oneMoreLine(seen),
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const discard = (version: number) =>
      as('dana').post(`/api/pos/${po.id}/discard-change-order?contentVersion=${version}`);
    expect(result(await discard(seen.contentVersion))).toEqual(conflict(saved.body.contentVersion));
    expect((await discard(saved.body.contentVersion)).status).toBe(200);
  });
});
