import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureCost, countTrips } from '../../support/worker/database/counting-d1.ts';
import { removeFence, installFence } from '../../../functions/store/show-move/write-fence.ts';
import { readShardTables } from '../../../functions/store/show-move/shard-schema.ts';
import { as, signIn, submitted } from '../../support/worker/fixtures/client.ts';
import { runJob } from '#verbs/jobs/run-job';
import { runDailyCron, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import type { Row } from '../../support/worker/fixtures/rows.ts';
import { fill, openStudio, rowsOf, sent, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

const ids = Array.from({ length: 210 }, (_one, n) => `many${String(n).padStart(3, '0')}`);

/** Carl is a member of more shows than the start-up answer contains; they are on the first shard and have payments. */
beforeAll(async () => {
  await openStudio();
  const one = async (table: string, where: string) =>
    env.DIRECTORY.prepare(`SELECT * FROM ${table} WHERE ${where}`).first<Row>();
  const show = await one('shows', "id = 'alpha1'");
  const membership = await one('memberships', "show_id = 'alpha1' AND user_id = 'carl'");
  const add = (table: string, own: (id: string) => Row) => fill(env.DIRECTORY, { [table]: ids.map(own) });
  await add('shows', (id) => ({ ...show, id, slug: id, name: `A ${id}`, features: '["APPA"]' }));
  await add('memberships', (id) => ({ ...membership, show_id: id }));
});

const counted = countTrips();
afterAll(counted.stop);

const ofThem = () => sent.outbox.splice(0).filter(({ showId }) => showId.startsWith('many'));

test('DEC-06, SE-16: a user with more shows than the start-up answer contains can open any of them', async () => {
  interface LoginContext {
    shows: { id: string }[];
    selectedShow: { id: string } | null;
    recentShows: { id: string }[];
  }
  const carl = as('carl', signIn('carl'));
  const start = async (query = '') =>
    (await carl.get<LoginContext>(`/api/sessions/login-context${query}`)).body;
  // It is the last one by name.
  expect((await start()).shows.map(({ id }) => id)).toEqual(ids.slice(0, 200));
  const restored = await start('?restoreShow=alpha1&open=1');
  expect(restored.selectedShow?.id).toBe('alpha1');
  expect(restored.shows.map(({ id }) => id)).toEqual([...ids.slice(0, 200), 'alpha1']);
  // It is stored and therefore opened without a parameter.
  const again = await start();
  expect([again.selectedShow?.id, again.recentShows[0]?.id]).toEqual(['alpha1', 'alpha1']);
});

const inserts = /^\s*INSERT INTO outbox/;

test('DEC-44: the payment imports of all shows of a shard are enqueued in one write', async () => {
  const { cost } = await measureCost(() => sweepIn(0));
  expect(cost.statements.filter((one) => inserts.test(one.sql)).length).toBeLessThanOrEqual(2);
  expect(ofThem()).toHaveLength(ids.length);
});

test('EM-12: the digests of all shows of a shard are enqueued in one write', async () => {
  const rows = ids.map((id): Row => ({
    show_id: id,
    user_id: 'carl',
    type: 'PO',
    document_id: `${id}_1`,
    event_seq: 1,
    event: 'APPROVED',
    created_at: '2027-01-01T09:00:00.000Z',
  }));
  await fill(env.SHOWS_0, { digest_items: rows });
  const { cost } = await measureCost(() => runDailyCron('2027-01-02T08:00:00.000Z'));
  expect(cost.statements.filter((one) => inserts.test(one.sql)).length).toBeLessThanOrEqual(2);
  expect(ofThem()).toHaveLength(ids.length);
  const kinds = await sql.alpha`SELECT DISTINCT kind FROM outbox WHERE effect_key = 'digests:2027-01-02'`;
  expect(kinds).toEqual([{ kind: 'plan-digests' }]);
});

test('EM-12: a show that moves at midnight delays only its own digests', async () => {
  // The digests are sent by Carl's first show, which is being moved.
  await switchDigest('carl', 'consolidate_po_emails', true);
  await installFence(env.SHOWS_0, await readShardTables(env.SHOWS_0), 'alpha1', 'LEAVING');
  const { cost } = await measureCost(() =>
    expect(runDailyCron('2027-01-03T08:00:00.000Z')).rejects.toThrow('show_is_moving'),
  );
  expect(cost.statements.filter((one) => inserts.test(one.sql)).length).toBeLessThanOrEqual(3);
  expect(ofThem()).toHaveLength(ids.length);
  const asked = "SELECT show_id FROM outbox WHERE effect_key = 'digests:2027-01-03' AND show_id = 'alpha1'";
  expect(await rowsOf('alpha1', asked)).toEqual([]);
  await removeFence(env.SHOWS_0, 'alpha1');
  await sweepIn(0);
  expect(await rowsOf('alpha1', asked)).toHaveLength(1);
});

test('EM-12, DEC-58: a digest of more shows than a run has queries is one e-mail with all items', async () => {
  // Only approvers have a queue (DEC-21).
  await sql.directory`UPDATE memberships SET role = 'Approver' WHERE user_id = 'carl'`;
  const { id: first } = await submitted('dana');
  const at = '2027-01-04T00:00:00.000Z';
  const [document] = await sql.alpha<Row>`SELECT * FROM documents WHERE id = ${first}`;
  const [waiting] = await sql.alpha<Row>`SELECT * FROM waiting_approvals WHERE document_id = ${first}`;
  const copies = ids.flatMap((id) =>
    Array.from({ length: 8 }, (_one, n) => ({ id: `${id}_${n}`, showId: id })),
  );
  await sql.alpha`DELETE FROM digest_items`;
  const widest = { description: '"'.repeat(200), vendor_name: '&'.repeat(200) };
  const add = (table: string, rows: Row[]) => fill(env.SHOWS_0, { [table]: rows });
  await add(
    'documents',
    copies.map(({ id, showId }) => ({ ...document, ...widest, id, number: id, show_id: showId })),
  );
  const event = { user_id: 'carl', type: 'PO', event_seq: 1, event: 'APPROVED', created_at: at };
  await add(
    'digest_items',
    copies.map(({ id, showId }) => ({ ...event, document_id: id, show_id: showId })),
  );
  await add(
    'waiting_approvals',
    copies
      .slice(0, 800)
      .map(({ id, showId }) => ({ ...waiting, user_id: 'carl', document_id: id, show_id: showId })),
  );
  const payload = JSON.stringify({ kind: 'digest', day: '2027-01-04', userId: 'carl', type: 'PO' });
  await add('outbox', [
    {
      id: 'alpha1_digest',
      show_id: 'alpha1',
      kind: 'digest',
      payload,
      effect_key: 'digest:many',
      created_at: at,
    },
  ]);
  sent.mail.length = 0;
  const run = () => runJob(studioEnv, { showId: 'alpha1', outboxId: 'alpha1_digest' }, at);
  const { cost } = await measureCost(run);
  await run();
  expect(cost.statements.length).toBeLessThan(20);
  const [mail, ...others] = sent.mail;
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`PO digest: 800 waiting for your approval, ${copies.length} updates`);
  expect(mail?.text).toContain('There are more documents in 110 other shows.');
  expect(mail?.text).toContain('and 6 more');
  expect(new TextEncoder().encode(`${mail?.html}${mail?.text}`).length).toBeLessThan(5 * 1024 * 1024);
  const left = await sql.alpha`SELECT count(*) AS n FROM digest_items WHERE sent_at IS NULL`;
  expect(left).toEqual([{ n: 0 }]);
});
