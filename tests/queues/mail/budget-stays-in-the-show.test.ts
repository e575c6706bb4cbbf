import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookEvents } from '#domain/webhooks/webhook';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { changeBudget, newBudget } from '../../support/worker/budget/budgets.ts';
import { approveAll } from '../../support/worker/fixtures/change-orders.ts';
import { read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { openStudio, sent, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { connectEndpoints, network, register } from '../../support/worker/fixtures/webhooks.ts';
import { attachedText } from '../../support/worker/output/attached-text.ts';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
afterAll(() => closeBrowser(studioEnv));

test('BUD-24: e-mails to vendors, their files and webhooks contain nothing of the budget', async () => {
  await setSettings('alpha1', { vendorEmailAutoSendEnabled: true, budgetOnDecision: 'ANSWER' });
  await sql.directory`UPDATE memberships SET read_budget = 1`;
  const { id } = await newBudget();
  await changeBudget(id, 'amounts', { account: '6100', amount: 312.37 });
  await register(webhookEvents);
  const po = await submitted('dana', withTotal(800));
  await deliverSent();
  await approveAll(po);
  await deliverSent();
  const toVendor = sent.mail.filter(({ attachments }) => attachments !== undefined);
  expect([toVendor.length, network.received.length > 3]).toEqual([1, true]);
  const texts = [
    ...toVendor.flatMap(({ subject, text, html }) => [subject, text, html]),
    await attachedText(toVendor[0]),
    ...network.received.map(({ body }) => body),
  ];
  expect((await read('dana', po.id)).status).toBe('APPROVED');
  for (const text of texts) expect(text).not.toMatch(/budget|312\.37|487\.63/i);
  // The same figures went to the approver.
  const toApprover = sent.mail.find(({ to }) => to === 'abel@backlot.example');
  expect(toApprover?.text).toMatch(/Over budget[^]*312\.37/);
});
