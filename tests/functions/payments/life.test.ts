import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentTemplate } from '#domain/payments/payment';
import { expectWholeChain } from '../../support/worker/at-once.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  accounts,
  act,
  bookPayment,
  imported,
  openPayments,
  planBooks,
  readPayment,
  releasesOf,
  submitAs,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sent, setSettings, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(async () => {
  sent.outbox.length = 0;
  await sql.ledger`DELETE FROM switches`;
});

let names = 0;
const fresh = (own: Parameters<typeof bookPayment>[1] = {}) => bookPayment(`life-${(names += 1)}`, own);
const draft = async (own: Parameters<typeof bookPayment>[1] = {}) => (await imported(fresh(own)))[0] ?? '';
const inApproval = async (own: Parameters<typeof bookPayment>[1] = {}) =>
  (await submittedPayments(fresh(own)))[0] ?? '';
const pull = (name: PersonName, id: string) =>
  as(name).put<{ status?: string; submissionStatus?: string; code?: string }>(`/api/payments/${id}/pull`);
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code ?? null];
const templateOf = async (id: string) =>
  (
    await sql.alpha<{ template_id: string }>`SELECT template_id FROM workflows WHERE document_id = ${id}
      AND is_latest = 1`
  )[0]?.template_id;

describe('reading', () => {
  test('API-89, PA-01: everybody with payments reads any; an unknown one, and one of another type, is 404', async () => {
    const id = await draft();
    expect((await readPayment('wendy', id)).id).toBe(id);
    for (const other of ['alpha1_nothing', 'alpha1_inv'])
      expect(said(await as('dana').get(`/api/payments/${other}/?showId=alpha1`))).toEqual([404, 'NOT_FOUND']);
    expect(said(await as('nora').get(`/api/payments/${id}`))).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  });

  test('API-107, DEC-44: the show’s payment flows with their slugs, accounts and the default', async () => {
    const answer = await as('dana').get<PaymentTemplate[]>(
      '/api/payment-workflow-template/listing?showId=alpha1',
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      [
        {
          id: 'alpha1_pay_foreign',
          slug: 'foreign',
          name: 'Flow foreign',
          templateType: 'PAYMENT',
          isDefault: false,
          paymentBankAccounts: [
            {
              id: 'alpha1_bank_foreign',
              externalId: accounts.foreign,
              name: 'Account foreign',
              isoCurrencyCode: 'USD',
            },
          ],
        },
        expect.objectContaining({ slug: 'operating', isDefault: true }),
      ],
    ]);
  });
});

describe('submit', () => {
  test('DEC-44: with flow selection off, a slug names the flow of the bank account or the default, and no other', async () => {
    const [own, foreign] = [await draft(), await draft({ bankAccount: accounts.foreign })];
    expect(said(await submitAs('dana', own, 'foreign'))).toEqual([400, 'invalid_parameter']);
    expect((await readPayment('dana', own)).status).toBe('DRAFT');
    expect((await submitAs('dana', own, 'operating')).status).toBe(200);
    expect((await submitAs('dana', foreign, 'foreign')).status).toBe(200);
    expect(await templateOf(foreign)).toBe('alpha1_pay_foreign');
  });

  test('PA-04, API-90, DEC-28/2: anybody with payments submits through the flow of the slug and is remembered', async () => {
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: true });
    const id = await draft();
    const answer = await submitAs('wendy', id, 'foreign');
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        id,
        status: 'SUBMITTED_FOR_APPROVAL',
        submissionStatus: 'Submitted for approval',
        submitterId: 'wendy',
        historyEvents: [{ type: 'SUBMITTED', userName: 'Wendy Stone' }],
      },
    ]);
    expect(await templateOf(id)).toBe('alpha1_pay_foreign');
    expect(await waitingFor(id)).toEqual(['hugo']);
    expect(sent.outbox).toHaveLength(1);
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: false });
  });

  test('DEC-44: without a slug the bank account chooses the flow, else the show’s default does', async () => {
    const [foreign, loose] = [
      await draft({ bankAccount: accounts.foreign }),
      await draft({ bankAccount: accounts.loose }),
    ];
    await submitAs('dana', foreign);
    await submitAs('dana', loose);
    expect([await templateOf(foreign), await templateOf(loose)]).toEqual([
      'alpha1_pay_foreign',
      'alpha1_pay_operating',
    ]);
  });

  test('DEC-44, PA-04: an unknown slug, and that of a flow of purchase orders, is invalid; nothing is submitted', async () => {
    const id = await draft();
    for (const slug of ['nowhere', 'standard'])
      expect(said(await submitAs('dana', id, slug))).toEqual([400, 'invalid_parameter']);
    expect((await readPayment('dana', id)).status).toBe('DRAFT');
  });

  test('DEC-44: a show without a flow for it answers POS_NO_DEFAULT_WORKFLOW', async () => {
    const id = await draft({ bankAccount: accounts.loose });
    await sql.alpha`UPDATE show_settings SET default_payment_workflow_id = NULL`;
    expect(said(await submitAs('dana', id))).toEqual([422, 'POS_NO_DEFAULT_WORKFLOW']);
    await sql.alpha`UPDATE show_settings SET default_payment_workflow_id = 'alpha1_pay_operating'`;
    expect((await submitAs('dana', id)).status).toBe(200);
  });

  test('DEC-44: levels compare the size of the total, whatever its sign', async () => {
    const small = await inApproval({ totalCents: -100_000 });
    const large = await inApproval({ totalCents: -100_001 });
    expect((await readPayment('dana', small)).workflow?.steps).toHaveLength(1);
    expect((await readPayment('dana', large)).workflow?.steps).toHaveLength(2);
    expect(said(await submitAs('dana', await draft({ totalCents: 50_000_001 })))).toEqual([
      422,
      'POS_NO_VALID_WORKFLOW_STEP',
    ]);
  });
});

describe('approve', () => {
  test('PA-05, DEC-28/3, DEC-32: step by step, and the final approval releases it in accounting while one waits', async () => {
    const id = await inApproval({ totalCents: 150_000 });
    expect((await act('lena', 'approval', id)).body).toMatchObject({ status: 'SUBMITTED_FOR_APPROVAL' });
    expect((await act('sol', 'approval', id)).body).toMatchObject({ status: 'SUBMITTED_FOR_APPROVAL' });
    expect((await releasesOf())[id]).toBeUndefined();
    const answer = await act('hugo', 'approval', id, { getNext: false });
    expect([answer.status, answer.body]).toEqual([
      200,
      { docId: id, docType: 'PAYMENT', status: 'APPROVED', submissionStatus: 'Approved', nextId: null },
    ]);
    expect((await releasesOf())[id]).toBe(1);
    const payment = await readPayment('dana', id);
    expect(payment.historyEvents.map(({ type }) => type)).toEqual([
      'APPROVED',
      'APPROVED',
      'APPROVED',
      'SUBMITTED',
    ]);
    expect(payment.sendHistoryResource).toMatchObject([
      { sendType: 'ACCOUNTING', isSuccessful: true, senderFirstName: 'Hugo' },
    ]);
    await expectWholeChain('alpha1', id);
  });

  test('DEC-03, DEC-32: when accounting refuses, the approval stands with 424 and the send history says so', async () => {
    const id = await inApproval();
    await planBooks('payment.release', { status: 422, message: 'The period is closed.' });
    const answer = await act('lena', 'approval', id);
    expect([answer.status, answer.body]).toMatchObject([
      424,
      { code: 'accounting_interface_error', message: 'The period is closed.', approved: true },
    ]);
    expect(await readPayment('dana', id)).toMatchObject({
      status: 'APPROVED',
      sendHistoryResource: [{ isSuccessful: false }],
    });
  });

  test('DEC-03, DEC-61: when accounting was not reached, the release is tried again, and is done once', async () => {
    const id = await inApproval();
    await planBooks('payment.release', { times: 3, status: 503, message: 'Down.' });
    expect((await act('lena', 'approval', id)).status).toBe(424);
    // A note moves the version; the key of the release must not move with it.
    await as('dana').post(`/api/payments/${id}/notes?showId=alpha1`, { content: 'Please', keyId: 'n' });
    sent.outbox.length = 0;
    await sweepIn(2);
    const messages = sent.outbox.splice(0).filter(({ showId }) => showId === 'alpha1');
    await deliver('backlot-outbox', messages);
    await deliver('backlot-outbox', messages);
    expect((await releasesOf())[id]).toBe(1);
    expect((await readPayment('dana', id)).sendHistoryResource).toMatchObject([{ isSuccessful: true }]);
  });

  test('PA-05, DEC-28/4: deny needs a reason, ends it, leaves note, history and archive, and releases nothing', async () => {
    const id = await inApproval();
    expect(said(await act('lena', 'deny', id, { reason: ' ' }))).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    expect(said(await act('sol', 'deny', id, { reason: 'No' }))).toEqual([403, 'FORBIDDEN']);
    const answer = await act('lena', 'deny', id, { reason: 'Paid twice', archive: true });
    expect(answer.body).toMatchObject({ status: 'DENIED', submissionStatus: 'Denied' });
    expect(await readPayment('dana', id)).toMatchObject({
      isArchived: true,
      notes: [{ context: 'DENIED', content: 'Paid twice', isReview: true }],
      historyEvents: [{ type: 'DENIED' }, { type: 'SUBMITTED' }],
      workflow: { steps: [{ status: 'DENIED' }], currentStep: null },
    });
    expect(await waitingFor(id)).toEqual([]);
    expect((await releasesOf())[id]).toBeUndefined();
    expect(said(await act('luis', 'deny', id, { reason: 'Too' }))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('DEC-28: nobody creates or edits a payment', async () => {
    const id = await draft();
    expect((await as('ada').post('/api/payments?showId=alpha1', { number: 'X' })).status).toBe(404);
    expect((await as('ada').put(`/api/payments/${id}?showId=alpha1`, { number: 'X' })).status).toBe(404);
  });
});

describe('pull', () => {
  test('PA-11, API-96, DEC-28/5: its submitter, or an admin, takes it back out of approval', async () => {
    for (const name of ['dana', 'ada'] as const) {
      const id = await inApproval();
      expect(said(await pull('wendy', id))).toEqual([403, 'FORBIDDEN']);
      const answer = await pull(name, id);
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { id, status: 'DRAFT', submissionStatus: 'Draft', workflow: null, notes: [] },
      ]);
      expect(await waitingFor(id)).toEqual([]);
      expect((await submitAs('dana', id)).status).toBe(200);
    }
  });
});

test('DEC-97: who submitted a payment does not approve it where the show forbids that', async () => {
  await setSettings('alpha1', { preventSelfApproval: true });
  const id = await draft();
  await submitAs('lena', id);
  expect(await waitingFor(id)).toEqual(['luis']);
  await setSettings('alpha1', { preventSelfApproval: false });
});
