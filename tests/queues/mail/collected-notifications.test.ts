import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJob } from '#verbs/jobs/run-job';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { openBrowser } from '../../support/worker/browser.ts';
import { linksIn, titleOf } from '../../support/worker/approval-links.ts';
import {
  action,
  approveAs,
  as,
  read,
  submitted,
  withTotal,
  workflowAction,
} from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { replace } from '../../support/worker/replacements.ts';
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

/** The subjects of the e-mails to a user. */
const subjectsTo = (name: PersonName) =>
  sent.mail.filter(({ to }) => JSON.stringify(to).includes(name)).map(({ subject }) => subject);

/** Orders at the step of Lena, Luis and Lara, of which one e-mail each was sent; the others are collected. */
async function atLevel(count: number) {
  const orders = [];
  for (let n = 0; n < count; n += 1) {
    const po = await submitted('dana', withTotal(300));
    await approveAs(po, 'abel');
    orders.push(await read('dana', po.id));
  }
  await deliverNotices();
  return orders;
}

async function deliverNotices(): Promise<void> {
  const notices = sent.outbox.splice(0).filter(({ isNotice }) => isNotice);
  for (let from = 0; from < notices.length; from += 10)
    await deliver('backlot-outbox', notices.slice(from, from + 10));
}

const collectedOf = (name: PersonName) => subjectsTo(name).filter((subject) => !subject.startsWith('PO '));
const three = ['3 waiting for your approval (Alpha Station)'];
const two = ['2 waiting for your approval (Alpha Station)'];

describe('DEC-269: a collected e-mail leaves out what no longer waits for its user:', () => {
  test('a document that others have approved meanwhile', async () => {
    const [, po] = await atLevel(4);
    for (const name of ['luis', 'lara'] as const)
      expect((await action(name, 'approval', po!)).status).toBe(200);
    await runDueIn(11);
    expect(collectedOf('lena')).toEqual(two);
  });

  test.each([
    ['pulled back', (id: string) => as('dana').put(`/api/pos/${id}/pull-from-approval`)],
    [
      'returned for revision',
      async (id: string) => action('luis', 'revision', await read('dana', id), { reason: 'Wrong account' }),
    ],
    [
      'voided',
      async (id: string) => action('lena', 'void', await read('dana', id), { reason: 'Not needed' }),
    ],
  ])('a document that was %s', async (_what, change) => {
    const [, po] = await atLevel(4);
    expect((await change(po!.id)).status).toBe(200);
    await runDueIn(11);
    expect(collectedOf('lena')).toEqual(two);
  });

  test('documents of an approver who was replaced, and the new approver is named whom they replace', async () => {
    await atLevel(4);
    await replace('lena', 'otto');
    await runDueIn(11);
    expect(collectedOf('lena')).toEqual([]);
    expect(collectedOf('luis')).toEqual(three);
    const [mail] = sent.mail.filter(({ to }) => JSON.stringify(to).includes('otto'));
    expect(mail?.text).toContain('You replace Lena Stone as an approver of these documents.');
    await replace('otto', 'lena');
  });

  test('documents of a cover that has ended', async () => {
    await cover('lena', 'otto');
    await atLevel(4);
    await endCovers();
    await runDueIn(11);
    expect(collectedOf('otto')).toEqual([]);
    expect(collectedOf('lena')).toEqual(three);
  });

  test('a reminder of a document that was approved meanwhile', async () => {
    const [, po] = await atLevel(4);
    expect((await workflowAction('dana', 'nudge', po!.id)).status).toBe(200);
    await deliverNotices();
    await approveAs(po!, 'luis', 'lara');
    await runDueIn(11);
    expect(collectedOf('lena')).toEqual(two);
  });
});

test('ASK-04, DEC-161: a question comes first in the subject and the lists of a collected e-mail', async () => {
  const [, po] = await atLevel(3);
  const question = { keyId: crypto.randomUUID(), content: 'Is the sofa blue?', askedUserId: 'lena' };
  expect((await as('luis').post(`/api/pos/${po!.id}/notes`, question)).status).toBe(201);
  await deliverNotices();
  await runDueIn(11);
  expect(collectedOf('lena')).toEqual(['1 question to you, 2 waiting for your approval (Alpha Station)']);
  const [, mail] = sent.mail.filter(({ to }) => to.startsWith('lena'));
  const text = mail?.text ?? '';
  const at = (part: string) => text.indexOf(part);
  expect(at('Is the sofa blue?')).toBeGreaterThan(at('Questions to you'));
  expect(at('Is the sofa blue?')).toBeLessThan(at('Waiting for your approval'));
});

test('COV-14: a collected e-mail says for whom the recipient covers', async () => {
  await cover('lena', 'otto');
  await atLevel(3);
  await runDueIn(11);
  await endCovers();
  const [, mail] = sent.mail.filter(({ to }) => to.startsWith('otto'));
  expect(mail?.text.match(/ · for Lena Stone/g)).toHaveLength(2);
  const others = sent.mail.filter(({ to }) => !to.startsWith('otto'));
  expect(others.some(({ text }) => text.includes('for Lena Stone'))).toBe(false);
});
