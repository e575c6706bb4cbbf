import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import type { Cost } from '../../support/worker/database/counting-d1.ts';
import { billFor, openAllTypes, orderWithQuote, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { adjust, oneMoreLine } from '../../support/worker/fixtures/change-orders.ts';
import {
  action,
  aDraft,
  approveAs,
  as,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { manyPayments, picks, start } from '../../support/worker/fixtures/bulk.ts';
import {
  act as actOn,
  submitAs,
  submittedPayments,
  bookPayment,
  readPayment,
} from '../../support/worker/fixtures/payments.ts';
import { rowsOf } from '../../support/worker/fixtures/studio.ts';
import { onePage, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { billBody, submitBill } from '../../support/worker/fixtures/relief.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { requestsOverMaxTrips } from '../../support/worker/database/max-round-trips.ts';
import type { Request } from '../../support/worker/database/max-round-trips.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const ids = inShow('alpha1');
const show = 'showId=alpha1';
let order: PurchaseOrder;
let invoice: { id: string };
let payment: string;
let counted: ReturnType<typeof countTrips>;

beforeAll(async () => {
  await openAllTypes();
  order = await orderWithQuote('a quote');
  invoice = await billFor(order);
  expect((await submitBill(invoice.id)).status).toBe(200);
  payment = await paymentOf('settling', invoice.id);
  expect((await submitAs('ada', payment)).status).toBe(200);
  for (const name of ['ada', 'carl', 'lena', 'dana', 'ivan', 'abel'] as const)
    await as(name).get(`/api/users/meta?${show}`);
  counted = countTrips();
});
afterAll(() => counted.stop());

test('a read takes at most two round trips: the session, and all data of the answer', async () => {
  const ada = as('ada');
  const get = (path: string) => () => ada.get(path);
  // The first start-up of a session also selects the show.
  await ada.get('/api/sessions/login-context?restoreShow=alpha1&open=1');
  const reads: Record<string, Request> = {
    'PO as creator': () => as('dana').get(`/api/pos/${order.id}?persona=CREATOR`),
    'PO by department': () => as('carl').get(`/api/pos/${order.id}`),
    'PO as approver': () => as('lena').get(`/api/pos/${order.id}?persona=APPROVER`),
    invoice: get(`/api/invoices/${invoice.id}`),
    payment: get(`/api/payments/${payment}`),
    'my shows': get('/api/shows/?count=20&page=1'),
    start: get('/api/sessions/login-context?restoreShow=alpha1'),
    'start with its show': get('/api/sessions/login-context?open=1'),
    show: get('/api/shows/alpha1'),
    settings: get('/api/shows/alpha1/settings'),
    features: get('/api/shows/alpha1/features'),
    home: get(`/api/home?${show}`),
    search: get(`/api/search?q=Lumen&${show}`),
    'search by number': get(`/api/search?q=00001&${show}`),
    departments: get(`/api/departments?${show}`),
    users: get(`/api/users?${show}`),
    approvers: get(`/api/users?${show}&templateType=INVOICE`),
    user: get(`/api/users/lena?${show}`),
    config: get(`/api/users/config?${show}`),
    'what waits': get(`/api/users/meta?${show}`),
    'own shows': get('/api/users/shows?count=20&page=1'),
    permissions: get(`/api/users/permissions?${show}`),
    vendors: get(`/api/vendors?search=Lum&id=alpha1`),
    vendor: get(`/api/vendors/${ids.vendor('lumen')}?${show}`),
    'vendor details': get(`/api/vendors/${ids.vendor('lumen')}/details?${show}`),
    companies: get(`/api/companies?${show}`),
    accounts: get(`/api/coa/${licenses.SA}?${show}`),
    flows: get(`/api/workflow-template?${show}`),
    flow: get(`/api/invoice-workflow-template/alpha1_bills?${show}`),
    'payment flows': get(`/api/payment-workflow-template/listing?${show}`),
    'people of a department': get(`/api/departments/${ids.department('art')}/users?${show}`),
    relievable: get(
      `/api/pos/get-for-relieve/${ids.vendor('lumen')}?companyId=pc1&currencyId=usd1&invoiceId=${invoice.id}`,
    ),
    'payment filters': get(`/api/payments/search/setup?${show}`),
    'payment names': get(`/api/payments/search/payee-name?search=abc&${show}`),
    bulk: get(`/api/workflows/bulk-approval?${show}`),
  };
  expect(await requestsOverMaxTrips(2, reads)).toEqual([]);
});

test('SH-68, DEC-12: a search takes at most two round trips, also in a show with a disabled module', async () => {
  const set = (open: string) =>
    rowsOf(
      'alpha1',
      `UPDATE show_settings SET settings = json_set(settings, '$.invoiceModuleVisible', json('${open}')) WHERE show_id = 'alpha1'`,
    );
  const search = () => as('ada').get<{ documents: { docType: string }[] }>(`/api/search?q=Lumen&${show}`);
  const typesOf = (body: { documents: { docType: string }[] }) =>
    body.documents.map(({ docType }) => docType);
  expect(typesOf((await search()).body)).toContain('INVOICE');
  await set('false');
  try {
    const { answer, cost } = await measureCost(search);
    expect(typesOf(answer.body)).toContain('PO');
    expect(typesOf(answer.body)).not.toContain('INVOICE');
    expect(cost.trips).toBeLessThanOrEqual(2);
  } finally {
    await set('true');
  }
});

test('LS-45, LS-46: a list and its sum take at most two round trips, for every user and filter', async () => {
  const lists: Record<string, Request> = {};
  const bodies = {
    pos: [{}, { poStatuses: ['DRAFT'] }, { poNumbers: ['1'] }, { departmentIds: [ids.department('art')] }],
    invoices: [{}, { statuses: ['SUBMITTED_FOR_APPROVAL'] }, { numbers: ['1'] }],
    payments: [{}, { paymentNumbers: ['1'] }],
  } as const;
  for (const [type, filters] of Object.entries(bodies))
    for (const filter of filters)
      for (const persona of ['CREATOR', 'APPROVER'])
        for (const name of ['ada', 'lena'] as const) {
          lists[`${type} ${name} ${persona} ${JSON.stringify(filter)}`] = () =>
            as(name).post(`/api/${type}/filter?persona=${persona}&${show}`, { showId: 'alpha1', ...filter });
          lists[`sum of ${type} ${name} ${persona} ${JSON.stringify(filter)}`] = () =>
            as(name).post(`/api/${type}/filter/sums?persona=${persona}&${show}`, {
              showId: 'alpha1',
              ...filter,
            });
        }
  lists['pos by department'] = () =>
    as('carl').post('/api/pos/filter', { showId: 'alpha1', poNumbers: ['1'] });
  expect(await requestsOverMaxTrips(2, lists)).toEqual([]);
});

const note = () => ({ content: 'Seen', keyId: crypto.randomUUID() });

test('an action on a purchase order takes at most three round trips', async () => {
  const file = await uploaded('dana', 'po', 'plan.pdf', await onePage('plan'));
  const draft = await create('dana');
  const filed = await create('dana');
  const quote = await uploaded('dana', 'po', 'quote.pdf', await onePage('quote'));
  const waiting = await submitted('dana');
  const returned = await submitted('dana');
  const pulled = await submitted('dana');
  const saved = await create('dana');
  const lined = await create('dana');
  const dropped = await create('dana');
  const lineOf = ({ lineItems }: PurchaseOrder) => ({ ...lineItems[0], description: 'Chairs' });
  const actions: Record<string, Request> = {
    create: () => as('dana').post('/api/pos', aDraft()),
    'create with a file': () => as('dana').post('/api/pos', aDraft({ attachments: [file] })),
    save: () => as('dana').put(`/api/pos/${saved.id}`, aDraft({ description: 'Another' })),
    'save a line': () => as('dana').post(`/api/pos/lineitem/${lined.id}`, { lineItem: lineOf(lined) }),
    submit: () => as('dana').put(`/api/pos/${draft.id}/submit?r=0`),
    'approve and next': () => action('abel', 'approval', waiting, { getNext: true }),
    revise: () => action('abel', 'revision', returned, { reason: 'Too dear' }),
    'pull from approval': () => as('dana').put(`/api/pos/${pulled.id}/pull-from-approval`),
    void: () => action('ada', 'void', dropped, { workflowId: null, reason: 'No' }),
    note: () => as('dana').post(`/api/pos/${draft.id}/notes`, note()),
    attach: () => as('dana').post(`/api/pos/attachments/${filed.id}`, { attachments: [quote] }),
    'ask for a change order': () => adjust('dana', order.id, 'More'),
  };
  expect(await requestsOverMaxTrips(3, actions)).toEqual([]);
  const changed = await read('dana', order.id);
  const { showId, ...body } = aDraft({ lineItems: oneMoreLine(changed) });
  const rest: Record<string, Request> = {
    'save a change order': () => as('dana').put(`/api/pos/${order.id}`, { showId, ...body }),
    'discard a change order': () => as('dana').post(`/api/pos/${order.id}/discard-change-order`),
  };
  expect(await requestsOverMaxTrips(3, rest)).toEqual([]);
});

test('an action on an invoice takes at most three round trips', async () => {
  const number = () => crypto.randomUUID().slice(0, 8);
  const made = async (own: Record<string, unknown> = {}) => {
    const attachments = [await uploaded('ivan', 'invoice', 'scan.pdf', await onePage('scan'))];
    const body = billBody([{ of: { number: order.poNumber, lines: [] }, line: 1, cents: 100 }], {
      number: number(),
      attachments,
      ...own,
    });
    const answer = await as('ivan').post<Invoice>('/api/invoices', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { id: answer.body.id, body };
  };
  const waiting = async () => {
    const { id } = await made();
    const answer = await as('ivan').put<Invoice>(`/api/invoices/${id}/submit`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const act = (word: string, { id, workflow }: Invoice) =>
    as('lena').post(`/api/workflows/${word}`, {
      docId: id,
      docType: 'INVOICE',
      showId: 'alpha1',
      workflowStepId: workflow?.currentStep?.id,
      reason: 'Because',
      getNext: true,
    });
  const draft = await made();
  const [returned, denied, voided] = [await waiting(), await waiting(), await waiting()];
  const { body } = await made();
  const plain = { ...body, number: number(), attachments: [] };
  const actions: Record<string, Request> = {
    create: () => as('ivan').post('/api/invoices', plain),
    // Its number is taken, which the second call confirms.
    'create a duplicate on purpose': () =>
      as('ivan').post('/api/invoices?overrideDuplicateValidation=true', plain),
    save: () => as('ivan').put(`/api/invoices/${draft.id}`, { ...draft.body, description: 'Another' }),
    submit: () => as('ivan').put(`/api/invoices/${draft.id}/submit`),
    revise: () => act('revision', returned),
    deny: () => act('deny', denied),
    void: () => act('void', voided),
    note: () => as('ivan').post(`/api/invoices/${draft.id}/notes`, note()),
  };
  expect(await requestsOverMaxTrips(3, actions)).toEqual([]);
});

test('an action on a payment takes at most three round trips', async () => {
  const own = (n: string) => bookPayment(`trip-${n}`, { totalCents: 200_000 });
  const [first = '', second = ''] = await submittedPayments(own('a'), own('b'));
  const fresh = await paymentOf('trip-c');
  const act = async (word: string, id: string) => ({
    docId: id,
    docType: 'PAYMENT',
    showId: 'alpha1',
    workflowStepId: (await readPayment('lena', id)).workflow?.currentStep?.id,
    reason: 'Because',
    getNext: true,
    word,
  });
  const [approval, denial] = [await act('approval', first), await act('deny', second)];
  const actions: Record<string, Request> = {
    submit: () => submitAs('ada', fresh),
    'approve and next': () => as('lena').post('/api/workflows/approval', approval),
    'take back': () => as('lena').post('/api/workflows/take-back', { ...approval, workflowStepId: null }),
    deny: () => as('lena').post('/api/workflows/deny', denial),
    note: () => as('ada').post(`/api/payments/${fresh}/notes`, note()),
    attach: () => as('ada').post(`/api/payments/attachments/${fresh}`, { attachments: [], invoiceId: null }),
  };
  expect(await requestsOverMaxTrips(3, actions)).toEqual([]);
});

test('BK-16: ten payments of a bulk approval take three round trips together', async () => {
  const items = await picks('lena', await manyPayments(10, { totalCents: 200_000 }));
  const { answer, cost } = await measureCost(() => start('lena', { items }));
  expect(answer.body.success).toHaveLength(10);
  const approvals = cost.statements.filter(({ sql }) => /insert into "document_events"/.test(sql));
  expect(approvals).toHaveLength(10);
  expect(new Set(approvals.map(({ depth }) => depth)).size).toBe(1);
  const [{ depth: written } = { depth: 0 }] = approvals;
  const looked = cost.statements.find(({ sql }) => /from "bulk_items".*"result" is null/s.test(sql));
  // From the consumer's first read of the batch to the last approval.
  expect(written - (looked?.depth ?? 0) + 1).toBeLessThanOrEqual(3);
});

/** The decision is at most the third round trip; accounting's answer is written in another one. */
function expectPushTrips({ statements }: Cost, pushQuery: RegExp): void {
  const depths = (what: RegExp) => [
    ...new Set(statements.filter(({ sql }) => what.test(sql)).map(({ depth }) => depth)),
  ];
  const [decided] = depths(/insert into "document_events"/);
  expect(decided).toBe(3);
  // The data of the push is read together with the decision, and accounting's answer is written at once, alone.
  expect(depths(pushQuery)).toContain(decided);
  const [said = 0, ...more] = depths(/insert into "send_history"/);
  expect([said > 3, more]).toEqual([true, []]);
  expect(depths(/update "outbox" set "done_at"/)).toEqual([said]);
}

test("DEC-32: a final approval takes three round trips, and one for accounting's answer", async () => {
  const waiting = await submitted('dana');
  await approveAs(waiting, 'abel', 'lena');
  const last = await read('luis', waiting.id);
  const final = (docType: 'PO' | 'PAYMENT', docId: string, step: string | undefined) =>
    ({ docId, docType, showId: 'alpha1', workflowStepId: step, getNext: true }) as const;
  const toOrder = final('PO', last.id, last.workflow?.currentStep?.id);
  const ordered = await measureCost(() => as('luis').post('/api/workflows/approval', toOrder));
  expect([ordered.answer.status, ordered.answer.body]).toMatchObject([200, { status: 'APPROVED' }]);
  expectPushTrips(ordered.cost, /from "purchase_orders"|join "purchase_orders"/);

  const [id = ''] = await submittedPayments(bookPayment('trip-final', { totalCents: 200_000 }));
  for (const name of ['lena', 'sol'] as const) expect((await actOn(name, 'approval', id)).status).toBe(200);
  const { workflow } = await readPayment('hugo', id);
  const toPayment = final('PAYMENT', id, workflow?.currentStep?.id);
  const paid = await measureCost(() => as('hugo').post('/api/workflows/approval', toPayment));
  expect([paid.answer.status, paid.answer.body]).toMatchObject([200, { status: 'APPROVED' }]);
  expectPushTrips(paid.cost, /"payments"\."external_id"/);
});
