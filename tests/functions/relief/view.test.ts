import { beforeAll, describe, expect, test } from 'vitest';
import { action, aLine, approveAs, as, read, submitted } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  must,
  openInvoices,
  order,
  pullBill,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import type { BillLine } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoices);

const invoiced = async (name: PersonName, id: string) => {
  const { invoicedAmount, invoicedBy } = await read(name, id);
  return [invoicedAmount, invoicedBy.map(({ number }) => number)];
};

describe('invoiced amounts of an order', () => {
  test('DEC-39, PE-17: it has its invoice lines with the relieved lines, for users who see the invoice', async () => {
    const po = await order([100_00, 50_00]);
    const lines = [{ of: po, line: 2, cents: 20_00 }, { cents: 1 }, { of: po, line: 1, cents: 30_50 }];
    const id = await submittedBill(lines, { number: 'AGAINST' });
    const line = {
      invoiceId: id,
      number: 'AGAINST',
      status: 'SUBMITTED_FOR_APPROVAL',
      submissionStatus: 'Submitted for approval',
    };
    await sql.directory`UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'wendy'`;
    const { invoicedBy, invoicedAmount } = await read('wendy', po.id);
    expect(invoicedAmount).toBe(50.5);
    expect(invoicedBy).toEqual([
      { ...line, lineNumber: 1, amount: 20, poLineItemId: po.lines[1]?.id },
      { ...line, lineNumber: 3, amount: 30.5, poLineItemId: po.lines[0]?.id },
    ]);
    // Dana sees her order, but not Ivan's invoice.
    expect(await invoiced('dana', po.id)).toEqual([50.5, []]);
    await must(pullBill(id));
    expect(await invoiced('wendy', po.id)).toEqual([0, []]);
    await must(submitBill(id));
    await must(actOnBill(id, 'approval'));
    expect((await read('wendy', po.id)).invoicedBy[0]).toMatchObject({
      status: 'APPROVED',
      submissionStatus: 'Approved',
    });
  });

  test('DEC-12: without the invoices permission only the sum is returned', async () => {
    const po = await order([100_00]);
    await submittedBill([{ of: po, line: 1, cents: 20_00 }], { number: 'HIDDEN' });
    expect(await invoiced('wendy', po.id)).toEqual([20, ['HIDDEN']]);
    await setSettings('alpha1', { invoiceModuleVisible: false });
    expect(await invoiced('wendy', po.id)).toEqual([20, []]);
    await setSettings('alpha1', { invoiceModuleVisible: true });
  });
});

describe('relief and change orders', () => {
  async function approved(amount: number) {
    const raised = await submitted('dana', { lineItems: [aLine({ quantity: 1, unitCost: amount })] });
    await approveAs(raised, 'abel', 'lena', 'luis');
    const po = await read('dana', raised.id);
    const lines = [{ id: po.lineItems[0]?.id ?? '', lineNumber: 1, cents: amount * 100 }];
    return { id: po.id, of: { number: po.poNumber, lines } };
  }
  const request = async (id: string, unitCost: number) => {
    await must(as('dana').post('/api/workflows/adjust', { poId: id, reason: 'More' }));
    const open = await read('dana', id);
    const lineItems = [...open.lineItems, aLine({ quantity: 1, unitCost })];
    await must(as('dana').put(`/api/pos/${id}`, { ...open, lineItems }));
  };
  const send = async (id: string) => {
    await must(as('dana').put(`/api/pos/${id}/submit?r=0`));
    await approveAs(await read('dana', id), 'abel', 'lena', 'luis');
  };
  const seen = async (id: string) => {
    const { lineItems, isRelieved, status } = await read('dana', id);
    return [status, lineItems.map((line) => line.remainingBalance), isRelieved];
  };
  const billed = ({ of }: { of: BillLine['of'] }, cents: number): BillLine[] =>
    of ? [{ of, line: 1, cents }] : [];

  test('DEC-39, DEC-26: a line added by a change order reopens a relieved order, and its void closes it', async () => {
    const po = await approved(100);
    const id = await submittedBill(billed(po, 60_00));
    await request(po.id, 50);
    expect(await seen(po.id)).toEqual(['DRAFT', [40, 50], false]);
    // The saved invoice still references the order and bills the remaining balance of the approved line.
    const stored = (await as('lena').get(`/api/invoices/${id}`)).body;
    const [line] = stored['lineItems'] as Record<string, unknown>[];
    const more = { ...stored, amount: 100, lineItems: [{ ...line, amount: 100 }] };
    await must(as('lena').put(`/api/invoices/${id}`, more));
    expect(await seen(po.id)).toEqual(['DRAFT', [0, 50], true]);
    await send(po.id);
    expect(await seen(po.id)).toEqual(['APPROVED', [0, 50], false]);
    await request(po.id, 10);
    await must(action('ada', 'void', { id: po.id, showId: 'alpha1' }, { reason: 'Off' }));
    expect(await seen(po.id)).toEqual(['APPROVED', [0, 50], false]);
  });

  test('DEC-39, DEC-26: a credit added by a change order can use up the balance', async () => {
    const po = await approved(100);
    await submittedBill(billed(po, 80_00));
    await request(po.id, -20);
    expect(await seen(po.id)).toEqual(['DRAFT', [20, -20], false]);
    await send(po.id);
    expect(await seen(po.id)).toEqual(['APPROVED', [20, -20], true]);
  });

  test('DEC-38, DEC-26: lines that are not approved yet cannot be relieved', async () => {
    const po = await approved(100);
    const id = await submittedBill(billed(po, 10_00));
    await request(po.id, 50);
    const stored = (await as('lena').get(`/api/invoices/${id}`)).body;
    const [line] = stored['lineItems'] as Record<string, unknown>[];
    const second = { referencePoLineNumber: 2, relievePoLineItemId: null, relievePoLineItemUuid: null };
    const answer = await as('lena').put(`/api/invoices/${id}`, {
      ...stored,
      lineItems: [{ ...line, ...second }],
    });
    expect([answer.status, answer.body['errors']]).toEqual([400, ['reference_po']]);
  });
});
