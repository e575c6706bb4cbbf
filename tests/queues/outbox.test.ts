import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { action, approveAs, as, withTotal, create, submitted } from '../support/worker/fixtures/client.ts';
import { deliver, sweepIn } from '../support/worker/fixtures/queues.ts';
import {
  failPushes,
  forgetSent,
  openStudio,
  pushesOf,
  rowsOf,
  sent,
  sql,
  studioEnv,
} from '../support/worker/fixtures/studio.ts';
import type { ShowId } from '../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(forgetSent);

/** Delivers the messages that the Worker has sent since, `times` times. */
async function deliverSent(times = 1): Promise<void> {
  const messages = sent.outbox.splice(0);
  for (let turn = 0; turn < times; turn += 1) {
    expect(await deliver('backlot-outbox', messages)).toEqual({ acknowledged: messages.length, retried: 0 });
  }
}
const mails = () => sent.mail.map(({ to, subject }) => [to, subject]).toSorted();
const openEntries = (showId: ShowId, id: string) =>
  rowsOf<{ id: string; kind: string; sent_at: string | null }>(
    showId,
    'SELECT id, kind, sent_at FROM outbox WHERE document_id = ? AND done_at IS NULL',
    id,
  );
const preference = (name: string, column: string, value: 0 | 1) =>
  env.DIRECTORY.prepare(`UPDATE users SET ${column} = ? WHERE id = ?`).bind(value, name).run();

describe('notifications', () => {
  test('DEC-58, EM-13: one mail to each approver of the step, and none to the actor', async () => {
    const po = await submitted('dana', withTotal(2000));
    await deliverSent();
    expect(mails()).toEqual([
      ['abel@backlot.example', `PO #${orderNumber(po)} is waiting for your approval (Alpha Station)`],
    ]);
    sent.mail.length = 0;
    await approveAs(po, 'abel');
    await deliverSent();
    expect(mails().map(([to]) => to)).toEqual([
      'lara@backlot.example',
      'lena@backlot.example',
      'luis@backlot.example',
    ]);
    expect(await openEntries('alpha1', po.id)).toEqual([]);
  });

  test('DEC-58: the owner is notified of approval, revision and void, with a link to the creator page', async () => {
    const notifiedAbout = async (po: PurchaseOrder, act: () => Promise<unknown>) => {
      await deliverSent();
      sent.mail.length = 0;
      await act();
      await deliverSent();
      expect(sent.mail).toHaveLength(1);
      expect(sent.mail[0]).toMatchObject({ to: 'dana@backlot.example' });
      expect(sent.mail[0]?.text).toContain(`https://app.backlot.test/po/review/${po.id}/creator`);
      return sent.mail[0]?.subject;
    };
    const [one, two, three] = [
      await submitted('dana', withTotal(5)),
      await submitted('dana'),
      await submitted('dana'),
    ];
    await approveAs(one, 'abel', 'lena');
    expect(await notifiedAbout(one, () => approveAs(one, 'luis'))).toBe(
      `PO #${orderNumber(one)} was approved (Alpha Station)`,
    );
    expect(await notifiedAbout(two, () => action('abel', 'revision', two, { reason: 'x' }))).toBe(
      `A revision of PO #${orderNumber(two)} was requested (Alpha Station)`,
    );
    expect(await notifiedAbout(three, () => action('abel', 'void', three, { reason: 'x' }))).toBe(
      `PO #${orderNumber(three)} was voided (Alpha Station)`,
    );
  });

  test('EM-13, DEC-58: notifications follow the settings: none, e-mail or digest', async () => {
    await preference('lena', 'email_notifications', 0);
    await preference('luis', 'consolidate_po_emails', 1);
    const po = await submitted('dana', withTotal(900));
    await approveAs(po, 'abel');
    sent.mail.length = 0;
    await deliverSent();
    expect(mails().map(([to]) => to)).toEqual(['abel@backlot.example', 'lara@backlot.example']);
    expect(await sql.alpha`SELECT user_id, event FROM digest_items WHERE document_id = ${po.id}`).toEqual([
      { user_id: 'luis', event: 'WAITING' },
    ]);
    await preference('lena', 'email_notifications', 1);
    await preference('luis', 'consolidate_po_emails', 0);
  });

  test('DEC-58: user input cannot become markup or a second header line', async () => {
    await submitted('dana', { description: '<img src=x onerror=alert(1)>' });
    await deliverSent();
    expect(sent.mail[0]?.html).toContain('&lt;img src=x');
    expect(sent.mail[0]?.html).not.toContain('<img');
    expect(sent.mail[0]?.subject).not.toMatch(/[\r\n]/);
  });
});

describe('repeated and lost messages', () => {
  test('EM-13: a redelivered message sends no second mail, immediately or later', async () => {
    const po = await submitted('dana');
    const messages = [...sent.outbox];
    await deliverSent(3);
    await sql.alpha`UPDATE outbox SET next_attempt_at = NULL WHERE document_id = ${po.id}`;
    await deliver('backlot-outbox', messages);
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-13: a message for an unknown job or show is acknowledged and has no effect', async () => {
    const strangers = [
      { showId: 'alpha1', outboxId: 'alpha1_none' },
      { showId: 'nowhere9', outboxId: 'nowhere9_none' },
    ];
    expect(await deliver('backlot-outbox', strangers)).toEqual({ acknowledged: 2, retried: 0 });
    expect(sent.mail).toEqual([]);
  });

  test('EM-13: a message cannot run a job of another show', async () => {
    const po = await submitted('dana');
    const [entry] = await openEntries('alpha1', po.id);
    await deliver('backlot-outbox', [{ showId: 'bravo2', outboxId: entry?.id }]);
    expect(sent.mail).toEqual([]);
    expect(await openEntries('alpha1', po.id)).toHaveLength(1);
  });

  test('EM-13: a job is retried later, once, when the mail service fails', async () => {
    const po = await submitted('dana');
    const [message] = sent.outbox.splice(0);
    const broken = {
      ...studioEnv,
      EMAIL: { send: () => Promise.reject(new Error('mailbox on fire')) },
    } as unknown as Env;
    expect(await deliver('backlot-outbox', [message], broken)).toEqual({ acknowledged: 0, retried: 1 });
    expect(await openEntries('alpha1', po.id)).toHaveLength(1);
    // The retry is not due yet.
    await deliver('backlot-outbox', [message]);
    expect(sent.mail).toEqual([]);
    await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE document_id = ${po.id}`;
    expect(await deliver('backlot-outbox', [message, message])).toEqual({ acknowledged: 2, retried: 0 });
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-13: concurrent deliveries send one mail', async () => {
    await submitted('dana');
    const messages = sent.outbox.splice(0);
    await Promise.all(Array.from({ length: 5 }, () => deliver('backlot-outbox', messages)));
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-13: a failing job does not block the others of its batch', async () => {
    await submitted('dana');
    await submitted('nora', {}, 'bravo2');
    const messages = sent.outbox.splice(0);
    const onceBroken = {
      ...studioEnv,
      EMAIL: {
        send: async (mail: { to: string }) => {
          if (mail.to.startsWith('abel')) throw new Error('refused');
          sent.mail.push(mail as (typeof sent.mail)[number]);
        },
      },
    } as unknown as Env;
    expect(await deliver('backlot-outbox', messages, onceBroken)).toEqual({ acknowledged: 5, retried: 1 });
    expect(sent.mail).toHaveLength(5);
  });

  test('EM-13: a malformed message is retried alone and does not block its batch', async () => {
    await submitted('dana');
    const messages = sent.outbox.splice(0);
    expect(await deliver('backlot-outbox', [null, ...messages, 'mail', { showId: 'alpha1' }])).toEqual({
      acknowledged: messages.length,
      retried: 3,
    });
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-13: a job of an unknown kind stays open', async () => {
    const { id } = await submitted('dana');
    await sql.alpha`UPDATE outbox SET payload = json_set(payload, '$.kind', 'sing') WHERE document_id = ${id}`;
    expect(await deliver('backlot-outbox', sent.outbox.splice(0))).toEqual({ acknowledged: 0, retried: 1 });
    expect(await openEntries('alpha1', id)).toHaveLength(1);
  });

  test('EM-13: the sweep dispatches jobs with lost messages on both shards, but no recent ones', async () => {
    const [first, second] = [await submitted('dana'), await submitted('nora', {}, 'bravo2')];
    sent.outbox.length = 0;
    await sweepIn(0);
    const ids = [...(await openEntries('alpha1', first.id)), ...(await openEntries('bravo2', second.id))].map(
      (row) => row.id,
    );
    expect(sent.outbox.filter((message) => ids.includes(message.outboxId))).toEqual([]);
    await sweepIn(2);
    const swept = sent.outbox.filter((message) => ids.includes(message.outboxId));
    expect(swept.map((message) => message.outboxId).toSorted()).toEqual(ids.toSorted());
    expect(ids).toHaveLength(6);
    await deliverSent();
    expect(sent.mail.map((mail) => mail.to)).toContain('abel@backlot.example');
    await sweepIn(10);
    expect(sent.outbox.filter((message) => ids.includes(message.outboxId))).toEqual([]);
  });

  test('DEC-32, DEC-61: the sweep runs a push once when the Worker crashed after the commit', async () => {
    const po = await submitted('nora', withTotal(75), 'bravo2');
    await action('bea', 'approval', po);
    // As if the Worker had crashed before it stored accounting's response.
    await sql.bravo`UPDATE outbox SET done_at = NULL WHERE document_id = ${po.id} AND kind = 'push-po'`;
    sent.outbox.length = 0;
    await sweepIn(2);
    await deliverSent(2);
    expect(await pushesOf(po.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 7_500 }]);
    expect(await sql.bravo`SELECT is_successful FROM send_history WHERE document_id = ${po.id}`).toEqual([
      { is_successful: 1 },
    ]);
  });

  test('DEC-03: a push that accounting refuses in the queue is closed and not retried', async () => {
    const po = await submitted('nora', withTotal(76), 'bravo2');
    await failPushes('V5', 'Refused at first.');
    await action('bea', 'approval', po);
    await sql.bravo`UPDATE outbox SET done_at = NULL WHERE document_id = ${po.id} AND kind = 'push-po'`;
    await failPushes('V5', 'Still refused.');
    sent.outbox.length = 0;
    await sweepIn(2);
    await deliverSent();
    expect(await openEntries('bravo2', po.id)).toEqual([]);
    expect(await pushesOf(po.id)).toEqual([]);
  });

  test('DEC-25/16: the void of an approved order is sent to accounting once', async () => {
    const po = await submitted('dana', withTotal(77));
    await approveAs(po, 'abel', 'lena', 'luis');
    sent.outbox.length = 0;
    expect((await action('lena', 'void', { id: po.id, showId: po.showId }, { reason: 'Off' })).status).toBe(
      200,
    );
    await deliverSent(2);
    expect((await pushesOf(po.id)).map((entry) => entry.kind)).toEqual(['PO_PUSH', 'PO_VOID']);
  });
});

describe('housekeeping', () => {
  test('DEC-53: an upload without a document is deleted after a day; a linked one stays', async () => {
    const upload = async () => (await as('dana').upload({ name: 'a.txt', bytes: 'a' })).body;
    const [loose, linked] = [await upload(), await upload()];
    await create('dana', { attachments: [linked] });
    await sweepIn(60);
    expect(await studioEnv.FILES.get(loose.attachmentId)).not.toBeNull();
    await sweepIn(24 * 60 + 5);
    expect(await studioEnv.FILES.get(loose.attachmentId)).toBeNull();
    expect(await sql.alpha`SELECT id FROM files WHERE id = ${loose.attachmentId}`).toEqual([]);
    expect(await studioEnv.FILES.get(linked.attachmentId)).not.toBeNull();
  });

  test('DEC-99: idempotency keys are deleted after a day', async () => {
    await create('dana');
    await sweepIn(60);
    expect((await sql.alpha`SELECT 1 FROM idempotency`).length).toBeGreaterThan(0);
    await sweepIn(24 * 60 + 5);
    expect(await sql.alpha`SELECT 1 FROM idempotency`).toEqual([]);
  });

  test('DEC-02: an expired session can be distinguished from an unknown one for a day', async () => {
    const expired = (hours: number) =>
      sql.directory`INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, expires_at)
        VALUES (${`hours-${hours}`}, 'dana', 'x', 'x',
        ${new Date(Date.now() - hours * 3_600_000).toISOString()})`;
    await expired(23);
    await expired(25);
    await sweepIn(0);
    const { results } = await env.DIRECTORY.prepare(
      "SELECT token_hash FROM sessions WHERE token_hash LIKE 'hours-%'",
    ).all();
    expect(results).toEqual([{ token_hash: 'hours-23' }]);
  });

  test('EM-13: a dead letter is acknowledged, and its row stays open for the sweep', async () => {
    const po = await submitted('dana');
    const [message] = sent.outbox;
    expect(await deliver('backlot-dead-letters', [message])).toEqual({ acknowledged: 1, retried: 0 });
    expect(await openEntries('alpha1', po.id)).toHaveLength(1);
  });
});
