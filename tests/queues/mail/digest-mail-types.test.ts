import { beforeAll, expect, test } from 'vitest';
import {
  act,
  bookPayment,
  importPayments,
  openPayments,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import { approveAs, withTotal, submitted } from '../../support/worker/fixtures/client.ts';
import { deliverQueued, runDigestDay, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { bill, openInvoices, submitBill } from '../../support/worker/fixtures/relief.ts';
import { rowsOf, sent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openPayments();
  await openInvoices();
  await sql.directory`UPDATE shows SET features = '["APPA","APIA"]' WHERE id = 'alpha1'`;
  await setSettings('alpha1', { invoiceModuleVisible: true, paymentModuleVisible: true });
});

test('EM-12, DEC-58: purchase orders, invoices and payments have separate digests, each with its own setting', async () => {
  await switchDigest('lena', 'consolidate_po_emails', true);
  await switchDigest('lena', 'consolidate_invoice_emails', true);
  await switchDigest('lena', 'consolidate_payment_emails', true);
  await switchDigest('luis', 'consolidate_payment_emails', true);
  await approveAs(await submitted('dana', withTotal(10)), 'abel');
  const invoice = await bill([{ cents: 1_000 }]);
  expect((await submitBill(invoice)).status).toBe(200);
  const [first = '', second = ''] = await importPayments(bookPayment('digest-1'), bookPayment('digest-2'));
  expect((await submitAs('dana', first)).status).toBe(200);
  expect((await submitAs('lena', second)).status).toBe(200);
  expect((await act('luis', 'deny', second, { reason: 'Twice' })).status).toBe(200);
  await deliverQueued();
  sent.mail.length = 0;

  const mails = await runDigestDay('2027-02-01');
  expect(mails.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`).toSorted()).toEqual([
    'lena: Invoice digest: 1 waiting for your approval',
    'lena: PO digest: 1 waiting for your approval',
    'lena: Payment digest: 1 waiting for your approval, 1 update',
    'luis: Payment digest: 1 waiting for your approval',
  ]);
  const of = (kind: string) => mails.find(({ subject }) => subject.startsWith(kind))?.text;
  expect(of('Invoice')).toContain(`/invoice/review/${invoice}/approver?restoreShow=alpha1`);
  expect(of('Invoice')).toContain('/approvals/invoices');
  expect(of('Payment')).toContain(`/payment/review/${first}?restoreShow=alpha1`);
  expect(of('Payment')).toContain('/approvals/payments');
});

test('DEC-12, EM-12: a module that was switched off has no digest', async () => {
  await setSettings('alpha1', { paymentModuleVisible: false });
  const mails = await runDigestDay('2027-02-02');
  expect(mails.filter(({ subject }) => subject.startsWith('Payment'))).toEqual([]);
  expect(mails.filter(({ subject }) => subject.startsWith('PO'))).toHaveLength(1);
});

test('EM-12, DEC-58: digest items of a show that the user has left are not sent by another show', async () => {
  await switchDigest('lena', 'consolidate_po_emails', false);
  await sql.bravo`INSERT INTO digest_items (show_id, user_id, type, document_id, event_seq, event, created_at)
     VALUES ('bravo2', 'lena', 'PO', 'bravo2_gone', 2, 'VOID', '2027-02-02T18:00:00.000Z')`;
  const mails = await runDigestDay('2027-02-03');
  expect(mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('PO'))).toEqual([]);
  const open = 'SELECT user_id FROM digest_items WHERE sent_at IS NULL';
  expect(await rowsOf('bravo2', open)).toEqual([]);
});
