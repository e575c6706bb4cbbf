import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../../../functions/app.ts';
import { countTrips } from '../../support/worker/database/counting-d1.ts';
import type { ExecutedQuery } from '../../support/worker/database/counting-d1.ts';
import type { ExpectedAccess } from '../../support/transition-matrix/expected-access.ts';
import { unexpectedScans } from '../../support/worker/database/full-scans.ts';
import { readLists } from '../../support/worker/database/list-requests.ts';
import { callUncovered } from '../../support/worker/database/store-coverage.ts';
import { calledElsewhere } from '../../support/worker/database/called-elsewhere.ts';
import { watchStore } from '../../support/worker/database/store-calls.ts';
import { billFor, orderWithQuote, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { bulkAction, preview, undo } from '../../support/worker/bulk-actions.ts';
import { manyPayments, path, picks, start } from '../../support/worker/fixtures/bulk.ts';
import {
  adjust,
  approved,
  discard,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { confirm, linkFor, signedIn } from '../../support/worker/approval-links.ts';
import {
  action,
  approveAs,
  as,
  create,
  read,
  sessionOf,
  signIn,
  submitted,
  withTotal,
} from '../../support/worker/fixtures/client.ts';
import { postCover } from '../../support/worker/fixtures/covers.ts';
import { replace } from '../../support/worker/replacements.ts';
import { moveEveryWay } from '../../support/worker/fixtures/moves.ts';
import { act, drain, importNow, submitAs } from '../../support/worker/fixtures/payments.ts';
import { cast, openThreeShows, targetShows } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, origin, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import { documentAccess } from '../../support/transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../../support/transition-matrix/access-expectations-management.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { actOnBill, pullBill, submitBill } from '../../support/worker/fixtures/relief.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const ids = inShow('alpha1');
const show = 'showId=alpha1';
let counted: ReturnType<typeof countTrips>;
let watched: ReturnType<typeof watchStore>;

beforeAll(async () => {
  await openThreeShows();
  counted = countTrips();
  watched = watchStore();
});
afterAll(() => {
  counted.stop();
  watched.stop();
});

const ok = async (answer: Promise<{ status: number; body: unknown }>): Promise<void> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(400);
};

async function ordersLive(): Promise<PurchaseOrder> {
  await ok(postCover('hugo', { coveringId: 'otto' }));
  const order = await orderWithQuote('a quote');
  const returned = await submitted('dana');
  await ok(action('abel', 'revision', returned, { reason: 'Too dear' }));
  await ok(submit('dana', returned.id));
  await ok(as('dana').put(`/api/pos/${returned.id}/pull-from-approval`));
  await approveAs(await submitted('dana'), 'abel', 'lena');
  const sentBack = await submitted('dana');
  await approveAs(sentBack, 'abel');
  const atSecond = await read('lena', sentBack.id);
  const [first] = atSecond.workflow?.steps ?? [];
  const toFirst = { docType: 'PO', docId: atSecond.id, toStepId: first?.id, reason: 'Look again' };
  const workflowStepId = atSecond.workflow?.currentStep?.id;
  await ok(as('lena').post('/api/workflows/send-back', { ...toFirst, workflowStepId }));
  const question = { content: 'Why?', keyId: crypto.randomUUID(), askedUserId: 'dana' };
  const { body: asked } = await as('abel').post<{ id: string }>(`/api/pos/${sentBack.id}/notes`, question);
  await ok(
    as('dana').post(`/api/pos/${sentBack.id}/notes`, { content: 'So.', keyId: '', questionId: asked.id }),
  );
  await ok(as('abel').post(`/api/pos/${sentBack.id}/notes`, { ...question, keyId: crypto.randomUUID() }));
  await ok(as('dana').get(`/api/home?${show}`));
  await approveAs(sentBack, 'abel');
  await ok(action('lena', 'void', await read('lena', sentBack.id), { reason: 'No' }));
  await ok(action('ada', 'void', await create('dana'), { reason: 'No' }));
  const changed = await approved('dana');
  await ok(adjust('dana', changed.id, 'More'));
  await ok(save('dana', changed, { lineItems: oneMoreLine(changed) }));
  await ok(discard('dana', changed.id));
  await ok(as('dana').post(`/api/pos/${changed.id}/notes`, { content: 'Seen', keyId: crypto.randomUUID() }));
  await ok(as('ada').get(`/api/pos/${changed.id}`));
  return order;
}

async function billsLive(order: PurchaseOrder): Promise<string> {
  const { id } = await billFor(order);
  await setSettings('alpha1', { overReliefMode: 'REFUSE' });
  await ok(submitBill(id));
  await ok(pullBill(id));
  await ok(submitBill(id));
  await ok(actOnBill(id, 'approval'));
  await setSettings('alpha1', { overReliefMode: 'WARN' });
  const denied = await billFor(order, { cents: 100 });
  await ok(submitBill(denied.id));
  await ok(actOnBill(denied.id, 'deny'));
  await ok(as('ada').get(`/api/invoices/${id}`));
  await ok(
    as('ada').get(
      `/api/pos/get-for-relieve/${ids.vendor('lumen')}?companyId=pc1&currencyId=usd1&invoiceId=${id}`,
    ),
  );
  return id;
}

async function linkUsed(): Promise<void> {
  await setSettings('alpha1', { approveByMailUpTo: 1000, splitOrderWarning: false });
  await submitted('dana', withTotal(3));
  expect((await confirm(await signedIn('abel'), await linkFor('abel'))).status).toBe(200);
  await setSettings('alpha1', { approveByMailUpTo: null, splitOrderWarning: true });
}

async function paymentsLive(invoice: string): Promise<void> {
  const payment = await paymentOf('planned', invoice);
  await ok(submitAs('ada', payment));
  await ok(as('ada').post('/api/workflows/nudge', { docId: payment, docType: 'PAYMENT' }));
  await ok(act('lena', 'deny', payment, { reason: 'No' }));
  await importNow();
  const items = await picks('lena', await manyPayments(3, { totalCents: 200_000 }));
  const { body } = await start('lena', { items });
  await start('lena', { items: await picks('lena', await manyPayments(1)) });
  await ok(as('lena').get(path(body.runId)));
  await ok(as('lena').post('/api/workflows/take-back', { docId: items[0]?.id, docType: 'PAYMENT' }));
  await ok(as('lena').get(`/api/workflows/bulk-approval?${show}`));
  await ok(as('ada').get(`/api/payments/${payment}`));
  for (const what of ['setup', 'payee-name?search=lumen', 'vendor-name?search=lumen'])
    await ok(as('ada').get(`/api/payments/search/${what}${what.includes('?') ? '&' : '?'}${show}`));
}

async function bulkActionsLive(): Promise<void> {
  await create('dana');
  await preview('dana', { action: 'submit', allSelected: true });
  for (const docType of ['PO', 'INVOICE', 'PAYMENT'] as const)
    for (const what of ['approve', 'submit', 'push'] as const)
      await preview('lena', { docType, action: what, allSelected: true });
  const items = await picks('lena', await manyPayments(1, { totalCents: 200_000 }));
  const { body } = await start('lena', { items });
  await ok(undo('lena', body.runId));
  const [paid] = await picks('lena', await manyPayments(1));
  await ok(start('lena', { allSelected: true }));
  await drain();
  await ok(bulkAction('ada', 'push', 'PAYMENT', [{ id: paid?.id ?? '' }]));
}

async function restRead(): Promise<void> {
  const paths = [
    `/api/home?${show}`,
    `/api/search?q=Lumen&${show}`,
    `/api/search?q=00012&${show}`,
    `/api/users/meta?${show}`,
    `/api/users?${show}`,
    `/api/users/lena?${show}`,
    '/api/shows?count=20&page=1',
    '/api/shows/alpha1',
    '/api/sessions/login-context',
    `/api/departments?${show}`,
    `/api/departments/${ids.department('art')}/users?dashboard=true&${show}`,
    `/api/departments/${ids.department('art')}/check?userId=abel&${show}`,
    `/api/vendors?search=lum&id=alpha1&t=1`,
    `/api/vendors/${ids.vendor('lumen')}?${show}`,
    `/api/companies?${show}`,
    `/api/workflow-template?${show}`,
  ];
  for (const name of ['ada', 'lena', 'carl'] as const)
    for (const one of paths) {
      const answer = await as(name).get(one);
      expect([200, 403], `${one}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    }
}

/** Calls every route of the Worker's own list as a user with the right to it. */
async function everyRoute(): Promise<void> {
  const verdicts: Record<string, ExpectedAccess> = { ...managementAccess, ...documentAccess };
  const name = cast.find(({ role }) => role === 'EP Internal')?.name ?? 'ada';
  const { token, csrfToken } = await sessionOf(name);
  for (const route of app.routes) {
    const { method } = route;
    const title = `${method} ${route.path}`;
    const verdict = verdicts[title];
    if (!verdict || verdict.who === 'anyone' || title === 'DELETE /api/sessions') continue;
    const body = verdict.body && JSON.stringify(verdict.body(targetShows.own));
    const headers = {
      cookie: `__Host-session-token=${token}`,
      'x-csrf-token': csrfToken,
      'idempotency-key': crypto.randomUUID(),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(body.length),
      }),
    };
    const init = { method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const;
    const answer = await fetchWorker(new Request(origin + verdict.path(targetShows.own), init));
    await answer.arrayBuffer();
    expect(answer.status, title).toBeLessThan(500);
  }
}

test('no statement of a scenario, a route or another store function scans a growing table', async () => {
  await linkUsed();
  await billsLive(await ordersLive()).then(paymentsLive);
  await submitted('dana', withTotal(500));
  await sql.alpha`UPDATE workflow_steps SET backup_id = 'luis'`;
  await replace('luis', 'otto');
  await bulkActionsLive();
  await drain();
  await sweepIn(30);
  await readLists('representative');
  await restRead();
  await everyRoute();
  await signIn('dana');
  await callUncovered();
  await moveEveryWay('sister');
  expect(watched.uncalled().filter((name) => !calledElsewhere.includes(name))).toEqual([]);
  expect(await unexpectedScans(counted.asked)).toEqual([]);
}, 240_000);

test('a statement that scans a growing table is found among others', async () => {
  const scan = 'SELECT id FROM documents WHERE description = ?';
  const statements: ExecutedQuery[] = [
    { database: 'DIRECTORY', sql: 'SELECT name FROM shows WHERE id = ?', params: ['alpha1'] },
    { database: 'SHOWS_0', sql: 'SELECT id FROM documents WHERE id = ?', params: ['x'] },
    { database: 'SHOWS_1', sql: scan, params: ['Lamps'] },
  ];
  expect(await unexpectedScans(statements)).toEqual([`SCAN documents: ${scan}`]);
});
