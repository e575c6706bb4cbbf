import { env } from 'cloudflare:workers';
import { beforeAll, expect, test, vi } from 'vitest';
import { readLiveSessions } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { closeSocketsOf } from '#edges/publish-realtime';
import { realtimeDependencies } from '../../queues/realtime-dependencies.ts';
import { as, create, signIn } from '../support/worker/fixtures/client.ts';
import { fetchWorker, openStudio, origin, studioEnv, sql } from '../support/worker/fixtures/studio.ts';
import { showIds } from '../support/worker/fixtures/rows.ts';

beforeAll(openStudio);

test('a failure in the realtime object is logged as one line without the statement and its parameters', () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cause = new Error('D1_ERROR: Network connection lost.');
  const failed = new Error(`Failed query: select 1\nparams: ${sha256('token')}`, { cause });
  realtimeDependencies.report('sessions not checked', failed);
  const [line] = consoleError.mock.calls.flat().map(String);
  consoleError.mockRestore();
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'error',
    event: 'sessions not checked',
    error: 'Error: D1_ERROR: Network connection lost.',
  });
  expect(line).not.toContain(sha256('token'));
});

async function requestSocket(token: string, showId?: string): Promise<Response> {
  const show = showId === undefined ? '' : `&showId=${showId}`;
  return fetchWorker(
    new Request(`${origin}/socket.io/?EIO=4&transport=websocket${show}`, {
      headers: { upgrade: 'websocket', cookie: `__Host-session-token=${token}` },
    }),
  );
}

/** The status with which a socket of this session is accepted for a show; the socket is closed again. */
async function statusOf(token: string, showId: string): Promise<number> {
  const { status, webSocket } = await requestSocket(token, showId);
  webSocket?.accept();
  webSocket?.close();
  return status;
}

/** A joined socket of this session: its frames, including the two of the handshake, and whether it is closed. */
async function openSocket(
  token: string,
  showId?: string,
): Promise<{ isClosed: () => boolean; frames: () => string[] }> {
  const response = await requestSocket(token, showId);
  expect(response.status).toBe(101);
  let closed = false;
  const frames: string[] = [];
  response.webSocket?.addEventListener('message', ({ data }) => frames.push(String(data)));
  response.webSocket?.addEventListener('close', () => {
    closed = true;
  });
  response.webSocket?.accept();
  response.webSocket?.send('40');
  return { isClosed: () => closed, frames: () => frames };
}

test('SE-20, API-44: signing out closes the sockets of that session, in all shows', async () => {
  const [mine, other] = [await signIn('dana'), await signIn('dana')];
  const before = await openSocket(mine.token);
  await as('dana', Promise.resolve(mine)).get('/api/pos/none?showId=alpha1');
  await sql.directory`UPDATE sessions SET selected_show_id = 'bravo2' WHERE token_hash = ${sha256(mine.token)}`;
  const [after, others] = [await openSocket(mine.token), await openSocket(other.token)];
  const answer = await as('dana', Promise.resolve(mine)).delete('/api/sessions');
  expect(answer.status).toBe(200);
  await expect.poll(() => [before.isClosed(), after.isClosed()]).toEqual([true, true]);
  expect(others.isClosed()).toBe(false);
});

test('DEC-07, DEC-56: a session is valid until it expires or its user is deactivated', async () => {
  const [lives, ranOut, left] = await Promise.all([signIn('dana'), signIn('carl'), signIn('wendy')]);
  const hashes = [lives, ranOut, left].map(({ token }) => sha256(token));
  const memberships = [...hashes, 'unknown'].map((session) => ({ session, showId: showIds.alpha }));
  const people = new Map(hashes.map((hash, n) => [hash, ['dana', 'carl', 'wendy'][n]]));
  const inShow = (of: readonly string[]) =>
    new Map(of.map((hash) => [hash, { userId: people.get(hash), shows: new Set([showIds.alpha]) }]));
  expect(await readLiveSessions(studioEnv, memberships)).toEqual(inShow(hashes));
  await env.DIRECTORY.batch([
    env.DIRECTORY.prepare("UPDATE sessions SET expires_at = '2026-01-01' WHERE token_hash = ?").bind(
      hashes[1] ?? '',
    ),
    env.DIRECTORY.prepare("UPDATE users SET is_active = 0 WHERE id = 'wendy'"),
  ]);
  expect(await readLiveSessions(studioEnv, memberships)).toEqual(inShow(hashes.slice(0, 1)));
});

test('DEC-56: each window of a session receives messages of its own show only', async () => {
  const dana = await signIn('dana');
  const [alpha, bravo] = [
    await openSocket(dana.token, showIds.alpha),
    await openSocket(dana.token, showIds.bravo),
  ];
  await expect.poll(() => [alpha.frames().length, bravo.frames().length]).toEqual([2, 2]);
  const { id } = await create('dana');
  await expect.poll(() => alpha.frames().at(-1)).toContain(`"id":"${id}","showId":"alpha1"`);
  expect(alpha.frames().at(-1)).toMatch(/^42\["document_changed",/);
  expect(bravo.frames()).toHaveLength(2);
});

test('DEC-56: a socket for a show is refused to users who are not, or no longer, members', async () => {
  const [nora, carl] = [await signIn('nora'), await signIn('carl')];
  expect(await statusOf(nora.token, showIds.alpha)).toBe(403);
  expect(await statusOf(nora.token, 'nowhere')).toBe(403);
  expect(await statusOf(nora.token, showIds.bravo)).toBe(101);
  const leaver = await openSocket(carl.token, showIds.alpha);
  const memberships = [{ session: sha256(carl.token), showId: showIds.alpha }];
  const carls = async () => (await readLiveSessions(studioEnv, memberships)).get(sha256(carl.token));
  expect(await carls()).toEqual({ userId: 'carl', shows: new Set([showIds.alpha]) });
  await sql.directory`UPDATE memberships SET is_active = 0 WHERE user_id = 'carl'`;
  expect(await carls()).toEqual({ userId: 'carl', shows: new Set() });
  expect(await statusOf(carl.token, showIds.alpha)).toBe(403);
  await closeSocketsOf(studioEnv, { userId: 'carl', showIds: [] }, showIds.bravo);
  expect(leaver.isClosed()).toBe(false);
  await closeSocketsOf(studioEnv, { userId: 'carl', showIds: [] }, showIds.alpha);
  await expect.poll(leaver.isClosed).toBe(true);
});
