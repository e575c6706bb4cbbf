import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reviewLink } from '#domain/lifecycle/review-link';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { deliver, deliverSent } from '../../support/worker/fixtures/queues.ts';
import {
  forgetSent,
  openStudio,
  sent,
  setSettings,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(forgetSent);

const receivers = () => sent.mail.map((mail) => mail.to.split('@')[0]).toSorted();

describe('DEC-58: each recipient has a job of their own', () => {
  test('EM-13: a failed mail is retried alone, and no recipient gets a second one', async () => {
    const po = await submitted('dana', withTotal(2000));
    await approveAs(po, 'abel');
    const waiting = await sql.alpha<{ effect_key: string }>`SELECT effect_key FROM outbox
      WHERE document_id = ${po.id} AND kind = 'notify' AND done_at IS NULL`;
    expect(new Set(waiting.map((row) => row.effect_key)).size).toBe(4);
    const choosy = {
      ...studioEnv,
      EMAIL: {
        send: async (mail: (typeof sent.mail)[number]) => {
          if (mail.to.startsWith('luis')) throw new Error('mailbox of luis@backlot.example is full');
          sent.mail.push(mail);
        },
      },
    } as unknown as Env;
    const messages = sent.outbox.splice(0);
    expect(await deliver('backlot-outbox', messages, choosy)).toEqual({ acknowledged: 3, retried: 1 });
    await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE document_id = ${po.id}`;
    await deliver('backlot-outbox', messages);
    expect(receivers()).toEqual(['abel', 'lara', 'lena', 'luis']);
    // The stored error contains no address.
    expect(await sql.alpha`SELECT id FROM outbox WHERE error LIKE '%@%'`).toEqual([]);
  });

  test('DEC-58: a digest item has the version of its event, also when its message is late', async () => {
    await sql.directory`UPDATE users SET consolidate_po_emails = 1 WHERE id = 'abel'`;
    const po = await submitted('dana', withTotal(3));
    const messages = sent.outbox.splice(0);
    const note = await as('dana').post(`/api/pos/${po.id}/notes`, { content: 'Later', keyId: 'k' });
    expect(note.status).toBeLessThan(300);
    expect((await read('dana', po.id)).version).toBe(po.version + 1);
    await deliver('backlot-outbox', messages);
    expect(
      await sql.alpha`SELECT user_id, event_seq, event FROM digest_items WHERE document_id = ${po.id}`,
    ).toEqual([{ user_id: 'abel', event_seq: po.version, event: 'WAITING' }]);
    await sql.directory`UPDATE users SET consolidate_po_emails = 0 WHERE id = 'abel'`;
  });
});

test('BUD-89: a guarantor gets no e-mail about a document that they had created before', async () => {
  const roleOf = (role: string) =>
    sql.directory`UPDATE memberships SET role = ${role} WHERE user_id = 'dana' AND show_id = 'alpha1'`;
  const isMailedAs = async (role: string) => {
    const po = await submitted('dana', withTotal(40));
    await deliverSent();
    forgetSent();
    await roleOf(role);
    expect((await action('abel', 'revision', po, { reason: 'Add the quote' })).status).toBe(200);
    await deliverSent();
    await roleOf('PO Creator');
    return receivers().includes('dana');
  };
  expect([await isMailedAs('PO Creator'), await isMailedAs('Guarantor')]).toEqual([true, false]);
});

describe('DEC-17: document numbers in notifications', () => {
  test('DEC-17: the number has its prefix, and is left out before the milestone of the recipient', async () => {
    const choose = (milestone: string | null) =>
      sql.directory`UPDATE memberships SET display_po_numbers = ${milestone} WHERE user_id = 'abel'
        AND show_id = 'alpha1'`;
    await choose('FULL_APPROVAL');
    const masked = await submitted('dana', withTotal(4));
    await deliverSent();
    expect(sent.mail[0]?.subject).toBe('A purchase order is waiting for your approval (Alpha Station)');
    const [row] = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id = ${masked.id}`;
    const number = row?.number ?? '';
    expect(number).toMatch(/^\d{5}$/);
    expect(`${sent.mail[0]?.html} ${sent.mail[0]?.text}`.replaceAll(masked.id, '')).not.toContain(number);
    expect(sent.mail[0]?.text).toContain(
      `https://app.backlot.test/po/review/${masked.id}/approver?restoreShow=alpha1`,
    );
    await choose(null);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    await submitted('dana', withTotal(4));
    await deliverSent();
    expect(sent.mail[1]?.subject).toContain('A purchase order ');
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
    await submitted('dana', withTotal(4));
    await deliverSent();
    expect(sent.mail[2]?.subject).toMatch(/^PO #ART-\d{5} is waiting/);
  });
});

describe('SH-12: links of notifications', () => {
  test.each([
    ['PO', '/po/review/x/creator?'],
    ['INVOICE', '/invoice/review/x/creator?'],
    ['PAYMENT', '/payment/review/x?referrer=listing&'],
  ] as const)('%s', (docType, path) => {
    const document = { type: docType, id: 'x', showId: 'alpha1' };
    expect(reviewLink('https://a.test', document, 'CREATOR')).toBe(`https://a.test${path}restoreShow=alpha1`);
  });

  test('a deployment without a web origin sends no links', async () => {
    await submitted('dana', withTotal(6));
    const homeless = { ...studioEnv, WEB_ORIGIN: '' };
    await deliver('backlot-outbox', sent.outbox, homeless);
    expect(sent.mail[0]?.text).not.toContain('/po/review');
    expect(sent.mail[0]?.html).not.toContain('href');
  });
});
