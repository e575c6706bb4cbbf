import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { billBody, order } from '../../support/worker/fixtures/relief.ts';
import type { BillLine, SeededOrder } from '../../support/worker/fixtures/relief.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import {
  openInvoiceStudio,
  outcome,
  post,
  put,
  readInvoiceAs,
  scan,
  submit,
} from '../../support/worker/fixtures/invoices.ts';
import { forgetSent, sent, setSettings, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import type { RelievablePo } from '#domain/relief/relief-response';

const ids = inShow('alpha1');
const grip = { id: ids.department('grip'), name: 'Grip' };
const refused = [403, 'NO_DEPARTMENT_ASSOCIATION_WITH_USER'];

/** Ivan enters invoices for the art department. */
async function ivanSees(scope: 'ALL' | 'CREATED_BY_THIS_USER' | 'IN_THIS_USERS_DEPARTMENT'): Promise<void> {
  await sql.directory`UPDATE memberships SET purchase_order_visibility = ${scope} WHERE show_id = 'alpha1'
    AND user_id = 'ivan'`;
}

let po: SeededOrder;
const gripOrder = (own = {}) =>
  order([100_00, 50_00], { department_id: grip.id, department_name: grip.name, ...own });
const gripBill = (lines: readonly BillLine[], own = {}) => billBody(lines, { department: grip, ...own });
const both = () => [
  { of: po, line: 1, cents: 60_00 },
  { of: po, line: 2, cents: 20_00 },
];

async function invoiceCount(): Promise<number> {
  const [row] = await sql.alpha<{ count: number }>`SELECT count(*) AS count FROM documents
    WHERE type = 'INVOICE'`;
  return row?.count ?? 0;
}

async function entered(own = {}): Promise<{ id: string; body: ReturnType<typeof gripBill> }> {
  const body = gripBill(both(), { attachments: [await scan()], ...own });
  const answer = await post('ivan', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id: answer.body.id, body };
}

beforeAll(openInvoiceStudio);
beforeEach(async () => {
  await ivanSees('ALL');
  po = await gripOrder();
  forgetSent();
});

describe('an invoice on an order of another department', () => {
  test('DEC-13: it keeps the department of the order through create, save and submit', async () => {
    const { id, body } = await entered();
    expect(await readInvoiceAs('ivan', id)).toMatchObject({ department: grip, departmentName: 'Grip' });
    const saved = await put('ivan', id, { ...body, description: 'Track and dolly' });
    expect([saved.status, saved.body.departmentName]).toEqual([200, 'Grip']);
    const submitted = await submit('ivan', id);
    expect([submitted.status, submitted.body.departmentName]).toEqual([200, 'Grip']);
  });

  test('DEC-13, DEC-58, EM-13: only the approver of the order’s department is notified', async () => {
    const { id } = await entered({ number: 'GRIP-1' });
    expect((await submit('ivan', id)).status).toBe(200);
    expect(await waitingFor(id)).toEqual(['grace']);
    await deliverSent();
    expect(sent.mail.map(({ to, subject }) => [to, subject])).toEqual([
      ['grace@backlot.example', 'Invoice #GRIP-1 is waiting for your approval (Alpha Station)'],
    ]);
  });

  test('DEC-13, DEC-16: an approver’s edit keeps it, whatever the lines refer to', async () => {
    const { id, body } = await entered();
    expect((await submit('ivan', id)).status).toBe(200);
    const { attachments } = await readInvoiceAs('ivan', id);
    const lines = gripBill([{ cents: 80_00 }]).lineItems;
    const edited = await put('grace', id, { ...body, attachments, lineItems: lines });
    expect([edited.status, edited.body.departmentName]).toEqual([200, 'Grip']);
  });

  test.each<[string, () => Promise<BillLine[]> | BillLine[], object]>([
    ['a line without a reference', () => [...both(), { cents: 1 }], {}],
    ['no reference at all', () => [{ cents: 80_00 }], {}],
    ['lines of two orders', async () => [...both(), { of: await gripOrder(), line: 1, cents: 1 }], {}],
    ['a third department', both, { department: { id: ids.department('empty'), name: 'Empty' } }],
    [
      'another vendor',
      both,
      { vendor: { id: ids.vendor('anvil'), name: 'Anvil Props' }, vendorAddress: null },
    ],
  ])('DEC-13: with %s it is refused, and nothing is created', async (_what, lines, own) => {
    const before = await invoiceCount();
    expect(outcome(await post('ivan', gripBill(await lines(), own)))).toEqual(refused);
    expect(await invoiceCount()).toBe(before);
  });

  test('DEC-13, DEC-98: the department is checked before the rest of the invoice', async () => {
    const broken = { description: '', number: '' };
    expect(outcome(await post('ivan', gripBill([{ cents: 1 }], broken)))).toEqual(refused);
    const { status, body } = await post('ivan', gripBill(both(), broken));
    expect([status, body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors: ['number', 'description'] }]);
  });

  test('DEC-13: a save whose lines do not all refer to it any more is refused and changes nothing', async () => {
    const { id, body } = await entered();
    const before = await readInvoiceAs('ivan', id);
    const less = gripBill([...both(), { cents: 5_00 }]);
    const changed = { ...body, lineItems: less.lineItems, amount: less.amount };
    expect(outcome(await put('ivan', id, changed))).toEqual(refused);
    expect(await readInvoiceAs('ivan', id)).toEqual(before);
    const own = { id: ids.department('art'), name: 'Art' };
    const moved = await put('ivan', id, { ...changed, department: own });
    expect([moved.status, moved.body.departmentName]).toEqual([200, 'Art']);
  });

  test('DEC-13, RL-08: without relief lines refer to nothing, and it is refused', async () => {
    const { id } = await entered();
    await setSettings('alpha1', { purchaseOrderRelieveResources: false });
    expect(outcome(await post('ivan', gripBill(both())))).toEqual(refused);
    expect(outcome(await submit('ivan', id))).toEqual(refused);
    await setSettings('alpha1', { purchaseOrderRelieveResources: true });
    expect((await submit('ivan', id)).status).toBe(200);
  });

  test('DEC-13, DEC-62: a deactivated department is refused as a field error', async () => {
    await sql.alpha`UPDATE departments SET is_active = 0 WHERE id = ${grip.id}`;
    const { status, body } = await post('ivan', gripBill(both()));
    await sql.alpha`UPDATE departments SET is_active = 1 WHERE id = ${grip.id}`;
    expect([status, body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors: ['department'] }]);
  });
});

describe('an order that the user cannot see', () => {
  const offeredOrder = async (id: string) => {
    const query = 'showId=alpha1&companyId=pc1&currencyId=usd1';
    const { body } = await as('ivan').get<{ poS: RelievablePo[] }>(
      `/api/pos/get-for-relieve/lumen/?${query}`,
    );
    return body.poS.find((one) => one.id === id);
  };

  test.each(['CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT'] as const)(
    'DEC-13, PE-17: with %s its department is neither returned nor accepted',
    async (scope) => {
      const { id, body } = await entered();
      const before = await readInvoiceAs('ivan', id);
      expect((await offeredOrder(po.id))?.department).toEqual(grip);
      await ivanSees(scope);
      expect(await offeredOrder(po.id)).toMatchObject({ poNumber: po.number, department: null });
      expect(outcome(await post('ivan', gripBill(both())))).toEqual(refused);
      expect(outcome(await put('ivan', id, body))).toEqual(refused);
      expect(outcome(await submit('ivan', id))).toEqual(refused);
      expect(await readInvoiceAs('ivan', id)).toEqual(before);
    },
  );

  test('DEC-13: it can still be referenced from one of the user’s departments', async () => {
    await ivanSees('CREATED_BY_THIS_USER');
    expect((await post('ivan', billBody(both()))).status).toBe(201);
  });

  test('DEC-13, PE-17: one that the user created or approved is visible in any scope', async () => {
    await ivanSees('CREATED_BY_THIS_USER');
    po = await gripOrder({ creator_id: 'ivan', owner_id: 'ivan' });
    expect((await post('ivan', gripBill(both()))).status).toBe(201);
    po = await gripOrder();
    await sql.alpha`INSERT INTO document_approvers (show_id, document_id, user_id)
      VALUES ('alpha1', ${po.id}, 'ivan')`;
    expect((await post('ivan', gripBill(both()))).status).toBe(201);
  });
});
