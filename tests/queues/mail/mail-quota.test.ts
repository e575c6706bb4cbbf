import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runJob } from '#verbs/jobs/run-job';
import { mailPasswordLink } from '#verbs/identity/mail-password-link';
import { readUser } from '#store/directory/users';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { approveAs, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(async () => {
  forgetSent();
  await sql.directory`DELETE FROM mail_pause`;
  await sql.alpha`DELETE FROM notification_windows`;
  await sql.alpha`UPDATE outbox SET done_at = created_at WHERE done_at IS NULL`;
});

/** The bindings with a mail service that refuses every e-mail for this reason. */
function refusing(code: string): { env: Env; attempts: () => number } {
  let attempts = 0;
  const send = async () => {
    attempts += 1;
    throw Object.assign(new Error('refused'), { code });
  };
  return { env: { ...studioEnv, EMAIL: { send } }, attempts: () => attempts };
}

/** Messages of notifications to several approvers. */
async function notices(): Promise<OutboxMessage[]> {
  const po = await submitted('dana', withTotal(2000));
  await approveAs(po, 'abel');
  return sent.outbox.splice(0).filter(({ isNotice }) => isNotice);
}

const jobs = () =>
  sql.alpha<{ attempts: number; next_attempt_at: string }>`SELECT attempts, next_attempt_at FROM outbox
    WHERE kind = 'notify' AND done_at IS NULL`;

test('DEC-159: a used-up quota pauses all mail jobs without using their attempts, and the sweep resumes them', async () => {
  const messages = await notices();
  const { env } = refusing('E_DAILY_LIMIT_EXCEEDED');
  expect(await deliver('backlot-outbox', messages, env)).toEqual({ acknowledged: 4, retried: 0 });
  const [pause] = await sql.directory<{ until: string }>`SELECT until FROM mail_pause`;
  const until = pause?.until ?? '';
  expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
  expect(await jobs()).toEqual(messages.map(() => ({ attempts: 0, next_attempt_at: until })));

  // Mail works again, but the pause lasts, for new jobs, too.
  const [another] = await notices();
  await deliver('backlot-outbox', [another]);
  expect(sent.mail).toEqual([]);

  const after = new Date(Date.parse(until) + 60_000);
  await sweepIn((after.getTime() - Date.now()) / 60_000);
  const resumed = sent.outbox.splice(0).filter(({ isNotice }) => isNotice);
  expect(resumed.length).toBeGreaterThanOrEqual(5);
  for (const message of resumed) await runJob(studioEnv, message, after.toISOString());
  expect(await jobs()).toEqual([]);
});

test('DEC-159: a pause ends with the day in UTC at the latest', async () => {
  const [message] = await notices();
  const { env } = refusing('E_DAILY_LIMIT_EXCEEDED');
  await runJob(env, message as OutboxMessage, '2027-03-01T23:30:00.000Z');
  expect(await sql.directory`SELECT until FROM mail_pause`).toEqual([{ until: '2027-03-02T00:00:00.000Z' }]);
});

test('DEC-159: password links are mailed during a pause', async () => {
  await sql.directory`INSERT INTO mail_pause VALUES (1, '2099-01-01T00:00:00.000Z')`;
  const user = await readUser(studioEnv, 'dana');
  if (!user) throw new Error('Dana is missing');
  expect(await mailPasswordLink(studioEnv, user, 'FORGOTTEN', new Date().toISOString())).toBe(true);
  expect(sent.mail).toHaveLength(1);
});

test('DEC-160: an e-mail is retried for 72 hours', async () => {
  const [message] = await notices();
  const { env, attempts } = refusing('E_INTERNAL_SERVER_ERROR');
  const began = Date.now();
  let now = began;
  for (;;) {
    const seconds = await runJob(env, message as OutboxMessage, new Date(now).toISOString());
    if (seconds === null) break;
    now += seconds * 1000;
  }
  const hours = (now - began) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(72);
  expect(hours).toBeLessThan(80);
  expect(attempts()).toBe(35);
});
