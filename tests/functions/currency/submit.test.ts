import { beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import type { ListTotals } from '#domain/lists/list-response';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { wrongCounts } from '../../support/worker/database/counter-consistency.ts';
import {
  adjust,
  approveThrough,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, as, create, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { setBase, setRate, useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import { openInvoiceStudio, submittedInvoice } from '../../support/worker/fixtures/invoices.ts';
import { historyFaults, rowsOf, sql } from '../../support/worker/fixtures/studio.ts';
import { added, level } from '../../support/worker/fixtures/templates.ts';

const finalStep = ({ workflow }: PurchaseOrder) => workflow?.steps.at(-1)?.name;
const sums = async (body: object = {}) =>
  (await as('ada').post<ListTotals>('/api/pos/filter/sums?persona=CREATOR', { showId: 'alpha1', ...body }))
    .body;

beforeAll(async () => {
  await openInvoiceStudio();
  await useCanadianDollars();
  await added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [
      level(['lena'], { name: 'Line producer', amountLimit: 12_000 }),
      level(['luis'], { name: 'Manager' }),
    ],
  });
});

describe('a show with a base currency', () => {
  let before: PurchaseOrder;

  test('CURR-34: without a base currency nothing is converted', async () => {
    before = await submitted('dana', withTotal(10_000));
    expect(before).not.toHaveProperty('baseTotal');
    expect(before.contentVersion).toBe(1);
    expect(finalStep(before)).toBe('Line producer');
    expect(await sums()).not.toHaveProperty('base');
  });

  test('CURR-14: a missing rate refuses the submit and names who can add it', async () => {
    await setBase('CAD');
    const draft = await create('dana', withTotal(10_000));
    const refused = await submit('dana', draft.id);
    expect([refused.status, refused.body.code]).toEqual([422, 'rate_missing']);
    expect((refused.body as unknown as { message: string }).message).toMatch(
      /^There is no exchange rate from USD to CAD for \d{4}-\d\d-\d\d\. Ask .*Ada Stone.* \(permission Show\) to add it under Management, Settings, Currencies\.$/,
    );
    expect((await read('dana', draft.id)).status).toBe('DRAFT');
    const route = await as('dana').get<ApprovalRoute>(
      `/api/workflows/route?showId=alpha1&docType=PO&docId=${draft.id}`,
    );
    expect(route.body.missing).toContain('EXCHANGE_RATE');
  });

  test('CURR-31: documents in approval keep their limits when the base currency is switched on', async () => {
    const same = await read('dana', before.id);
    expect([finalStep(same), same.contentVersion]).toEqual(['Line producer', 1]);
    expect(same).not.toHaveProperty('baseTotal');
    expect((await action('lena', 'approval', same)).body.status).toBe('APPROVED');
  });

  test('CURR-10, CURR-30: submit stores rate and converted total, and limits compare it', async () => {
    await setRate('1.36');
    const draft = await create('dana', withTotal(10_000));
    const route = await as('dana').get<ApprovalRoute>(
      `/api/workflows/route?showId=alpha1&docType=PO&docId=${draft.id}`,
    );
    expect(route.body.baseTotal).toEqual({ currency: 'CAD', total: 13_600, rate: '1.36' });
    const sent = await submit('dana', draft.id);
    expect(sent.body.baseTotal).toEqual({ currency: 'CAD', total: 13_600, rate: '1.36' });
    expect(route.body.steps.map(({ name }) => name)).toEqual(['Line producer', 'Manager']);
    expect(finalStep(sent.body)).toBe('Manager');
    expect(sent.body.contentVersion).toBe(2);
    await setRate('1.5');
    expect((await read('dana', draft.id)).baseTotal?.total).toBe(13_600);
    const queue = await as('lena').post<PurchaseOrderList>('/api/pos/filter?persona=APPROVER', {
      showId: 'alpha1',
      poStatuses: ['SUBMITTED_FOR_APPROVAL'],
      isWaiting: true,
    });
    expect(queue.body.poS.find(({ id }) => id === draft.id)?.baseTotal?.total).toBe(13_600);
    expect(await historyFaults()).toEqual([]);
  });

  test('CURR-16: verification notices a changed rate', async () => {
    const [row] = await rowsOf<{ id: string }>(
      'alpha1',
      `SELECT id FROM documents WHERE base_total_cents IS NOT NULL LIMIT 1`,
    );
    await sql.alpha`UPDATE documents SET costing = json_set(costing, '$.rate', '1.37') WHERE id = ${row?.id ?? ''}`;
    expect(await historyFaults()).not.toEqual([]);
    await sql.alpha`UPDATE documents SET costing = json_set(costing, '$.rate', '1.36') WHERE id = ${row?.id ?? ''}`;
    expect(await historyFaults()).toEqual([]);
  });

  test('CURR-19: a submit whose total in the base currency is too large changes nothing', async () => {
    await setRate('999999999');
    const draft = await create('dana', withTotal(10_000));
    const refused = await submit('dana', draft.id);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({
        code: 'invalid_parameter',
        message: expect.stringMatching(
          /^The total in CAD is too large: an amount can be at most CAD 9,999,999,999\.99\./,
        ) as string,
      }),
    ]);
    expect(await read('dana', draft.id)).toMatchObject({
      status: 'DRAFT',
      contentVersion: draft.contentVersion,
    });
  });

  test('CURR-11: a change order has its own rate, and voiding it restores the approved one', async () => {
    await setRate('1.36');
    const sent = await submitted('dana', withTotal(10_000));
    const approved = await approveThrough(sent.id);
    await setRate('1.38');
    const requested = await adjust('dana', approved.id);
    await save('dana', requested.body, { lineItems: oneMoreLine(requested.body, { unitCost: 2_000 }) });
    const changed = await submit('dana', approved.id);
    expect(changed.body.baseTotal).toEqual({ currency: 'CAD', total: 16_360, rate: null });
    const voided = await action('ada', 'void', changed.body, { reason: 'No' });
    expect(voided.status, JSON.stringify(voided.body)).toBe(200);
    expect((await read('dana', approved.id)).baseTotal).toEqual({
      currency: 'CAD',
      total: 13_600,
      rate: '1.36',
    });
    expect(await historyFaults()).toEqual([]);
  });

  test('CURR-15: an edit in approval keeps the rate of the submit', async () => {
    await setRate('1.36');
    const sent = await submitted('dana', withTotal(5_000));
    await setRate('1.9');
    const edited = await as('lena').put<PurchaseOrder>(`/api/pos/${sent.id}?persona=APPROVER`, {
      ...draftOf(sent),
      lineItems: oneMoreLine(sent, { unitCost: 5_000 }),
    });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect(edited.body.baseTotal).toEqual({ currency: 'CAD', total: 13_600, rate: '1.36' });
    expect(finalStep(edited.body)).toBe('Manager');
  });

  test('CURR-10: an invoice costs at its own rate', async () => {
    await setRate('1.4');
    const sent = await submittedInvoice('ivan');
    expect(sent.baseTotal).toEqual({
      currency: 'CAD',
      total: Math.round(sent.totalCost * 140) / 100,
      rate: '1.4',
    });
  });

  test('CURR-32: lists have one total, with the split by currency and what has no rate', async () => {
    await create('dana', withTotal(77));
    const { sums: split, base } = await sums();
    const [row] = await rowsOf<{ total: number; open: number }>(
      'alpha1',
      `SELECT sum(base_total_cents) / 100.0 AS total, sum(iif(base_total_cents IS NULL, total_cents, 0)) / 100.0 AS open
        FROM documents WHERE type = 'PO' AND archived_at IS NULL`,
    );
    expect(split.map(({ currency }) => currency)).toEqual(['USD']);
    expect(base).toEqual({
      currency: 'CAD',
      totalCost: row?.total,
      unconverted: [{ currency: 'USD', totalCost: row?.open }],
    });
    expect(await wrongCounts()).toEqual({});
  });

  test('CURR-01: another base currency is refused while documents have totals in this one', async () => {
    const { body } = await as('ada').put<{ message: string }>('/api/currencies/base?showId=alpha1', {
      currency: 'USD',
    });
    expect(body.message).toBe(
      'Documents of this show have totals in CAD. The base currency can only be CAD, or none.',
    );
  });

  test('CURR-34: after it is switched off, a submit stores nothing', async () => {
    await setBase(null);
    const sent = await submitted('dana', withTotal(10_000));
    expect(sent).not.toHaveProperty('baseTotal');
    expect(finalStep(sent)).toBe('Line producer');
  });
});
