import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectWholeChain } from '../../support/worker/concurrency.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  accounts,
  act,
  bookPayment,
  importPayments,
  openPayments,
  planFailure,
  readPayment,
  releasesOf,
  submitAs,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, sent, setSettings, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import type { PaymentTemplate } from '#domain/payments/payment-response';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
});

let names = 0;
const fresh = (own: Parameters<typeof bookPayment>[1] = {}) => bookPayment(`life-${(names += 1)}`, own);
const draft = async (own: Parameters<typeof bookPayment>[1] = {}) =>
  (await importPayments(fresh(own)))[0] ?? '';
const inApproval = async (own: Parameters<typeof bookPayment>[1] = {}) =>
  (await submittedPayments(fresh(own)))[0] ?? '';
const pull = (name: PersonName, id: string) =>
  as(name).put<{ status?: string; submissionStatus?: string; code?: string }>(`/api/payments/${id}/pull`);
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code ?? null,
];
const templateOf = async (id: string) =>
  (
    await sql.alpha<{ template_id: string }>`SELECT template_id FROM workflows WHERE document_id = ${id}
      AND is_latest = 1`
  )[0]?.template_id;

describe('reading', () => {
  test('API-89, PA-01: every user with payments reads any; an unknown id, or one of another type, is 404', async () => {
    const id = await draft();
    expect((await readPayment('wendy', id)).id).toBe(id);
    for (const other of ['alpha1_nothing', 'alpha1_inv'])
      expect(statusAndCode(await as('dana').get(`/api/payments/${other}/?showId=alpha1`))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    expect(statusAndCode(await as('nora').get(`/api/payments/${id}`))).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  });

  test("API-107, DEC-44: the show's payment workflows are returned with slug, accounts and default", async () => {
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
  test('DEC-44: without workflow selection only the slug of the workflow of the bank account, or the default, is valid', async () => {
    const [own, foreign] = [await draft(), await draft({ bankAccount: accounts.foreign })];
    expect(statusAndCode(await submitAs('dana', own, 'foreign'))).toEqual([400, 'invalid_parameter']);
    expect((await readPayment('dana', own)).status).toBe('DRAFT');
    expect((await submitAs('dana', own, 'operating')).status).toBe(200);
    expect((await submitAs('dana', foreign, 'foreign')).status).toBe(200);
    expect(await templateOf(foreign)).toBe('alpha1_pay_foreign');
  });

  test('PA-04, API-90, DEC-28/2: any user with payments submits to the workflow of the slug and becomes the submitter', async () => {
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

  test("DEC-44: without a slug the bank account selects the workflow, otherwise the show's default applies", async () => {
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

  test('DEC-44, PA-04: an unknown slug, or one of a purchase order workflow, is invalid, and nothing is submitted', async () => {
    const id = await draft();
    for (const slug of ['nowhere', 'standard'])
      expect(statusAndCode(await submitAs('dana', id, slug))).toEqual([400, 'invalid_parameter']);
    expect((await readPayment('dana', id)).status).toBe('DRAFT');
  });

  test('DEC-44: a show without a matching workflow returns POS_NO_DEFAULT_WORKFLOW', async () => {
    const id = await draft({ bankAccount: accounts.loose });
    await sql.alpha`UPDATE show_settings SET default_payment_workflow_id = NULL`;
    expect(statusAndCode(await submitAs('dana', id))).toEqual([422, 'POS_NO_DEFAULT_WORKFLOW']);
    await sql.alpha`UPDATE show_settings SET default_payment_workflow_id = 'alpha1_pay_operating'`;
    expect((await submitAs('dana', id)).status).toBe(200);
  });

  test('DEC-44: levels compare the absolute total', async () => {
    const small = await inApproval({ totalCents: -100_000 });
    const large = await inApproval({ totalCents: -100_001 });
    expect((await readPayment('dana', small)).workflow?.steps).toHaveLength(1);
    expect((await readPayment('dana', large)).workflow?.steps).toHaveLength(2);
    expect(statusAndCode(await submitAs('dana', await draft({ totalCents: 50_000_001 })))).toEqual([
      422,
      'POS_NO_VALID_WORKFLOW_STEP',
    ]);
  });
});

describe('approve', () => {
  test('PA-05, DEC-28/3, DEC-32: the final approval releases the payment in accounting before the answer', async () => {
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

  test('DEC-03, DEC-32: when accounting refuses, the approval is stored, with 424 and an entry in the send history', async () => {
    const id = await inApproval();
    await planFailure('payment.release', { status: 422, message: 'The period is closed.' });
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

  test('DEC-03, DEC-61: when accounting was not reached, the release is retried and takes effect once', async () => {
    const id = await inApproval();
    await planFailure('payment.release', { times: 3, status: 503, message: 'Down.' });
    expect((await act('lena', 'approval', id)).status).toBe(424);
    // A note changes the version, but must not change the key of the release.
    await as('dana').post(`/api/payments/${id}/notes?showId=alpha1`, { content: 'Please', keyId: 'n' });
    sent.outbox.length = 0;
    await sweepIn(2);
    const messages = sent.outbox.splice(0).filter(({ showId }) => showId === 'alpha1');
    await deliver('backlot-outbox', messages);
    await deliver('backlot-outbox', messages);
    expect((await releasesOf())[id]).toBe(1);
    expect((await readPayment('dana', id)).sendHistoryResource).toMatchObject([{ isSuccessful: true }]);
  });

  test('PA-05, DEC-28/4: deny needs a reason, ends the payment with note, history and archive, and releases nothing', async () => {
    const id = await inApproval();
    expect(statusAndCode(await act('lena', 'deny', id, { reason: ' ' }))).toEqual([
      400,
      'MISSING_REQUIRED_FIELDS',
    ]);
    expect(statusAndCode(await act('sol', 'deny', id, { reason: 'No' }))).toEqual([403, 'FORBIDDEN']);
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
    expect(statusAndCode(await act('luis', 'deny', id, { reason: 'Too' }))).toEqual([
      409,
      'WORKFLOW_CONFLICT',
    ]);
  });

  test('DEC-28: payments cannot be created or edited', async () => {
    const id = await draft();
    expect((await as('ada').post('/api/payments?showId=alpha1', { number: 'X' })).status).toBe(404);
    expect((await as('ada').put(`/api/payments/${id}?showId=alpha1`, { number: 'X' })).status).toBe(404);
  });
});

describe('pull', () => {
  test('PA-11, API-96, DEC-28/5: the submitter or an admin pulls a payment from approval', async () => {
    for (const name of ['dana', 'ada'] as const) {
      const id = await inApproval();
      expect(statusAndCode(await pull('wendy', id))).toEqual([403, 'FORBIDDEN']);
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

test('DEC-97: the submitter does not approve a payment where the show forbids it', async () => {
  await setSettings('alpha1', { preventSelfApproval: true });
  const id = await draft();
  await submitAs('lena', id);
  expect(await waitingFor(id)).toEqual(['luis']);
  await setSettings('alpha1', { preventSelfApproval: false });
});
