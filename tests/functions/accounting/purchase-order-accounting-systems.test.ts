import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountingSystem } from '#domain/document';
import { accountingOf, anInvoice, ledgerOf, plan } from '../../support/worker/accounting/sandbox.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { action, aLine, as, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(async () => {
  await sql.ledger`DELETE FROM switches`;
});

/** Sets the accounting system of show bravo2. */
const useSystem = (system: AccountingSystem) =>
  sql.directory`UPDATE shows SET accounting_system = ${system}, license = ${licenses[system]}
    WHERE id = 'bravo2'`;
const vendor = { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' };

describe.each([
  ['SA', ['purchaseOrder', 'lines', 'amount'], 12.5],
  ['V5', ['po_hdr', 'po_dtl', 'line_amt'], '12.50'],
  ['GV', ['DocumentHeader', 'Distributions', 'AmountMinor'], 1250],
] as const)('a show that is kept in %s', (system, [header, linesName, amountName], amount) => {
  beforeAll(() => useSystem(system));
  const awaiting = () => submitted('nora', withTotal(12.5), 'bravo2');
  const push = (id: string) => as('nora').post<PurchaseOrder>(`/api/pos/push/${id}`);

  test('AC-01, PO-63, DEC-61, DEC-32: approval, push and pull use the system’s own format', async () => {
    const { body: found } = await as('nora').get<{ shows: object[] }>('/api/users/shows/');
    expect(found.shows).toMatchObject([{ id: 'bravo2', accountingSystem: system }]);
    const po = await awaiting();
    expect((await action('bea', 'approval', po)).status).toBe(200);
    const approved = await read('nora', po.id);
    expect(approved).toMatchObject({ status: 'APPROVED', foundInAccountingSystem: true });
    expect((await push(po.id)).status).toBe(200);

    const posted = await ledgerOf(system, po.id);
    expect(posted.map((entry) => [entry.kind, entry.totalCents])).toEqual([
      ['PO_PUSH', 1250],
      ['PO_PUSH', 1250],
    ]);
    const sent = posted[0]?.body as Record<string, Record<string, unknown>>;
    const lines = (system === 'SA' ? sent[header]?.[linesName] : sent[linesName]) as Record<
      string,
      unknown
    >[];
    expect(lines.map((line) => line[amountName])).toEqual([amount]);

    const docId = crypto.randomUUID();
    const invoice = anInvoice(docId, approved.lineItems[0]?.id ?? null);
    const taken = invoice.lines.map((line) => ({ ...line, totalCents: 450 }));
    await accountingOf(system).pushInvoice({ ...invoice, totalCents: 450, lines: taken });
    const pulled = await as('nora').put<PurchaseOrder>(`/api/pos/${po.id}/pull`);
    expect(pulled.body.lineItems.map((line) => line.remainingBalance)).toEqual([8]);
  });

  test('LI-01: the episode of a line is sent as a code, as in the review and the PDF', async () => {
    const lineItems = [aLine({ episode: '101' })];
    const po = await submitted('nora', { lineItems }, 'bravo2');
    expect((await action('bea', 'approval', po)).status).toBe(200);
    const [posted] = await ledgerOf(system, po.id);
    expect(JSON.stringify(posted?.body)).toContain('"101"');
  });

  test('DEC-03, AP-26, AC-02, AC-04: it stays approved when the system fails, and is sent when the system recovers', async () => {
    const po = await awaiting();
    await plan(system, { operation: 'po.push', mode: 'FAIL', status: 422, message: `${system} is closed.` });
    const { status, body } = await action('bea', 'approval', po);
    expect([status, body]).toEqual([
      424,
      { code: 'accounting_interface_error', message: `${system} is closed.`, approved: true, nextId: null },
    ]);
    expect((await read('nora', po.id)).status).toBe('APPROVED');
    await plan(system, { operation: 'po.push', mode: 'GARBAGE' });
    expect(await push(po.id)).toMatchObject({
      status: 424,
      body: {
        code: 'accounting_interface_error',
        message: 'The accounting system sent a response that Backlot cannot read.',
      },
    });
    const again = await push(po.id);
    expect([again.status, again.body.foundInAccountingSystem]).toEqual([200, true]);
    expect(again.body.sendHistoryResource.map((entry) => entry.isSuccessful)).toEqual([true, false, false]);
  });

  test('DEC-61, DEC-03: a system that is busy for a moment is retried without an error', async () => {
    const po = await awaiting();
    await plan(system, { operation: 'po.push', mode: 'FAIL', status: 503, times: 2, message: 'Busy.' });
    expect((await action('bea', 'approval', po)).status).toBe(200);
    expect(await ledgerOf(system, po.id)).toHaveLength(1);
  });
});

test('DEC-33, DEC-32: with a temporary vendor the approval pushes nothing and does not fail', async () => {
  await useSystem('V5');
  await setSettings('bravo2', { replacePoTempVendors: false });
  const po = await submitted('nora', { ...withTotal(5), vendor, vendorAddress: null }, 'bravo2');
  await plan('V5', { operation: '*', mode: 'FAIL', status: 422, message: 'Asked.' });
  expect((await action('bea', 'approval', po)).status).toBe(200);
  expect(await sql.bravo`SELECT id FROM outbox WHERE document_id = ${po.id} AND kind = 'push-po'`).toEqual(
    [],
  );
  expect((await read('nora', po.id)).sendHistoryResource).toEqual([]);
});
