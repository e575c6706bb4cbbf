import { beforeAll, beforeEach, expect, test } from 'vitest';
import { links, mailedSubjects } from '../../support/worker/fixtures/mail.ts';
import {
  act,
  bookPayment,
  drain,
  importPayments,
  openPayments,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(forgetSent);

/** A payment of 50.00 that this user has submitted. */
async function submittedBy(name: PersonName, externalId: string): Promise<{ id: string; title: string }> {
  const [id = ''] = await importPayments(bookPayment(externalId));
  expect((await submitAs(name, id)).status).toBe(200);
  const [row] = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id = ${id}`;
  return { id, title: `Payment #${row?.number}` };
}

test('DEC-58, EM-13: the approvers of a payment are notified, then the submitter', async () => {
  const { id, title } = await submittedBy('dana', 'notified-1');
  expect(await mailedSubjects()).toEqual([
    `lena: ${title} is waiting for your approval`,
    `luis: ${title} is waiting for your approval`,
  ]);
  expect(links()[0]).toBe(`https://app.backlot.test/payment/review/${id}?restoreShow=alpha1`);
  expect((await act('lena', 'approval', id)).status).toBe(200);
  expect(await mailedSubjects()).toEqual([`dana: ${title} was approved`]);
  expect(links()).toEqual([
    `https://app.backlot.test/payment/review/${id}?referrer=listing&restoreShow=alpha1`,
  ]);
});

test('DEC-58: the submitter is notified of a denial, with actor and reason', async () => {
  const { id, title } = await submittedBy('wendy', 'notified-2');
  await drain();
  expect((await act('luis', 'deny', id, { reason: 'Paid twice.' })).status).toBe(200);
  expect(await mailedSubjects()).toEqual([`wendy: ${title} was denied`]);
  expect(sent.mail[0]?.text).toContain('Paid twice.\n(Luis Stone)');
});

test('DEC-58: an approver is not notified of their own submission and approval', async () => {
  const { id, title } = await submittedBy('lena', 'notified-3');
  expect(await mailedSubjects()).toEqual([`luis: ${title} is waiting for your approval`]);
  expect((await act('lena', 'approval', id)).status).toBe(200);
  expect(await mailedSubjects()).toEqual([]);
});

test('EM-13, DEC-58: the setting of the payment digest moves payments to the digest', async () => {
  const flag = (value: 0 | 1) =>
    sql.directory`UPDATE users SET consolidate_payment_emails = ${value} WHERE id = 'lena'`;
  await flag(1);
  const { id } = await submittedBy('dana', 'notified-4');
  expect((await mailedSubjects()).map((line) => line.split(':')[0])).toEqual(['luis']);
  expect(await sql.alpha`SELECT user_id, type FROM digest_items WHERE document_id = ${id}`).toEqual([
    { user_id: 'lena', type: 'PAYMENT' },
  ]);
  await flag(0);
});
