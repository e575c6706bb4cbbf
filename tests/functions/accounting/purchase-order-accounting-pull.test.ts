import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountingInvoice } from '#edges/accounting/port';
import { accountingOf, anInvoice, ledger, plan } from '../../support/worker/accounting/sandbox.ts';
import { aLine, approveAs, as, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(async () => {
  await sql.ledger`DELETE FROM switches`;
});

type Pulled = PurchaseOrder & { code: string; message?: string };

const pull = (name: PersonName, id: string) => as(name).put<Pulled>(`/api/pos/${id}/pull`);
const refusal = ({ status, body }: Answer<Pulled>) => [status, body.code];
/** Two lines of 100.00 and 60.00, approved and in accounting. */
const inAccounting = async () => {
  const lineItems = [
    aLine({ quantity: 1, unitCost: 100 }),
    aLine({ quantity: 1, unitCost: 60, description: 'Lamps' }),
  ];
  const po = await submitted('dana', { lineItems });
  await approveAs(po, 'abel', 'lena', 'luis');
  return read('dana', po.id);
};
const balances = (po: PurchaseOrder) => po.lineItems.map((line) => line.remainingBalance);

/** Posts an invoice of `cents` against one line of the order in accounting itself. */
async function relieve(po: PurchaseOrder, line: number, cents: number): Promise<void> {
  const docId = crypto.randomUUID();
  const invoice = anInvoice(docId, po.lineItems[line]?.id ?? null);
  const lines = invoice.lines.map((one): AccountingInvoice['lines'][number] => ({
    ...one,
    totalCents: cents,
  }));
  await accountingOf('SA').pushInvoice({ ...invoice, totalCents: cents, lines });
}

describe('pulling an order from accounting', () => {
  test('API-13, AC-03, PO-58, LI-05, DEC-39, DEC-25/18: the balances become those of accounting, and full relief is shown', async () => {
    const po = await inAccounting();
    expect([po.foundInAccountingSystem, po.isRelieved, balances(po)]).toEqual([true, false, [100, 60]]);

    await relieve(po, 0, 2_050);
    const first = await pull('dana', po.id);
    expect(first.status).toBe(200);
    expect([first.body.foundInAccountingSystem, first.body.isRelieved, balances(first.body)]).toEqual([
      true,
      false,
      [79.5, 60],
    ]);
    // The balances are unchanged until the next pull.
    expect(balances(await read('dana', po.id))).toEqual([79.5, 60]);

    await relieve(po, 0, 7_950);
    await relieve(po, 1, 6_000);
    const second = (await pull('dana', po.id)).body;
    expect([second.status, second.submissionStatus, second.isRelieved, balances(second)]).toEqual([
      'APPROVED',
      'Approved',
      true,
      [0, 0],
    ]);
  });

  test('AC-03, DEC-39: relief above the total is a negative balance and counts as relieved', async () => {
    const po = await inAccounting();
    await relieve(po, 0, 17_000);
    const { body } = await pull('dana', po.id);
    expect([balances(body), body.isRelieved]).toEqual([[-70, 60], true]);
  });

  test('API-13, DEC-25/18: an order that accounting no longer has is returned as not found, with its computed balance', async () => {
    const po = await inAccounting();
    await relieve(po, 0, 10_000);
    await pull('dana', po.id);
    for (const table of ['purchase_order_lines', 'purchase_orders'])
      await ledger.prepare(`DELETE FROM ${table} WHERE doc_id = ?`).bind(po.id).run();
    const { status, body } = await pull('dana', po.id);
    expect([status, body.foundInAccountingSystem, body.isRelieved, balances(body)]).toEqual([
      200,
      false,
      false,
      [100, 60],
    ]);
    // It cannot be pulled again, because it is not in accounting, but it can be pushed.
    expect(refusal(await pull('dana', po.id))).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await as('dana').post(`/api/pos/push/${po.id}`)).status).toBe(200);
    expect((await pull('dana', po.id)).body.foundInAccountingSystem).toBe(true);
  });

  test('DEC-25/18: an order that accounting has voided is not found in accounting', async () => {
    const po = await inAccounting();
    await sql.ledger`UPDATE purchase_orders SET is_void = 1 WHERE doc_id = ${po.id}`;
    const { status, body } = await pull('dana', po.id);
    expect([status, body.status, body.foundInAccountingSystem]).toEqual([200, 'APPROVED', false]);
  });

  test.each([
    [
      'a refusal',
      { mode: 'FAIL', status: 422, message: 'Books are being closed.' },
      'Books are being closed.',
    ],
    ['an outage', { mode: 'FAIL', status: 503, message: 'Down.', times: 3 }, 'Down.'],
    ['nonsense', { mode: 'GARBAGE' }, 'The accounting system sent a response that Backlot cannot read.'],
  ])('API-13, AC-04, AC-03: %s is 424 with a message, and nothing changes', async (_name, what, message) => {
    const po = await inAccounting();
    await relieve(po, 0, 5_000);
    await plan('SA', { operation: 'po.pull', ...what });
    const { status, body } = await pull('dana', po.id);
    expect([status, body]).toEqual([424, { code: 'accounting_interface_error', message }]);
    expect(await read('dana', po.id)).toEqual(po);
  });

  test('DEC-90: a pull adds an audit event and no history entry for users', async () => {
    const po = await inAccounting();
    const { body } = await pull('ada', po.id);
    expect([body.version, body.historyEvents]).toEqual([po.version + 1, po.historyEvents]);
    const [last] = await sql.alpha<{ action: string; actor_id: string }>`SELECT action, actor_id
      FROM document_events WHERE document_id = ${po.id} ORDER BY seq DESC LIMIT 1`;
    expect(last).toEqual({ action: 'pull-from-accounting', actor_id: 'ada' });
  });

  test('DEC-25/18, DEC-82: a pull that loses to a void is refused, and the order stays void', async () => {
    const po = await inAccounting();
    await plan('SA', { operation: 'po.pull', mode: 'DELAY', delayMs: 2500 });
    const pulling = pull('dana', po.id);
    // The pull has read the order and waits for accounting.
    await expect
      .poll(async () => (await ledger.prepare('SELECT times_left FROM switches').first())?.['times_left'])
      .toBe(0);
    const voided = await as('ada').post<{ status: string }>('/api/workflows/void', {
      docId: po.id,
      docType: 'PO',
      showId: 'alpha1',
      reason: 'Off',
    });
    expect([voided.status, voided.body.status]).toEqual([200, 'VOID']);
    expect(refusal(await pulling)).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await read('dana', po.id)).status).toBe('VOID');
  });
});

describe('the entries of a pull', () => {
  test('DEC-90, DEC-39: each balance that accounting corrects is listed with its old and new value and the user who pulled', async () => {
    const po = await inAccounting();
    await relieve(po, 0, 2_050);
    const { body } = await pull('ada', po.id);
    const [line] = po.lineItems;
    expect(body.changes.map(({ id: _id, timeStamp: _at, ...entry }) => entry)).toEqual([
      {
        userName: 'Ada Stone',
        action: 'pull-from-accounting',
        summary: 'updated the amounts from accounting',
        contentVersion: po.contentVersion,
        fields: [
          {
            field: `lines.${line?.id ?? ''}.remainingBalance`,
            label: 'Line 1, Balance',
            before: '$100.00',
            after: '$79.50',
            unit: 'text',
          },
        ],
      },
    ]);
    expect(body.contentVersion).toBe(po.contentVersion);
    // Nothing visible to users has changed since.
    expect((await pull('ada', po.id)).body.changes).toEqual(body.changes);
  });

  test('DEC-90, DEC-25/18: an order that accounting no longer has is listed with the balances that apply again', async () => {
    const po = await inAccounting();
    await relieve(po, 1, 1_000);
    await pull('dana', po.id);
    await sql.ledger`UPDATE purchase_orders SET is_void = 1 WHERE doc_id = ${po.id}`;
    const [entry] = (await pull('dana', po.id)).body.changes;
    expect(entry?.fields.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['In accounting', 'Yes', 'No'],
      ['Line 2, Balance', '$50.00', '$60.00'],
    ]);
  });
});

describe('permission to pull', () => {
  test('DEC-25/18: a draft, an order in approval and one that is not in accounting are refused without a call to accounting', async () => {
    await plan('SA', { operation: 'po.pull', mode: 'FAIL', status: 422, message: 'Asked.' });
    const draft = await create('dana');
    const waiting = await submitted('dana');
    for (const { id } of [draft, waiting]) {
      expect(refusal(await pull('dana', id))).toEqual([409, 'WORKFLOW_CONFLICT']);
    }
    const [open] = (await ledger.prepare('SELECT times_left FROM switches').all()).results;
    expect(open).toEqual({ times_left: 1 });
  });
});
