import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceList } from '#domain/invoices/invoice-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import type { ListTotals } from '#domain/lists/list-response';
import { storeFor } from '#store/d1/open';
import { guardPeriodOpen } from '#store/show/budget/periods';
import { today } from '../../support/worker/budget/cost-reports.ts';
import { movementFaults } from '../../support/worker/budget/movements.ts';
import {
  changePeriods,
  close,
  countedDays,
  forgetPeriods,
  fourWeeks,
  reopen,
} from '../../support/worker/budget/periods.ts';
import { approveBulk, endedRun, preview } from '../../support/worker/bulk-actions.ts';
import {
  adjust,
  approveThrough,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import {
  act,
  approvedInvoice,
  approveInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import { historyFaults, rowsOf, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await setSettings('alpha1', { splitOrderWarning: false });
});
beforeEach(async () => {
  await forgetPeriods();
  await changePeriods('set-up', fourWeeks);
});

const approvedOrder = async (poDate: string, amount = 300) => {
  const po = await submitted('dana', { ...withTotal(amount), poDate });
  return approveThrough(po.id);
};
const finalApproval = async (poDate: string) => {
  const waiting = await submitted('dana', { ...withTotal(300), poDate });
  await approveAs(waiting, 'abel', 'lena');
  const po = await read('luis', waiting.id);
  return { po, last: () => action('luis', 'approval', po) };
};
const payloadOf = async (id: string, verb: string) =>
  JSON.parse(
    (
      await rowsOf<{ payload: string }>(
        'alpha1',
        `SELECT payload FROM document_events WHERE document_id = '${id}' AND action = '${verb}' ORDER BY seq DESC`,
      )
    )[0]?.payload ?? '{}',
  ) as { period?: string; effectiveDay?: string };

describe('the final approval', () => {
  test('PERIOD-06: enters a document into the period of its date, outside its content', async () => {
    const po = await submitted('dana', { ...withTotal(300), poDate: '2026-11-10' });
    expect(po).not.toHaveProperty('accountingPeriod');
    const done = await approveThrough(po.id);
    expect(done).toMatchObject({ accountingPeriod: 'Week 2', poDate: '2026-11-10' });
    expect(done.contentVersion).toBe(po.contentVersion);
    expect(await countedDays(po.id)).toEqual(['2026-11-10 COMMITTED 300']);
    expect(await payloadOf(po.id, 'approve')).toMatchObject({ period: 'Week 2', effectiveDay: '2026-11-10' });
    expect([await historyFaults(), await movementFaults()]).toEqual([[], []]);
  });

  test('PERIOD-06: enters a document of a closed period on the first day of the next open one', async () => {
    await close(1);
    await close(2);
    const invoice = await approvedInvoice({ date: '2026-11-03' });
    expect(invoice).toMatchObject({ accountingPeriod: 'Week 3', date: '2026-11-03' });
    expect(await countedDays(invoice.id)).toEqual(['2026-11-15 INVOICED 100']);
  });

  test('PERIOD-06: a document from before the first period is entered into the first open one', async () => {
    const po = await approvedOrder('2026-09-10');
    expect(po.accountingPeriod).toBe('Week 1');
    expect(await countedDays(po.id)).toEqual(['2026-11-01 COMMITTED 300']);
  });

  test('PERIOD-07: without an open period it is refused, and names who can open one', async () => {
    const { po, last } = await finalApproval('2026-11-10');
    for (const number of [2, 3, 4]) await close(number);
    const refused = await last();
    expect([refused.status, refused.body.code]).toEqual([422, 'no_open_period']);
    expect(refused.body.message).toMatch(
      /^No accounting period of .+ is open for 2026-11-10 or later\. Ask .*Ada Stone.* \(permission Budget\) to open one under Management, Settings, Periods\.$/,
    );
    expect((await read('luis', po.id)).version).toBe(po.version);
    await reopen(4);
    expect((await last()).status).toBe(200);
    expect((await read('luis', po.id)).accountingPeriod).toBe('Week 4');
  });

  test('PERIOD-07: earlier approvals need no open period', async () => {
    for (const number of [1, 2, 3, 4]) await close(number);
    const po = await submitted('dana', { ...withTotal(300), poDate: '2026-11-10' });
    expect((await approveAs(po, 'abel', 'lena')).status).toBe(200);
  });

  test('PERIOD-07: a bulk approval leaves out documents without an open period', async () => {
    const { po } = await finalApproval('2026-11-10');
    const selection = { items: [{ id: po.id, contentVersion: po.contentVersion }] };
    const offered = await preview('luis', selection);
    expect(offered.documents).toHaveLength(1);
    for (const number of [2, 3, 4]) await close(number);
    const now = await preview('luis', selection);
    expect(now.leftOut.map(({ reasons, mayInclude }) => [reasons, mayInclude])).toEqual([
      [['NO_OPEN_PERIOD'], false],
    ]);
    const run = await endedRun('luis', await approveBulk('luis', offered));
    expect(run.failed).toEqual([
      {
        id: po.id,
        code: 'no_open_period',
        message: expect.stringContaining('Management, Settings, Periods'),
      },
    ]);
    expect((await read('luis', po.id)).version).toBe(po.version);
  });

  test('PERIOD-07: an earlier approval of a bulk run is not left out', async () => {
    const po = await submitted('dana', { ...withTotal(300), poDate: '2026-11-10' });
    for (const number of [2, 3, 4]) await close(number);
    const { documents } = await preview('abel', {
      items: [{ id: po.id, contentVersion: po.contentVersion }],
    });
    expect(documents).toHaveLength(1);
  });
});

describe('reversals', () => {
  test('PERIOD-08: the void of a document of a closed period counts in the open one', async () => {
    const invoice = await approvedInvoice({ date: '2026-11-03' });
    await close(1);
    expect((await act('lena', 'void', invoice, { reason: 'Twice' })).status).toBe(200);
    expect(await countedDays(invoice.id)).toEqual(['2026-11-03 INVOICED 100', '2026-11-14 INVOICED -100']);
    expect(await payloadOf(invoice.id, 'void')).toMatchObject({ period: 'Week 2' });
    expect((await readInvoiceAs('ivan', invoice.id)).accountingPeriod).toBe('Week 1');
    expect([await historyFaults(), await movementFaults()]).toEqual([[], []]);
  });

  test('PERIOD-08: the void of an approved document without an open period is refused', async () => {
    const po = await approvedOrder('2026-11-24');
    await close(4);
    const refused = await action('ada', 'void', po, { reason: 'Twice' });
    expect([refused.status, refused.body.code]).toEqual([422, 'no_open_period']);
    expect((await read('ada', po.id)).status).toBe('APPROVED');
  });

  test('PERIOD-08: a draft and a document in approval can always be void', async () => {
    const invoice = await submittedInvoice('ivan', { date: '2026-11-24' });
    await close(4);
    expect((await act('abel', 'void', invoice, { reason: 'Twice' })).status).toBe(200);
  });

  test('PERIOD-08: a change order counts in the open period, the order keeps its own', async () => {
    const po = await approvedOrder('2026-11-03');
    await close(1);
    const { body: open } = await adjust('dana', po.id);
    await save('dana', open, { lineItems: oneMoreLine(open, { coding: { ACCOUNT: '6200' } }) });
    await submit('dana', po.id);
    const done = await approveThrough(po.id);
    expect([done.status, done.accountingPeriod]).toEqual(['APPROVED', 'Week 1']);
    expect(await countedDays(po.id)).toEqual(['2026-11-03 COMMITTED 300', '2026-11-14 COMMITTED 50']);
    expect([await historyFaults(), await movementFaults()]).toEqual([[], []]);
  });

  test('PERIOD-08: nothing is ever entered before an earlier entry of the document', async () => {
    await close(1);
    await close(2);
    const invoice = await approvedInvoice({ date: '2026-11-03' });
    await reopen(1);
    expect((await act('lena', 'void', invoice, { reason: 'Twice' })).status).toBe(200);
    expect(await countedDays(invoice.id)).toEqual(['2026-11-15 INVOICED 100', '2026-11-21 INVOICED -100']);
  });
});

describe('two at once', () => {
  test('PERIOD-11: an approval that is stored after its period was closed enters nothing there', async () => {
    const { po, last } = await finalApproval('2026-11-10');
    // Closes the period inside the batch, after the approval was decided.
    await sql.alpha`CREATE TRIGGER close_meanwhile AFTER INSERT ON document_events WHEN new.action = 'approve' BEGIN
      UPDATE accounting_periods SET status = 'CLOSED' WHERE number = 2; END`;
    const refused = await last();
    await sql.alpha`DROP TRIGGER close_meanwhile`;
    expect([refused.status, refused.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await read('luis', po.id)).version).toBe(po.version);
    await close(2);
    expect((await last()).status).toBe(200);
    expect((await read('luis', po.id)).accountingPeriod).toBe('Week 3');
  });

  test('PERIOD-11: the batch checks the period', async () => {
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    const { id } = await submitted('dana', withTotal(300));
    const check = () => store.write([guardPeriodOpen(store, id, { company: 'pc1', number: 2 })]);
    await check();
    await close(2);
    await expect(check()).rejects.toThrow();
  });
});

describe('a company without periods', () => {
  test('PERIOD-12: everything is as without periods', async () => {
    await forgetPeriods();
    const invoice = await submittedInvoice('ivan', { date: '2031-01-01' });
    await approveInvoice(invoice.id, 'abel', 'lena');
    const done = await readInvoiceAs('ivan', invoice.id);
    expect(done.status).toBe('APPROVED');
    expect(done).not.toHaveProperty('accountingPeriod');
    expect(await payloadOf(done.id, 'approve')).not.toHaveProperty('period');
    expect(await countedDays(done.id)).toEqual([`${today} INVOICED 100`]);
    await changePeriods('set-up', fourWeeks);
    // Approved before there were periods: only the reversal is entered.
    await sql.alpha`UPDATE documents SET business_day = '2026-11-10' WHERE id = ${done.id}`;
    expect((await act('lena', 'void', done, { reason: 'Twice' })).status).toBe(200);
    expect(await countedDays(done.id)).toEqual(
      ['2026-11-14 INVOICED -100', `${today} INVOICED 100`].toSorted(),
    );
    expect(await readInvoiceAs('ivan', done.id)).not.toHaveProperty('accountingPeriod');
    await sql.alpha`UPDATE documents SET business_day = '2031-01-01' WHERE id = ${done.id}`;
  });
});

describe('lists', () => {
  test('PERIOD-10: the period is a column and a filter of the list, and of its totals', async () => {
    const po = await approvedOrder('2026-11-17', 417);
    const filters = { showId: 'alpha1', accountingPeriods: ['Week 3'] };
    const { body } = await as('ada').post<PurchaseOrderList>(
      '/api/pos/filter?persona=CREATOR&columns=PERIOD',
      filters,
    );
    expect(body.poS.find(({ id }) => id === po.id)?.extra).toEqual({ period: 'Week 3' });
    expect(new Set(body.poS.map(({ extra }) => extra?.period))).toEqual(new Set(['Week 3']));
    const sums = await as('ada').post<ListTotals>('/api/pos/filter/sums?persona=CREATOR', filters);
    const total = body.poS.reduce((sum, { totalCost }) => sum + totalCost, 0);
    expect(sums.body.sums).toEqual([expect.objectContaining({ currency: 'USD', totalCost: total })]);
    const bills = await as('ada').post<InvoiceList>('/api/invoices/filter?persona=CREATOR&columns=PERIOD', {
      showId: 'alpha1',
      accountingPeriods: ['Week 9'],
    });
    expect(bills.body.total).toBe(0);
  });
});
