import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJob } from '#verbs/jobs/run-job';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { openBrowser } from '../../support/worker/browser.ts';
import { linksIn, titleOf } from '../../support/worker/approval-links.ts';
import { submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { receiveMail } from '../../support/worker/output/received-mail.ts';
import { deliver, notificationWindows, sweepIn } from '../../support/worker/fixtures/queues.ts';
import {
  forgetSent,
  openStudio,
  sent,
  setSettings,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  notificationWindows.areKept = true;
});
afterAll(() => {
  notificationWindows.areKept = false;
});
beforeEach(async () => {
  forgetSent();
  await sql.alpha`DELETE FROM notification_windows`;
  await sql.alpha`DELETE FROM collected_notifications`;
  await sql.alpha`UPDATE outbox SET done_at = created_at WHERE done_at IS NULL`;
});

/** Submits orders that wait for Abel, and delivers their notifications. */
async function submitOrders(count: number, env: Env = studioEnv): Promise<void> {
  for (let n = 0; n < count; n += 1) await submitted('dana', withTotal(3));
  const notices = sent.outbox.splice(0).filter(({ isNotice }) => isNotice);
  for (let from = 0; from < notices.length; from += 10)
    await deliver('backlot-outbox', notices.slice(from, from + 10), env);
}

/** Runs the sweep and what it sends, `minutes` from now. */
async function runDueIn(minutes: number): Promise<void> {
  sent.outbox.length = 0;
  await sweepIn(minutes);
  const at = new Date(Date.now() + minutes * 60_000).toISOString();
  for (const message of sent.outbox.splice(0)) await runJob(studioEnv, message, at);
}

const subjects = () => sent.mail.map(({ subject }) => subject);
const single = expect.stringMatching(/ is waiting for your approval \(/) as string;

test('DEC-161: of 20 notifications within ten minutes the first is mailed at once, and the others in one e-mail', async () => {
  await submitOrders(20);
  expect(subjects()).toEqual([single]);
  await runDueIn(5);
  expect(sent.mail).toHaveLength(1);
  await runDueIn(11);
  expect(subjects()).toEqual([single, expect.stringMatching(/^19 waiting for your approval \(/)]);
  const { html, text } = sent.mail[1] ?? { html: '', text: '' };
  expect(html.match(/\/review|href="/g)?.length).toBeGreaterThanOrEqual(19);
  expect(text).toContain('within ten minutes of another e-mail');
  await runDueIn(40);
  expect(sent.mail).toHaveLength(2);
  expect(await sql.alpha`SELECT user_id FROM collected_notifications`).toEqual([]);
});

test('DEC-161: a single notification after ten minutes is mailed at once, and one that was collected alone as usual', async () => {
  await submitOrders(1);
  await submitOrders(1);
  expect(subjects()).toEqual([single]);
  await runDueIn(11);
  expect(subjects()).toEqual([single, single]);
  await sql.alpha`UPDATE notification_windows SET ends_at = '2026-01-01'`;
  await submitOrders(1);
  expect(subjects()).toEqual([single, single, single]);
});

test('DEC-161: a retry of the e-mail that opened the window is sent, and not collected', async () => {
  const failing = {
    ...studioEnv,
    EMAIL: { send: () => Promise.reject(new Error('away')) },
  } as unknown as Env;
  await submitted('dana', withTotal(3));
  const [message] = sent.outbox.splice(0).filter(({ isNotice }) => isNotice);
  expect(await deliver('backlot-outbox', [message], failing)).toEqual({ acknowledged: 0, retried: 1 });
  const later = new Date(Date.now() + 60_000).toISOString();
  await runJob(studioEnv, message as OutboxMessage, later);
  expect(subjects()).toEqual([single]);
});

test('DEC-161, DEC-58: collected notifications follow the preferences of the time when they are sent', async () => {
  await submitOrders(3);
  await sql.directory`UPDATE users SET email_notifications = 0 WHERE id = 'abel'`;
  await runDueIn(11);
  await sql.directory`UPDATE users SET email_notifications = 1 WHERE id = 'abel'`;
  expect(subjects()).toEqual([single]);
  expect(await sql.alpha`SELECT user_id FROM collected_notifications`).toEqual([]);
});

test('LINK-03: each document of a collected e-mail has its own link to approve', async () => {
  await setSettings('alpha1', { approveByMailUpTo: 1000, splitOrderWarning: false });
  await submitOrders(4);
  await runDueIn(11);
  const [first, collected] = await Promise.all(sent.mail.map((mail) => receiveMail(mail)));
  const links = [first, collected].map((mail) => (mail ? linksIn(mail) : []));
  expect(links.map((some) => some.length)).toEqual([1, 3]);
  expect(new Set(links.flat()).size).toBe(4);
  const pages = await Promise.all(links.flat().map((path) => openBrowser().get(path)));
  expect(new Set(pages.map(titleOf)).size).toBe(4);
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await setSettings('alpha1', { approveByMailUpTo: null, splitOrderWarning: true });
});
