import { beforeAll, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  bookPayment,
  openPayments,
  submittedPayments,
  toggle,
} from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

let id = '';
beforeAll(async () => {
  await openPayments();
  [id = ''] = await submittedPayments(bookPayment('waiting'));
});

const calls = (name: PersonName) => {
  const { get, post, put } = as(name);
  return [
    post('/api/payments/filter?showId=alpha1', {}),
    post('/api/payments/refresh?showId=alpha1'),
    get(`/api/payments/${id}?showId=alpha1`),
    put(`/api/payments/${id}/submit?showId=alpha1`, {}),
    put(`/api/payments/${id}/pull`),
    post(`/api/payments/${id}/notes?showId=alpha1`, { content: 'Hi', keyId: 'k' }),
    put(`/api/payments/${id}/notes?showId=alpha1`, { id: 'n', content: 'Hi' }),
    post(`/api/payments/attachments/${id}?showId=alpha1`, { attachments: [] }),
    get('/api/payments/search/setup?showId=alpha1'),
    get('/api/payments/search/vendor-name?showId=alpha1&search=lu'),
    get('/api/payment-workflow-template/listing?showId=alpha1'),
    post('/api/workflows/approval', { docId: id, docType: 'PAYMENT', workflowStepId: 's' }),
    post('/api/workflows/deny', { docId: id, docType: 'PAYMENT', workflowStepId: 's', reason: 'No' }),
    post('/api/workflows/bulk-approval', { showId: 'alpha1', items: [{ id, workflowStepId: 's' }] }),
  ];
};

test('DEC-12, PE-22: without the user’s toggle every call about payments is 403', async () => {
  for (const call of calls('carl')) {
    const { status, body } = await call;
    expect([status, (body as { code?: string }).code]).toEqual([403, 'FORBIDDEN']);
  }
});

test('DEC-12, PE-22: without the show’s setting or feature it is 403, too', async () => {
  const visible = () => as('dana').post('/api/payments/filter?showId=alpha1', {});
  expect((await visible()).status).toBe(200);
  await setSettings('alpha1', { paymentModuleVisible: false });
  expect((await visible()).status).toBe(403);
  await setSettings('alpha1', { paymentModuleVisible: true });
  await sql.directory`UPDATE shows SET features = '["APIA"]' WHERE id = 'alpha1'`;
  expect((await visible()).status).toBe(403);
  await sql.directory`UPDATE shows SET features = '["APPA"]' WHERE id = 'alpha1'`;
  expect((await visible()).status).toBe(200);
  await toggle('dana', 'payment_module_visible', 0);
  expect((await visible()).status).toBe(403);
});
