import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Home } from '#domain/lists/home-response';
import { bulkAction, bulkPath, preview } from '../../support/worker/bulk-actions.ts';
import type { RunAnswer } from '../../support/worker/bulk-actions.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import * as invoices from '../../support/worker/fixtures/invoices.ts';
import {
  act,
  bookPayment,
  drain,
  openPayments,
  planFailure,
  releasesOf,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { forgetSent, historyFaults, pushesOf, sql } from '../../support/worker/fixtures/studio.ts';

const failedIn = async (path: string, key: string) => {
  const query = `/api/${path}/filter?page=1&count=50&showId=alpha1&persona=CREATOR`;
  const answer = await as('ada').post<Record<string, { id: string }[]>>(query, {
    isFailedToSendToAccounting: true,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body[key] ?? []).map(({ id }) => id).toSorted();
};
const failed = (docType: 'INVOICE' | 'PAYMENT') =>
  preview('ada', { docType, action: 'push', allSelected: true });
const sendersOf = async (id: string) =>
  sql.alpha`SELECT is_successful, sender_first_name FROM send_history WHERE document_id = ${id} AND send_type = 'ACCOUNTING'`;

describe('payments', () => {
  beforeAll(openPayments);
  beforeEach(forgetSent);

  /** Payments that accounting has refused to release. */
  async function refused(...numbers: string[]): Promise<string[]> {
    const ids = await submittedPayments(...numbers.map((number) => bookPayment(number)));
    await planFailure('payment.release', { message: 'The bank account is closed.', times: ids.length });
    for (const id of ids) expect((await act('lena', 'approval', id)).status).toBe(424);
    return ids;
  }

  test('BULK-07, AC-06: payments that accounting refused are released once, and a second refusal is named', async () => {
    const ids = await refused('r1', 'r2');
    expect(await failedIn('payments', 'payments')).toEqual(ids.toSorted());
    expect((await failed('PAYMENT')).documents.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await planFailure('payment.release', { message: 'Still closed.' });
    const { body } = await bulkAction(
      'ada',
      'push',
      'PAYMENT',
      ids.map((id) => ({ id })),
    );
    expect(body).toMatchObject({ success: [ids[1]], numFailure: 1 });
    expect(body.failed).toMatchObject([
      { id: ids[0], code: 'accounting_interface_error', message: 'Still closed.' },
    ]);
    const again = await as('ada').post<RunAnswer['body']>(`${bulkPath}/${body.runId}/retry?showId=alpha1`);
    expect(again.body).toMatchObject({ numSuccess: 2, numFailure: 0 });
    await drain();
    const releases = await releasesOf();
    expect(ids.map((id) => releases[id])).toEqual([1, 1]);
    expect((await failed('PAYMENT')).documents).toEqual([]);
    expect(await sendersOf(ids[0] ?? '')).toEqual([{ is_successful: 1, sender_first_name: 'Ada' }]);
    expect(await historyFaults()).toEqual([]);
  });

  test('BULK-07: a payment that accounting has is not released again', async () => {
    const [id = ''] = await refused('r3');
    for (let times = 0; times < 2; times += 1)
      expect((await bulkAction('ada', 'push', 'PAYMENT', [{ id }])).body).toMatchObject({ success: [id] });
    await drain();
    expect((await releasesOf())[id]).toBe(1);
  });

  test('BULK-07: users outside its approval flow, and those who do not see it, do not send a payment', async () => {
    const [id = ''] = await refused('r4');
    const codeFor = async (name: 'dana' | 'carl' | 'wendy') => {
      const { body } = await bulkAction(name, 'push', 'PAYMENT', [{ id }]);
      return body.code ?? body.failed.map(({ code }) => code);
    };
    expect(await codeFor('carl')).toBe('FORBIDDEN');
    expect(await codeFor('wendy')).toEqual(['FORBIDDEN']);
    expect((await releasesOf())[id]).toBeUndefined();
    const [waiting = ''] = await submittedPayments(bookPayment('r5'));
    expect((await bulkAction('ada', 'push', 'PAYMENT', [{ id: waiting }])).body.failed).toMatchObject([
      { id: waiting, code: 'WORKFLOW_CONFLICT' },
    ]);
  });
});

describe('invoices', () => {
  beforeAll(invoices.openInvoiceStudio);
  beforeEach(forgetSent);

  test('BULK-07, AC-06, HOME-06: invoices that accounting refused are posted once by an approver of their flow', async () => {
    await planFailure('invoice.push', { message: 'The period is closed.' });
    const { id } = await invoices.submittedInvoice();
    expect((await invoices.approveInvoice(id, 'abel', 'lena')).status).toBe(424);
    expect(await failedIn('invoices', 'invoices')).toEqual([id]);
    const failedOnHome = async () =>
      (await as('ada').get<Home>('/api/home?showId=alpha1')).body.tiles.failedInvoicesAndPayments;
    expect(await failedOnHome()).toEqual([{ docType: 'INVOICE', count: 1 }]);
    expect((await failed('INVOICE')).documents.map((one) => one.id)).toEqual([id]);
    const sentAgain = await bulkAction('lena', 'push', 'INVOICE', [{ id }]);
    expect(sentAgain.body).toMatchObject({ success: [id], numFailure: 0 });
    await drain();
    expect(await pushesOf(id)).toHaveLength(1);
    expect(await failedIn('invoices', 'invoices')).toEqual([]);
    expect(await failedOnHome()).toEqual([]);
    const invoice = await invoices.readInvoiceAs('ivan', id);
    expect(invoice.changes.filter(({ action }) => action === 'push')).toEqual([]);
    expect(await sendersOf(id)).toEqual([{ is_successful: 1, sender_first_name: 'Lena' }]);
  });
});
