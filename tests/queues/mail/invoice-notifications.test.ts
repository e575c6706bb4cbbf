import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  act,
  approveInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import { links, mailedSubjects, failingMailService } from '../../support/worker/fixtures/mail.ts';
import { drain } from '../../support/worker/fixtures/payments.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

beforeAll(openInvoiceStudio);
beforeEach(forgetSent);

const flag = (name: string, set: string) =>
  studioEnv.DIRECTORY.prepare(`UPDATE users SET ${set} WHERE id = ?`).bind(name).run();

test('DEC-58, EM-13: the approvers of each step are notified, then the owner, but never the actor', async () => {
  const invoice = await submittedInvoice();
  const name = `Invoice #${invoice.number}`;
  expect(await mailedSubjects()).toEqual([`abel: ${name} is waiting for your approval`]);
  expect(links()).toEqual([
    `https://app.backlot.test/invoice/review/${invoice.id}/approver?restoreShow=alpha1`,
  ]);
  expect(sent.mail[0]?.text).toContain('$100.00');
  await approveInvoice(invoice.id, 'abel');
  expect(await mailedSubjects()).toEqual([
    `lena: ${name} is waiting for your approval`,
    `luis: ${name} is waiting for your approval`,
  ]);
  await approveInvoice(invoice.id, 'lena');
  expect(await mailedSubjects()).toEqual([`ivan: ${name} was approved`]);
  expect(links()).toEqual([
    `https://app.backlot.test/invoice/review/${invoice.id}/creator?restoreShow=alpha1`,
  ]);
});

test('DEC-58: the owner is notified of a revision, a void and a denial, with actor and reason', async () => {
  const words = {
    revision: (name: string) => `ivan: A revision of ${name} was requested`,
    void: (name: string) => `ivan: ${name} was voided`,
    deny: (name: string) => `ivan: ${name} was denied`,
  };
  for (const [word, says] of Object.entries(words) as [keyof typeof words, (name: string) => string][]) {
    const invoice: Invoice = await submittedInvoice();
    await drain();
    const reason = `Because of ${word}.\nReally <b>so</b>.`;
    const answer = await act('abel', word, await readInvoiceAs('abel', invoice.id), { reason });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await mailedSubjects()).toEqual([says(`Invoice #${invoice.number}`)]);
    expect(sent.mail[0]?.text).toContain(`${reason}\n(Abel Stone)`);
    expect(sent.mail[0]?.html).toContain('Really &lt;b&gt;so&lt;/b&gt;.');
  }
});

test('DEC-58: an owner who voids their own invoice is not notified', async () => {
  const invoice = await submittedInvoice('ada');
  await drain();
  const answer = await act('ada', 'void', await readInvoiceAs('ada', invoice.id), { reason: 'Mine' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await mailedSubjects()).toEqual([]);
});

test('EM-13, DEC-58: notifications can be switched off, and only the invoice setting moves them to the invoice digest', async () => {
  await flag('lena', 'consolidate_po_emails = 1, consolidate_payment_emails = 1');
  await flag('luis', 'consolidate_invoice_emails = 1');
  const invoice = await submittedInvoice();
  await approveInvoice(invoice.id, 'abel');
  expect((await mailedSubjects()).map((line) => line.split(':')[0])).toEqual(['abel', 'lena']);
  expect(
    await sql.alpha`SELECT user_id, type, event FROM digest_items WHERE document_id = ${invoice.id}`,
  ).toEqual([{ user_id: 'luis', type: 'INVOICE', event: 'WAITING' }]);
  await flag('ivan', 'email_notifications = 0');
  await approveInvoice(invoice.id, 'lena');
  expect(await mailedSubjects()).toEqual([]);
  await flag('ivan', 'email_notifications = 1');
  await flag('lena', 'consolidate_po_emails = 0, consolidate_payment_emails = 0');
  await flag('luis', 'consolidate_invoice_emails = 0');
});

test('DEC-12, DEC-58: users without the invoices module are not notified of invoices', async () => {
  const module = (on: 0 | 1) =>
    sql.directory`UPDATE memberships SET invoice_module_visible = ${on} WHERE user_id = 'abel'
      AND show_id = 'alpha1'`;
  await submittedInvoice();
  await module(0);
  expect(await mailedSubjects()).toEqual([]);
  await module(1);
});

test('EM-13: a notification that the mail service refuses permanently is not retried', async () => {
  const invoice = await submittedInvoice();
  const messages = sent.outbox.splice(0);
  expect(await deliver('backlot-outbox', messages, failingMailService('E_RECIPIENT_SUPPRESSED'))).toEqual({
    acknowledged: 1,
    retried: 0,
  });
  expect(
    await sql.alpha`SELECT done_at, error FROM outbox WHERE document_id = ${invoice.id} AND kind = 'notify'`,
  ).toEqual([
    { done_at: expect.any(String), error: 'One of the addresses no longer accepts e-mail from Backlot.' },
  ]);
});
