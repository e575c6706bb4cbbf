import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import { syncPayments, importBatchSize } from '#verbs/payments/sync-payments';
import { expectWholeChain } from '../../support/worker/concurrency.ts';
import { runBeforeAnswer } from '../../support/worker/database/failing-d1.ts';
import { recordRealtime } from '../../support/worker/fixtures/mail.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  accounts,
  act,
  addToBooks,
  bookPayment,
  changeBooks,
  drain,
  idOf,
  importPayments,
  importNow,
  openPayments,
  planFailure,
  readPayment,
  submitAs,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import {
  forgetSent,
  rowsOf,
  sent,
  sql,
  studioEnv,
  waitingFor,
} from '../../support/worker/fixtures/studio.ts';
import { read } from '#store/d1/query';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
});

const count = async (where = '1') =>
  (
    await rowsOf<{ n: number }>(
      'alpha1',
      `SELECT count(*) AS n FROM documents WHERE type = 'PAYMENT' AND ${where}`,
    )
  )[0]?.n;
const versionOf = async (id: string) =>
  (await sql.alpha<{ version: number }>`SELECT version FROM documents WHERE id = ${id}`)[0]?.version;

describe('the job', () => {
  test('DEC-44, DEC-28: the cron queues a payment sync every ten minutes for each show with payments', async () => {
    await sweepIn(0);
    expect(sent.outbox.map(({ showId }) => showId)).toEqual(['alpha1']);
    await drain();
    expect(await count()).toBe(2);
    await sweepIn(5);
    expect(sent.outbox).toEqual([]);
    await sweepIn(11);
    expect(sent.outbox).toHaveLength(1);
    await drain();
    expect(await count()).toBe(2);
  });

  test('DEC-28/1, PA-01, PA-02: a payment is imported as a draft with the values of accounting', async () => {
    const id = await idOf('p1');
    expect(await readPayment('dana', id)).toMatchObject({
      id,
      number: 'PMT p1',
      created: '2026-11-02T18:00:00.000Z',
      vendorName: 'Lumen Rentals',
      payeeName: 'Lumen Rentals Inc',
      paymentType: 'ACH',
      bankName: 'First Harbor Bank',
      bankAccountId: 'alpha1_bank_operating',
      totalCost: 2500,
      currency: 'USD',
      status: 'DRAFT',
      submissionStatus: 'Draft',
      creator: { id: 'system', name: 'Accounting' },
      attachments: [],
      notes: [],
      invoices: [],
    });
    const [event] = await expectWholeChain('alpha1', id);
    expect(event).toMatchObject({ action: 'import', actorName: 'Accounting', historyType: null });
  });

  test('DEC-44: a repeated or concurrent sync creates one document per payment', async () => {
    await addToBooks(...Array.from({ length: 8 }, (_one, n) => bookPayment(`same-${n}`)));
    await as('ada').post('/api/payments/refresh?showId=alpha1');
    const [message] = sent.outbox.splice(0);
    const entry = message?.outboxId ?? '';
    // The second worker finds an expired lease, as after a stall.
    const again = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE id = ${entry}`;
      await deliver('backlot-outbox', [message]);
    };
    await Promise.all([deliver('backlot-outbox', [message]), again()]);
    expect(await count("number LIKE 'E%'")).toBe(8);
    await deliver('backlot-outbox', [message]);
    await importNow();
    expect(await count("number LIKE 'E%'")).toBe(8);
    expect(await versionOf(await idOf('same-0'))).toBe(1);
  });

  test('DEC-44, DEC-100: each imported payment is published', async () => {
    await addToBooks(bookPayment('published'));
    await as('ada').post('/api/payments/refresh?showId=alpha1');
    const { env, published } = recordRealtime();
    await deliver('backlot-outbox', sent.outbox.splice(0), env);
    expect(published.map(({ event, data }) => [event, data])).toMatchObject([
      ['document_changed', { docType: 'PAYMENT', id: await idOf('published'), status: 'DRAFT' }],
    ]);
  });

  test('DEC-44: a sync is retried later when accounting is unreachable', async () => {
    await addToBooks(bookPayment('late'));
    await planFailure('payment.list', { times: 3, status: 503, message: 'Closed for the night.' });
    await as('ada').post('/api/payments/refresh?showId=alpha1');
    const messages = sent.outbox.splice(0);
    expect(await deliver('backlot-outbox', messages)).toMatchObject({ retried: 1 });
    await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE kind = 'import-payments'`;
    expect(await deliver('backlot-outbox', messages)).toMatchObject({ retried: 0 });
    expect((await readPayment('ada', await idOf('late'))).status).toBe('DRAFT');
  });

  test('DEC-44: several jobs import more payments than one job can', async () => {
    const rows = Array.from({ length: importBatchSize + 5 }, (_one, n) => bookPayment(`many-${n}`));
    await addToBooks(...rows);
    await as('ada').post('/api/payments/refresh?showId=alpha1');
    expect(await drain()).toBe(2);
    expect(await count("id IN (SELECT document_id FROM payments WHERE external_id LIKE 'many-%')")).toBe(
      rows.length,
    );
  });

  test('PA-06: every payment method code is imported unchanged', async () => {
    const codes = ['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF'];
    const ids = await importPayments(
      ...codes.map((paymentType) => bookPayment(`by-${paymentType}`, { paymentType })),
    );
    const payments = await Promise.all(ids.map((id) => readPayment('dana', id)));
    expect(payments.map(({ paymentType }) => paymentType)).toEqual(codes);
  });

  test('DEC-28/1: a number that accounting has used twice blocks no other payment', async () => {
    await addToBooks(
      bookPayment('first', { number: 'SAME' }),
      bookPayment('second', { number: 'SAME' }),
      bookPayment('third'),
    );
    await importNow();
    expect(await count("number = 'SAME'")).toBe(1);
    expect(await idOf('third')).toBeTruthy();
  });

  test('DEC-28/1: payments that accounting has released or canceled are not imported', async () => {
    await addToBooks(
      bookPayment('done', { status: 'RELEASED' }),
      bookPayment('gone', { status: 'CANCELED' }),
      bookPayment('here'),
    );
    await importNow();
    const known = await sql.alpha<{ external_id: string }>`SELECT external_id FROM payments
      WHERE external_id IN ('done', 'gone', 'here')`;
    expect(known).toEqual([{ external_id: 'here' }]);
  });
});

describe('changes in accounting', () => {
  test('DEC-28/1, DEC-44: a sync updates total, payee, type and account of a draft, and no payment in approval', async () => {
    const [draft = '', open = ''] = await importPayments(bookPayment('draft'), bookPayment('open'));
    await submitAs('dana', open);
    for (const externalId of ['draft', 'open']) {
      await changeBooks(externalId, 'total_cents', 7_700);
      await changeBooks(externalId, 'payee_name', 'Lumen Holding');
      await changeBooks(externalId, 'payment_type', 'CI');
      await changeBooks(externalId, 'bank_account', accounts.foreign);
    }
    await importNow();
    expect(await readPayment('dana', draft)).toMatchObject({
      totalCost: 77,
      payeeName: 'Lumen Holding',
      paymentType: 'CI',
      bankAccountId: 'alpha1_bank_foreign',
      status: 'DRAFT',
      version: 2,
    });
    expect(await readPayment('dana', open)).toMatchObject({
      totalCost: 50,
      payeeName: 'Lumen Rentals Inc',
      paymentType: 'ACH',
    });
    await expectWholeChain('alpha1', draft);
  });

  test('DEC-28/1, DEC-44: a sync does not change a draft that is submitted meanwhile', async () => {
    const [id = ''] = await importPayments(bookPayment('raced'));
    const show = await read(showQuery(directoryOf(studioEnv, 'alpha1')));
    if (!show) throw new Error('The show is gone');
    await changeBooks('raced', 'total_cents', 7_700);
    // The sync reads a payment again before the write: first its content, then the whole document.
    const isReadAgain = (values: readonly unknown[]) => values.includes('["raced"]');
    let submits = 0;
    const raced = runBeforeAnswer(isReadAgain, async () => {
      submits += 1;
      await submitAs('dana', id);
    });
    const store = storeFor(raced, show);
    expect(await syncPayments({ env: raced, store, show, now: new Date().toISOString() })).toBe('done');
    expect(submits).toBe(1);
    expect(await readPayment('dana', id)).toMatchObject({
      totalCost: 50,
      status: 'SUBMITTED_FOR_APPROVAL',
      version: 2,
    });
    await expectWholeChain('alpha1', id);
  });

  test('DEC-28/1, PA-01: the invoices of a payment are linked by number and vendor, also when they are added later', async () => {
    const invoice = async (id: string, number: string, vendor: string) =>
      sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, vendor_external_id,
           creator_id, creator_name, owner_id, created_at, updated_at)
         VALUES (${id}, 'alpha1', 'INVOICE', 'APPROVED', 'Approved', 1, ${number}, ${vendor}, 'ivan', 'Ivan Stone', 'ivan', '2026-11-01', '2026-11-01')`;
    await invoice('alpha1_inv7', 'LR-7', 'lumen');
    await invoice('alpha1_other', 'LR-8', 'anvil');
    await importNow();
    const id = await idOf('p1');
    expect((await readPayment('dana', id)).invoices).toEqual([
      { id: 'alpha1_inv7', number: 'LR-7', amount: 2000, orders: [] },
    ]);
    await invoice('alpha1_inv8', 'LR-8', 'lumen');
    await importNow();
    expect((await readPayment('dana', id)).invoices).toMatchObject([{ amount: 2000 }, { amount: 500 }]);
  });

  test('DEC-28/6, PA-03: a payment that accounting cancels is canceled, leaves queues and lists, and can be read by id', async () => {
    const [draft = '', waiting = '', denied = ''] = await importPayments(
      bookPayment('c-draft'),
      bookPayment('c-open'),
      bookPayment('c-denied'),
    );
    for (const id of [waiting, denied]) await submitAs('dana', id);
    expect((await act('lena', 'deny', denied, { reason: 'Not ours' })).status).toBe(200);
    expect(await waitingFor(waiting)).toEqual(['lena', 'luis']);
    for (const externalId of ['c-draft', 'c-open', 'c-denied'])
      await changeBooks(externalId, 'status', 'CANCELED');
    await importNow();
    for (const id of [draft, waiting]) {
      const payment = await readPayment('dana', id);
      expect([payment.status, payment.submissionStatus]).toEqual(['CANCELED', 'Canceled']);
      expect(payment.workflow?.currentStep ?? null).toBeNull();
      expect(await waitingFor(id)).toEqual([]);
      await expectWholeChain('alpha1', id);
    }
    expect((await readPayment('dana', denied)).status).toBe('DENIED');
    const { version } = await readPayment('dana', draft);
    await importNow();
    expect(await versionOf(draft)).toBe(version);
  });

  test('DEC-28/6: an approved payment that accounting cancels is canceled and allows no further actions', async () => {
    const [id = ''] = await submittedPayments(bookPayment('c-approved'));
    expect((await act('lena', 'approval', id)).status).toBe(200);
    expect((await readPayment('dana', id)).status).toBe('APPROVED');
    await changeBooks('c-approved', 'status', 'CANCELED');
    await importNow();
    expect((await readPayment('dana', id)).status).toBe('CANCELED');
    const late = await submitAs('dana', id);
    expect([late.status, late.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
  });
});

test('DEC-12: the cron queues no sync for a show without payments', async () => {
  await sweepIn(60);
  expect(sent.outbox.filter(({ showId }) => showId === 'bravo2')).toEqual([]);
});
