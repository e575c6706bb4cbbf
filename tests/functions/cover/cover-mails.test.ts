import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, dayIn, endCovers } from '../../support/worker/fixtures/covers.ts';
import { deliverQueued, runDigestDay, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { connectEndpoints, network, register, remove } from '../../support/worker/fixtures/webhooks.ts';
import { forgetSent, openStudio, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(forgetSent);
afterEach(async () => {
  await endCovers();
  await sql.alpha`UPDATE covers SET start_mailed_at = created_at, end_mailed_at = created_at`;
});

async function mails() {
  await sweepIn(0);
  const delivered = await deliverQueued();
  return delivered
    .filter(({ subject }) => subject.includes('cover'))
    .map(({ to, subject, text }) => ({ to, subject, text }));
}

async function atLevel() {
  const po = await submitted('dana', withTotal(500));
  await approveAs(po, 'abel');
  return read('dana', po.id);
}

test('COV-09: both people get one e-mail when a cover begins', async () => {
  await cover('lena', 'otto', { amountLimit: 250, alternateId: 'hugo' });
  const begun = await mails();
  expect(begun.map(({ to, subject }) => [to, subject])).toEqual([
    ['lena@backlot.example', 'Otto Stone covers for you (Alpha Station)'],
    ['otto@backlot.example', 'You cover for Lena Stone (Alpha Station)'],
  ]);
  for (const fact of [
    'Purchase orders',
    '250.00 in the currency of each document',
    'Hugo Stone',
    'Lena Stone',
  ])
    expect(begun[0]?.text).toContain(fact);
  expect(await mails()).toEqual([]);
});

test("COV-09: only the covering user's e-mail has a button to the approvals, and only at the beginning", async () => {
  const { id } = await cover('lena', 'otto');
  const button = /Open your approvals: \S+\/approvals\?restoreShow=alpha1/;
  const [absent, covering] = await mails();
  expect(covering?.text).toMatch(button);
  expect(absent?.text).not.toMatch(button);
  sent.outbox.length = 0;
  await as('lena').delete(`/api/covers/${id}?showId=alpha1`);
  for (const { text } of await mails()) expect(text).not.toMatch(button);
});

test('COV-09: at the end the absent user gets the list of what was decided', async () => {
  const { id } = await cover('lena', 'otto');
  await mails();
  const po = await atLevel();
  await action('otto', 'approval', po);
  sent.outbox.length = 0;
  await as('lena').delete(`/api/covers/${id}?showId=alpha1`);
  const ended = await mails();
  expect(ended.map(({ to, subject }) => [to, subject])).toEqual([
    ['lena@backlot.example', 'Otto Stone no longer covers for you (Alpha Station)'],
    ['otto@backlot.example', 'Your cover for Lena Stone has ended (Alpha Station)'],
  ]);
  expect(ended[0]?.text).toContain(`${po.poNumber}: Approved`);
  expect(ended[1]?.text).not.toContain(po.poNumber);
  expect(await mails()).toEqual([]);
});

test('COV-09: a cover that ends by itself is announced, too', async () => {
  await cover('lena', 'otto');
  await mails();
  await endCovers();
  expect(await mails()).toHaveLength(2);
});

test('COV-09: a cover that is cancelled before its first day has no e-mails', async () => {
  const { id } = await cover('lena', 'otto', { firstDay: dayIn(1) });
  expect(await mails()).toEqual([]);
  await as('lena').delete(`/api/covers/${id}?showId=alpha1`);
  expect(await mails()).toEqual([]);
});

test('COV-09: users who have switched e-mail off get none', async () => {
  await sql.directory`UPDATE users SET email_notifications = 0 WHERE id = 'otto'`;
  await cover('lena', 'otto');
  const begun = await mails();
  await sql.directory`UPDATE users SET email_notifications = 1 WHERE id = 'otto'`;
  expect(begun.map(({ to }) => to)).toEqual(['lena@backlot.example']);
});

test('COV-12: endpoints get one message at the beginning and one at the end', async () => {
  const endpoint = await register(['cover.started', 'cover.ended'], { documentTypes: ['PO'] });
  const payments = await register(['cover.started'], { documentTypes: ['PAYMENT'] });
  network.received.length = 0;
  const { id, firstDay, lastDay } = await cover('lena', 'otto', { alternateId: 'hugo', types: ['PO'] });
  await mails();
  await mails();
  await as('lena').delete(`/api/covers/${id}?showId=alpha1`);
  await mails();
  await Promise.all([endpoint, payments].map(remove));
  const data = {
    document: null,
    cover: {
      id,
      userId: 'lena',
      coveringId: 'otto',
      alternateId: 'hugo',
      firstDay,
      lastDay,
      documentTypes: ['PO'],
    },
    actorId: 'lena',
  };
  expect(network.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'cover.started', data },
    { type: 'cover.ended', data },
  ]);
});

test('COV-12: a cover that is cancelled before its first day sends no messages', async () => {
  const endpoint = await register(['cover.started', 'cover.ended']);
  network.received.length = 0;
  const { id } = await cover('lena', 'otto', { firstDay: dayIn(1) });
  await mails();
  await as('lena').delete(`/api/covers/${id}?showId=alpha1`);
  await mails();
  await remove(endpoint);
  expect(network.received).toEqual([]);
});

test('COV-06: the e-mail about a decision names the absent approver', async () => {
  await cover('lena', 'otto');
  await mails();
  const po = await atLevel();
  sent.outbox.length = 0;
  await action('otto', 'revision', po, { reason: 'Wrong account' });
  const [mail] = await deliverQueued();
  expect(mail?.to).toBe('dana@backlot.example');
  expect(mail?.text).toContain('Otto Stone on behalf of Lena Stone');
});

test('COV-02, COV-14: the digest of the covering user includes covered documents, and names for whom', async () => {
  await cover('lena', 'otto');
  const po = await atLevel();
  for (const name of ['otto', 'lena'] as const) await switchDigest(name, 'consolidate_po_emails', true);
  sent.outbox.length = 0;
  const digests = await runDigestDay('2027-03-04');
  for (const name of ['otto', 'lena'] as const) await switchDigest(name, 'consolidate_po_emails', false);
  const [covering, absent] = ['otto', 'lena'].map(
    (name) => digests.find(({ to }) => to === `${name}@backlot.example`)?.text,
  );
  expect(covering).toContain(po.poNumber);
  expect(covering).toContain('for Lena Stone');
  expect(absent).toContain(po.poNumber);
  expect(absent).not.toContain('for Lena Stone');
});
