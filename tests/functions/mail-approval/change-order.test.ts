import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  allowLinks,
  linkFor,
  mailTo,
  openLinkStudio,
  signedIn,
} from '../../support/worker/approval-links.ts';
import { submit, withChangeOrder } from '../../support/worker/fixtures/change-orders.ts';
import { as, submitted } from '../../support/worker/fixtures/client.ts';
import { forgetSent, sent } from '../../support/worker/fixtures/studio.ts';

beforeAll(openLinkStudio);
beforeEach(async () => {
  forgetSent();
  await allowLinks();
});

const change = '+$50.00 (+16.7 %), from $300.00 to $350.00';

async function submittedChange() {
  const { open } = await withChangeOrder('dana');
  sent.outbox.length = 0;
  const answer = await submit('dana', open.id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test('CHANGE-08: the e-mail to an approver starts with the change and its lines', async () => {
  await submittedChange();
  const { text } = await mailTo('abel');
  expect(text).toContain(change);
  expect(text.indexOf(change)).toBeLessThan(text.indexOf('Lumen Rentals'));
  expect(text).toMatch(/What changed\s+Lamps\s+\+\$50\.00\s+Added\s+Lines/);
});

test('CHANGE-08: so does the page of its link', async () => {
  await submittedChange();
  const browser = await signedIn('abel');
  const { html } = await browser.get(await linkFor('abel'));
  expect(html).toContain(change);
});

test('CHANGE-08: a nudge says it, too', async () => {
  const po = await submittedChange();
  await mailTo('abel');
  sent.mail.length = 0;
  sent.outbox.length = 0;
  const nudged = await as('dana').post('/api/workflows/nudge', { docId: po.id, docType: 'PO' });
  expect(nudged.status, JSON.stringify(nudged.body)).toBe(200);
  const { subject, text } = await mailTo('abel');
  expect(subject).toContain('is still waiting');
  expect(text).toContain(change);
});

test('CHANGE-08: an e-mail that asks for no approval does not have it', async () => {
  const { id } = await submittedChange();
  const question = { keyId: crypto.randomUUID(), content: 'Which episode?', askedUserId: 'dana' };
  expect((await as('abel').post(`/api/pos/${id}/notes`, question)).status).toBe(201);
  const { subject, text } = await mailTo('dana');
  expect(subject).toContain('You were asked');
  expect(text).not.toContain(change);
});

test('CHANGE-08: an order without a change order has no change', async () => {
  await submitted('dana');
  expect((await mailTo('abel')).text).not.toContain('Change');
});
