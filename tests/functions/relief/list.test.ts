import { beforeAll, describe, expect, test } from 'vitest';
import { whyNotRelievable } from '#domain/relief/relief-reference';
import type { NotRelievableReason } from '#domain/relief/relief-reference';
import {
  action,
  aLine,
  approveAs,
  as,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  must,
  openInvoices,
  order,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { RelievablePo } from '#domain/relief/relief-response';

beforeAll(openInvoices);

const ids = inShow('alpha1');

async function offers(name: PersonName, own: Record<string, string> = {}, vendor = 'lumen') {
  const query = new URLSearchParams({ showId: 'alpha1', companyId: 'pc1', currencyId: 'usd1', ...own });
  return as(name).get<{ poS: RelievablePo[]; code?: string }>(
    `/api/pos/get-for-relieve/${vendor}/?${query.toString()}`,
  );
}
const parties = { vendorExternalId: 'lumen', projectCompanyExternalId: 'pc1', currencyExternalId: 'usd1' };
const numbers = async (...given: Parameters<typeof offers>) =>
  (await offers(...given)).body.poS.map(({ poNumber }) => poNumber);

describe('purchase orders that an invoice may relieve', () => {
  test('API-14, RL-07, DEC-38: each order has its lines, their balance and coding, and whether they are closed', async () => {
    const lineItems = [
      aLine({ quantity: 2, unitCost: 50, taxCode: 'T1' }),
      aLine({ description: 'Lamps', quantity: 1, unitCost: 60.5 }),
    ];
    const raised = await submitted('dana', { lineItems });
    await approveAs(raised, 'abel', 'lena', 'luis');
    const po = await read('dana', raised.id);
    const [first, second] = po.lineItems;
    if (!first || !second) throw new Error('two lines');
    await submittedBill([
      {
        of: { number: po.poNumber, lines: [{ id: first.id, lineNumber: 1, cents: 10_000 }] },
        line: 1,
        cents: 2_550,
      },
    ]);
    await must(as('ada').put(`/api/pos/${po.id}/lines/${second.id}/closed`, { isClosed: true }));
    const { status, body } = await offers('ivan');
    expect(status).toBe(200);
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
    expect(body.poS.filter(({ id }) => id === po.id)).toEqual([
      {
        id: po.id,
        poNumber: po.poNumber,
        prefix: 'ART',
        vendor: { id: ids.vendor('lumen'), externalId: 'lumen', number: 'N-lumen', name: 'Lumen Rentals' },
        // Ivan only sees orders that Ivan created.
        department: null,
        projectCompanyExternalId: 'pc1',
        currency: 'USD',
        lineItems: [
          {
            id: first.id,
            uuid: expect.stringMatching(uuid),
            lineNumber: 1,
            description: 'Sofas',
            totalCost: 100,
            remainingBalance: 74.5,
            isClosed: false,
            coding: { ACCOUNT: '6100' },
            taxCode: 'T1',
            glTransactionDetailExternalId: expect.any(String),
          },
          {
            id: second.id,
            uuid: expect.stringMatching(uuid),
            lineNumber: 2,
            description: 'Lamps',
            totalCost: 60.5,
            remainingBalance: 60.5,
            isClosed: true,
            coding: { ACCOUNT: '6100' },
            taxCode: null,
            glTransactionDetailExternalId: expect.any(String),
          },
        ],
      },
    ]);
  });

  test("API-14, RL-07, DEC-38: orders are found by the vendor's own id as well", async () => {
    const { number } = await order([100]);
    expect(await numbers('ivan', {}, ids.vendor('lumen'))).toContain(number);
  });

  /** The result of the browser's rule for an order; these rows only have the vendor's external id in their column. */
  const ruleResult = async (id: string, externalId: unknown = 'lumen') => {
    const po = await read('dana', id);
    return whyNotRelievable({ ...po, vendor: { externalId: String(externalId) } }, parties);
  };

  test.each<[string, NotRelievableReason, Record<string, string | number | null>]>([
    [
      'in approval',
      'NOT_APPROVED',
      { status: 'SUBMITTED_FOR_APPROVAL', submission_status: 'Submitted for approval' },
    ],
    ['void', 'VOID', { status: 'VOID', submission_status: 'Void' }],
    ['archived', 'VOID', { archived_at: '2026-11-04T00:00:00.000Z' }],
    ['not found in accounting', 'NOT_IN_ACCOUNTING', { found_in_accounting: 0 }],
    ['relieved', 'NOTHING_LEFT', { is_relieved: 1 }],
    ['of another vendor', 'OTHER_VENDOR', { vendor_external_id: 'anvil', vendor_id: ids.vendor('anvil') }],
  ])('API-14, DEC-38: an order that is %s is not offered: %s', async (_name, why, own) => {
    const { id, number } = await order([100], own);
    expect(await numbers('ivan')).not.toContain(number);
    expect(await ruleResult(id, own['vendor_external_id'] ?? 'lumen')).toBe(why);
  });

  test('API-14, DEC-38: an offered order passes the rule', async () => {
    const { id, number } = await order([100]);
    expect(await numbers('ivan')).toContain(number);
    expect(await ruleResult(id)).toBeNull();
  });

  test('API-14, DEC-38: orders of another company or currency are not offered', async () => {
    const { number } = await order([100]);
    expect(await numbers('ivan')).toContain(number);
    expect(await numbers('ivan', { companyId: 'pc2' })).toEqual([]);
    expect(await numbers('ivan', { currencyId: 'eur1' })).toEqual([]);
    expect(await numbers('ivan', {}, 'nobody')).toEqual([]);
  });

  test('RL-08, DEC-38: a show without relief offers no orders', async () => {
    const { number } = await order([100]);
    await setSettings('alpha1', { purchaseOrderRelieveResources: false });
    expect(await offers('ivan')).toMatchObject({ status: 200, body: { poS: [] } });
    await setSettings('alpha1', { purchaseOrderRelieveResources: true });
    expect(await numbers('ivan')).toContain(number);
  });

  test('DEC-17, DEC-38: an order whose number is hidden from the user is not offered', async () => {
    const { number } = await order([100], { milestones: '["SAVED_AS_DRAFT"]' });
    expect(await numbers('ivan')).toContain(number);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    expect(await numbers('ivan')).not.toContain(number);
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
  });

  test('DEC-12, PE-17: without the invoices permission only visible orders are offered', async () => {
    const danas = await order([100]);
    const wendys = await order([100], { creator_id: 'wendy', owner_id: 'wendy' });
    expect(await numbers('dana')).toEqual(expect.arrayContaining([danas.number, wendys.number]));
    await setSettings('alpha1', { invoiceModuleVisible: false });
    const own = await numbers('dana');
    expect(own).toContain(danas.number);
    expect(own).not.toContain(wendys.number);
    await setSettings('alpha1', { invoiceModuleVisible: true });
  });

  test('DEC-01, DEC-98: the list needs a membership, a company and a currency', async () => {
    expect((await offers('nora')).status).toBe(403);
    const answer = await as('ivan').get('/api/pos/get-for-relieve/lumen?showId=alpha1&companyId=pc1');
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});

describe('orders of a saved invoice', () => {
  test('API-14, DEC-38: an order relieved by the invoice stays offered to it, and to no other', async () => {
    const po = await order([100_00]);
    const invoiceId = await submittedBill([{ of: po, line: 1, cents: 100_00 }]);
    expect(await numbers('ivan')).not.toContain(po.number);
    const kept = (await offers('ivan', { invoiceId })).body.poS.find(({ id }) => id === po.id);
    expect(kept?.lineItems).toMatchObject([{ totalCost: 100, remainingBalance: 0 }]);
    const other = await bill([{ cents: 5 }]);
    expect(await numbers('ivan', { invoiceId: other })).not.toContain(po.number);
  });

  test('DEC-39, DEC-82, RL-07: two invoices racing for one line both get its balance afterwards', async () => {
    for (const [cents, remainingBalance] of [
      [60_00, -20],
      [50_00, 0],
      [30_00, 40],
    ] as const) {
      const po = await order([100_00]);
      const bills = await Promise.all([1, 2].map(() => bill([{ of: po, line: 1, cents }])));
      const sent = await Promise.all(bills.map((id) => submitBill(id)));
      expect(sent.map(({ status }) => status)).toEqual([200, 200]);
      for (const invoiceId of bills) {
        const seen = (await offers('ivan', { invoiceId })).body.poS.find(({ id }) => id === po.id);
        expect(seen?.lineItems).toMatchObject([{ totalCost: 100, remainingBalance }]);
        const stored = await as('ivan').get<Invoice>(`/api/invoices/${invoiceId}`);
        expect(stored.body.lineItems).toMatchObject([
          { amount: cents / 100, amountOnLoad: cents / 100, relievePoLineItemId: po.lines[0]?.id },
        ]);
      }
      const { invoicedAmount, isRelieved } = await read('dana', po.id);
      expect([invoicedAmount, isRelieved]).toEqual([(2 * cents) / 100, remainingBalance <= 0]);
    }
  });

  test('API-14, DEC-38: under an open change order the last approved lines stay offered', async () => {
    const raised = await submitted('dana');
    await approveAs(raised, 'abel', 'lena', 'luis');
    const po = await read('dana', raised.id);
    const [line] = po.lineItems;
    const of = { number: po.poNumber, lines: [{ id: line?.id ?? '', lineNumber: 1, cents: 30_000 }] };
    const invoiceId = await submittedBill([{ of, line: 1, cents: 1_000 }]);
    await must(as('dana').post('/api/workflows/adjust', { poId: po.id, reason: 'More' }));
    const open = await read('dana', po.id);
    await must(as('dana').put(`/api/pos/${po.id}`, { ...open, lineItems: [...open.lineItems, aLine()] }));
    expect((await read('dana', po.id)).lineItems).toHaveLength(2);
    expect(await numbers('ivan')).not.toContain(po.poNumber);
    const kept = (await offers('ivan', { invoiceId })).body.poS.find(({ id }) => id === po.id);
    expect(kept?.lineItems).toMatchObject([{ lineNumber: 1, totalCost: 300, remainingBalance: 290 }]);
  });

  test('DEC-38, DEC-25: a void order, and one missing in accounting, are not offered', async () => {
    const [ended, lost] = [await order([100_00]), await order([100_00])];
    const invoiceId = await bill([
      { of: ended, line: 1, cents: 1 },
      { of: lost, line: 1, cents: 1 },
    ]);
    expect(await numbers('ivan', { invoiceId })).toEqual(expect.arrayContaining([ended.number, lost.number]));
    await must(action('ada', 'void', { id: ended.id, showId: 'alpha1' }));
    await sql.alpha`UPDATE documents SET found_in_accounting = 0 WHERE id = ${lost.id}`;
    const left = await numbers('ivan', { invoiceId });
    expect(left).not.toContain(ended.number);
    expect(left).not.toContain(lost.number);
  });

  test('DEC-13, DEC-38: an invoice that the user may not see changes nothing', async () => {
    const po = await order([100_00]);
    const invoiceId = await submittedBill([{ of: po, line: 1, cents: 100_00 }]);
    await must(actOnBill(invoiceId, 'approval'));
    expect(await numbers('ivan', { invoiceId })).toContain(po.number);
    expect(await numbers('hugo', { invoiceId })).not.toContain(po.number);
    const draft = await create('dana');
    expect(await numbers('ivan', { invoiceId: draft.id })).not.toContain(po.number);
  });
});
