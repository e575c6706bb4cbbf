import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { forgetSent, historyFaults, pushesOf, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

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

  /** The open push of a payment, as its last attempt left it; times in seconds from now. */
  const reopen = async (id: string, attempts: number, createdIn: number, dueIn: number | null) => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    await sql.alpha`UPDATE outbox SET done_at = NULL, attempts = ${attempts}, created_at = ${at(createdIn)},
      next_attempt_at = ${dueIn === null ? null : at(dueIn)} WHERE document_id = ${id} AND kind = 'release-payment'`;
  };
  const push = async (id: string) => (await bulkAction('ada', 'push', 'PAYMENT', [{ id }])).body;
  const attemptsOf = async (id: string) =>
    sql.alpha`SELECT attempts, error, done_at IS NULL AS isOpen FROM outbox WHERE document_id = ${id} AND kind = 'release-payment'`;

  test('BULK-07: a payment that is being sent is not sent at the same time', async () => {
    const [leased = '', approved = ''] = await refused('r6', 'r7');
    await reopen(leased, 3, -600, 100);
    await reopen(approved, 0, -5, null);
    await sql.alpha`DELETE FROM send_history WHERE document_id = ${approved}`;
    for (const id of [leased, approved])
      expect((await push(id)).failed).toMatchObject([
        {
          id,
          code: 'WORKFLOW_CONFLICT',
          message: 'It is being sent to the accounting system. Try again in a few minutes.',
        },
      ]);
    const releases = await releasesOf();
    expect([releases[leased], releases[approved]]).toEqual([undefined, undefined]);
    expect(await attemptsOf(leased)).toMatchObject([{ attempts: 3, isOpen: 1 }]);
  });

  test.each([
    ['waits for its next attempt', 3, -600, 1800],
    ['is due', 3, -600, -5],
    ['failed in its approval', 0, -5, null],
  ])(
    'BULK-07: a payment is sent whose push %s, as one more attempt',
    async (_state, attempts, createdIn, dueIn) => {
      const [id = ''] = await refused(`r8${attempts}${dueIn}`);
      await reopen(id, attempts, createdIn, dueIn);
      expect(await push(id)).toMatchObject({ success: [id] });
      expect((await releasesOf())[id]).toBe(1);
      expect(await attemptsOf(id)).toEqual([{ attempts: attempts + 1, error: null, isOpen: 0 }]);
    },
  );

  test('BULK-07, AC-04: the text of accounting is shown when the change cannot be published', async () => {
    const [id = ''] = await refused('r9');
    await planFailure('payment.release', { message: 'Still closed.' });
    const database = studioEnv.SHOWS_0;
    const withSession = database.withSession.bind(database);
    const spied = vi.spyOn(database, 'withSession').mockImplementation((constraint) => {
      const session = withSession(constraint);
      const prepare = session.prepare.bind(session);
      session.prepare = (statement) => {
        if (statement.includes('json_array(c.covering_id, c.alternate_id)')) throw new Error('no answer');
        return prepare(statement);
      };
      return session;
    });
    const { failed: failures } = await push(id);
    expect(spied).toHaveBeenCalled();
    spied.mockRestore();
    expect(failures).toMatchObject([{ id, code: 'accounting_interface_error', message: 'Still closed.' }]);
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
