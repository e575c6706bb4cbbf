import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirm, linkFor, linksIn, mailTo, signedIn, titleOf } from '../../support/worker/approval-links.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import { openAllTypes, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { submitAs } from '../../support/worker/fixtures/payments.ts';
import { actOnBill, order, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { forgetSent, sent, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openAllTypes();
  Object.assign(studioEnv, { SIGN_IN_ADDRESS_LIMIT: { limit: async () => ({ success: true }) } });
});
beforeEach(async () => {
  forgetSent();
  await setSettings('alpha1', {
    approveByMailUpTo: 10_000,
    approveByMailWithoutSignIn: 10_000,
    overReliefMode: 'WARN',
  });
});

const statusOf = async (id: string) =>
  (await sql.alpha<{ status: string }>`SELECT status FROM documents WHERE id = ${id}`)[0]?.status;

test('BUD-59, LINK-02, LINK-04, LINK-06: an invoice is approved with a link; mail and page say which order line it closes', async () => {
  const po = await order([10_000]);
  const id = await submittedBill([{ of: po, line: 1, cents: 6_000, closes: true }]);
  const mail = await mailTo('lena');
  expect(mail.text).toContain('Closes the line');
  const [path = ''] = linksIn(mail);
  const page = await openBrowser().get(path);
  expect(titleOf(page)).toMatch(/^Invoice #/);
  expect(page.html).toContain('60.00');
  expect(page.html).toContain('Closes the line');
  expect((await confirm(openBrowser(), path)).html).toContain('fully approved');
  expect(await statusOf(id)).toBe('APPROVED');
});

test('LINK-03: an invoice that draws more than its order has left has no link', async () => {
  const po = await order([10_000]);
  await submittedBill([{ of: po, line: 1, cents: 10_001 }]);
  expect(await linkFor('lena')).toBe('');
});

test('LINK-03: an invoice that may be a duplicate has no link', async () => {
  const po = await order([50_000]);
  await submittedBill([{ of: po, line: 1, cents: 7_700 }]);
  sent.outbox.length = 0;
  await submittedBill([{ of: po, line: 1, cents: 7_700 }]);
  expect(await linkFor('lena')).toBe('');
});

test('LINK-05: a payment is approved with a link, and never without a session', async () => {
  const po = await order([10_000]);
  const invoiceId = await submittedBill([{ of: po, line: 1, cents: 5_100 }]);
  await actOnBill(invoiceId, 'approval');
  const id = await paymentOf('by-mail', invoiceId);
  sent.outbox.length = 0;
  expect((await submitAs('dana', id)).status).toBe(200);
  const mail = await mailTo('lena');
  const [path = ''] = linksIn(mail);
  expect(mail.text).toMatch(/Lines\s+Invoice /);
  expect((await openBrowser().submit(path, {})).status).toBe(401);
  expect(await statusOf(id)).toBe('SUBMITTED_FOR_APPROVAL');
  expect(titleOf(await confirm(await signedIn('lena'), path))).toMatch(/^You approved Payment #/);
  expect(await statusOf(id)).toBe('APPROVED');
});
