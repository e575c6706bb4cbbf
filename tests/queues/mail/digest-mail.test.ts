import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { sweep } from '#verbs/jobs/sweep';
import { action, approveAs, withTotal, submitted } from '../../support/worker/fixtures/client.ts';
import {
  deliverQueued,
  runDigestDay,
  runDailyCron,
  switchDigest,
} from '../../support/worker/fixtures/digests.ts';
import { failingMailService } from '../../support/worker/fixtures/mail.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import {
  forgetSent,
  openStudio,
  rowsOf,
  sent,
  setSettings,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(async () => {
  forgetSent();
  await sql.directory`UPDATE users
    SET email_notifications = 1, consolidate_po_emails = 0, consolidate_invoice_emails = 0,
    consolidate_payment_emails = 0`;
  // Each test starts with an empty approval queue.
  for (const show of ['alpha1', 'bravo2'] as const) {
    await rowsOf(show, 'DELETE FROM waiting_approvals');
    await rowsOf(show, 'DELETE FROM digest_items');
  }
});

let count = 0;
/** A day that no other test has used, in winter, when midnight Pacific is at 8 UTC. */
const nextDay = () => {
  count += 1;
  return new Date(Date.UTC(2027, 0, count)).toISOString().slice(0, 10);
};
const po = 'consolidate_po_emails';
const receivers = (mails: { to: string; subject: string }[]) =>
  mails.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`).toSorted();

describe('content of a digest', () => {
  test('EM-12, DEC-58: pending approvals and past events are in one e-mail, in HTML and text', async () => {
    await switchDigest('abel', po, true);
    await switchDigest('dana', po, true);
    const [one, two, three] = [
      await submitted('dana', { description: 'Booths <b>& lamps</b>', ...withTotal(20) }),
      await submitted('dana', withTotal(30)),
      await submitted('dana', withTotal(40)),
    ];
    await deliverQueued();
    expect(sent.mail).toEqual([]);
    await action('abel', 'revision', two, { reason: 'Split it' });
    await action('abel', 'void', three, { reason: 'Off' });
    const mails = await runDigestDay(nextDay());
    expect(receivers(mails)).toEqual([
      'abel: PO digest: 1 waiting for your approval',
      'dana: PO digest: 2 updates',
    ]);
    const [approverMail, creatorMail] = [
      mails.find(({ to }) => to.startsWith('abel')),
      mails.find(({ to }) => to.startsWith('dana')),
    ];
    const link = (id: string, persona: string) =>
      `https://app.backlot.test/po/review/${id}/${persona}?restoreShow=alpha1`;
    for (const text of [
      'Alpha Station: waiting for your approval',
      `PO #${orderNumber(one)}  $20.00`,
      link(one.id, 'approver'),
    ])
      expect(approverMail?.text).toContain(text);
    expect(approverMail?.text).toContain('https://app.backlot.test/approvals/purchase-orders');
    expect(approverMail?.html).toContain('Booths &lt;b&gt;&amp; lamps&lt;/b&gt;');
    expect(approverMail?.html).not.toContain('<b>');
    // A document that no longer waits is not listed for its approver.
    expect(approverMail?.text).not.toContain(two.poNumber);
    for (const text of [
      'Alpha Station: updates since your last digest',
      `A revision of PO #${orderNumber(two)} was requested  $30.00`,
      `PO #${orderNumber(three)} was voided  $40.00`,
      link(two.id, 'creator'),
    ])
      expect(creatorMail?.text).toContain(text);
    expect(creatorMail?.text).not.toContain(one.poNumber);
    for (const mail of mails) expect(mail.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });

  test('EM-12, DEC-58: an event is listed once, a pending approval every day, and an empty digest is not sent', async () => {
    await switchDigest('abel', po, true);
    await switchDigest('dana', po, true);
    const [one, two] = [await submitted('dana'), await submitted('dana')];
    await action('abel', 'void', two, { reason: 'Off' });
    await deliverQueued();
    expect(receivers(await runDigestDay(nextDay()))).toEqual([
      'abel: PO digest: 1 waiting for your approval',
      'dana: PO digest: 1 update',
    ]);
    expect(receivers(await runDigestDay(nextDay()))).toEqual([
      'abel: PO digest: 1 waiting for your approval',
    ]);
    await action('abel', 'void', one, { reason: 'Off' });
    await deliverQueued();
    expect(receivers(await runDigestDay(nextDay()))).toEqual(['dana: PO digest: 1 update']);
    expect(await runDigestDay(nextDay())).toEqual([]);
  });

  test('EM-12: one e-mail has a part for each show of the user', async () => {
    await switchDigest('dana', po, true);
    await sql.bravo`INSERT INTO department_members (show_id, department_id, user_id)
      VALUES ('bravo2', 'bravo2_department_art', 'dana')`;
    const [alphaOrder, bravoOrder] = [
      await submitted('dana', withTotal(5)),
      await submitted('dana', withTotal(6), 'bravo2'),
    ];
    await action('abel', 'revision', alphaOrder, { reason: 'x' });
    await action('bea', 'revision', bravoOrder, { reason: 'x' });
    await deliverQueued();
    sent.mail.length = 0;
    const [mail, ...others] = await runDigestDay(nextDay());
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('PO digest: 2 updates');
    for (const text of [
      'Alpha Station: updates since your last digest',
      'Bravo Junction: updates since your last digest',
      '?restoreShow=bravo2',
    ])
      expect(mail?.text).toContain(text);
  });

  test('EM-12: a long list is cut, with the count of further documents', async () => {
    await switchDigest('hugo', po, true);
    const { id } = await submitted('dana', withTotal(9));
    await deliverQueued();
    const [step] = await sql.alpha<{ id: string }>`SELECT step_id AS id FROM waiting_approvals`;
    await sql.alpha`DELETE FROM waiting_approvals`;
    // Sixty documents that wait only for Hugo.
    for (const n of Array.from({ length: 60 }, (_one, index) => index)) {
      const copy = `alpha1_copy${n}`;
      await sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort, creator_id, creator_name, owner_id, created_at, updated_at)
         SELECT ${copy}, show_id, type, status, submission_status, version, ${`8${String(n).padStart(4, '0')}`}, ${`8${String(n).padStart(4, '0')}`}, creator_id, creator_name, owner_id, created_at, updated_at FROM documents WHERE id = ${id}`;
      await sql.alpha`INSERT INTO waiting_approvals (show_id, user_id, type, document_id, step_id, since)
        VALUES ('alpha1', 'hugo', 'PO', ${copy}, ${step?.id ?? ''},
        ${`2026-11-0${1 + (n % 9)}T00:00:00.000Z`})`;
    }
    const [mail] = await runDigestDay(nextDay());
    expect(mail?.subject).toBe('PO digest: 60 waiting for your approval');
    expect(mail?.text.match(/^ {2}PO /gm)).toHaveLength(25);
    expect(mail?.text).toContain('and 35 more');
  });

  test('DEC-17, DEC-58: a digest does not contain a number that its recipient may not read', async () => {
    await switchDigest('abel', po, true);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    const one = await submitted('dana');
    const [row] = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id = ${one.id}`;
    const [mail] = await runDigestDay(nextDay());
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
    expect(mail?.text).toMatch(/^ {2}PO {2}\$/m);
    expect(mail?.text).not.toContain('#NA');
    expect(mail?.text.replaceAll(one.id, '')).not.toContain(row?.number);
  });
});

describe('recipients', () => {
  test('EM-12, EM-13: no digest is sent to users without the setting, without notifications, or who have left', async () => {
    await switchDigest('abel', po, true);
    await switchDigest('dana', po, true);
    const one = await submitted('dana');
    await action('abel', 'revision', one, { reason: 'x' });
    await submitted('dana');
    await deliverQueued();
    const off = (set: string, name: string) =>
      env.DIRECTORY.prepare(`UPDATE users SET ${set} WHERE id = ?`).bind(name).run();
    await off('email_notifications = 0', 'dana');
    await off('is_active = 0', 'abel');
    expect(await runDigestDay(nextDay())).toEqual([]);
    await off('is_active = 1', 'abel');
    await off('email_notifications = 1', 'dana');
    // Events of that time are not listed later.
    expect(receivers(await runDigestDay(nextDay()))).toEqual([
      'abel: PO digest: 1 waiting for your approval',
    ]);
  });

  test('DEC-58: events from before the digest was switched off are sent in a last digest', async () => {
    await switchDigest('dana', po, true);
    const one = await submitted('dana');
    await action('abel', 'revision', one, { reason: 'x' });
    await deliverQueued();
    sent.mail.length = 0;
    await switchDigest('dana', po, false);
    expect(receivers(await runDigestDay(nextDay()))).toEqual(['dana: PO digest: 1 update']);
    expect(await runDigestDay(nextDay())).toEqual([]);
  });
});

describe('one digest a day', () => {
  test('EM-12, DEC-49: one e-mail is sent despite repeated crons and deliveries', async () => {
    await switchDigest('abel', po, true);
    await submitted('dana');
    sent.outbox.length = 0;
    const day = nextDay();
    await Promise.all([1, 2, 3].map(() => runDailyCron(`${day}T08:00:00.000Z`)));
    await runDailyCron(`${day}T08:00:30.000Z`);
    const messages = [...sent.outbox];
    expect(await deliverQueued()).toHaveLength(1);
    for (let turn = 0; turn < 3; turn += 1) {
      await deliver('backlot-outbox', messages);
      await deliverQueued();
    }
    await runDailyCron(`${day}T08:59:00.000Z`);
    expect(await deliverQueued()).toEqual([]);
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-12, DEC-49: digests are started only at midnight in Los Angeles', async () => {
    await switchDigest('abel', po, true);
    await submitted('dana');
    sent.outbox.length = 0;
    for (const at of ['2028-01-10T07:00:00.000Z', '2028-07-10T08:00:00.000Z', '2028-07-10T19:00:00.000Z']) {
      await runDailyCron(at);
      expect(sent.outbox).toEqual([]);
    }
    await runDailyCron('2028-07-10T07:00:00.000Z');
    expect(await deliverQueued()).toHaveLength(1);
  });

  test.each([
    { of: 'go forward', from: '2029-03-09', days: 5 },
    { of: 'go back', from: '2029-11-02', days: 5 },
  ])(
    'EM-12, DEC-49: one digest a day is sent when clocks $of, also after a doubled or missed cron',
    async ({ from, days }) => {
      await switchDigest('abel', po, true);
      await submitted('dana');
      sent.outbox.length = 0;
      const perDay: number[] = [];
      for (let n = 0; n < days; n += 1) {
        const day = new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10);
        if (n === 1) await runDailyCron(`${day}T07:00:00.000Z`);
        if (n === 2) await runDailyCron(`${day}T08:00:00.000Z`);
        // Without a cron there is no digest; the next one lists all pending approvals.
        perDay.push(n === 3 ? 0 : (await runDigestDay(day)).length);
      }
      expect(perDay).toEqual([1, 1, 1, 0, 1]);
    },
  );

  test('EM-12: a failed digest does not block the others and is sent once, later', async () => {
    for (const name of ['lena', 'luis', 'lara'] as const) await switchDigest(name, po, true);
    const one = await submitted('dana', withTotal(70));
    await approveAs(one, 'abel');
    await deliverQueued();
    sent.mail.length = 0;
    await runDailyCron(`${nextDay()}T08:00:00.000Z`);
    await deliverQueued(failingMailService(null, ({ to }) => to.startsWith('luis')));
    expect(receivers(sent.mail)).toEqual([
      'lara: PO digest: 1 waiting for your approval',
      'lena: PO digest: 1 waiting for your approval',
    ]);
    await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE kind = 'digest' AND done_at IS NULL`;
    const [open] = await sql.alpha<{ id: string }>`SELECT id FROM outbox WHERE kind = 'digest'
      AND done_at IS NULL`;
    for (let turn = 0; turn < 2; turn += 1)
      await deliver('backlot-outbox', [{ showId: 'alpha1', outboxId: open?.id }]);
    expect(receivers(sent.mail).filter((line) => line.startsWith('luis'))).toHaveLength(1);
  });

  // Last, because all sessions have expired at its time.
  test('EM-12: the sweep continues a digest day that failed before all shows had their jobs', async () => {
    await switchDigest('abel', po, true);
    await submitted('dana');
    sent.outbox.length = 0;
    const day = nextDay();
    const broken = {
      ...studioEnv,
      OUTBOX_QUEUE: { sendBatch: () => Promise.reject(new Error('queue is away')) },
    } as unknown as Env;
    await expect(runDailyCron(`${day}T08:00:00.000Z`, broken)).rejects.toThrow('queue is away');
    await sweep(studioEnv, `${day}T08:01:00.000Z`);
    await sweep(studioEnv, `${day}T08:03:00.000Z`);
    const mails = (await deliverQueued()).filter(({ subject }) => subject.startsWith('PO digest'));
    expect(receivers(mails)).toEqual(['abel: PO digest: 1 waiting for your approval']);
  });
});
