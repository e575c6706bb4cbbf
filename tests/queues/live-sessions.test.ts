import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { readLiveSessions } from '#store/directory/live-sessions';
import { sha256 } from '#store/hash';
import { as, signIn } from '../support/worker/studio-client.ts';
import { fetchWorker, openStudio, origin, studioEnv } from '../support/worker/studio.ts';

beforeAll(openStudio);

/** A socket of this session, and when it closed. */
async function openSocket(token: string): Promise<{ isClosed: () => boolean }> {
  const response = await fetchWorker(
    new Request(`${origin}/socket.io/?EIO=4&transport=websocket`, {
      headers: { upgrade: 'websocket', cookie: `session-token=${token}` },
    }),
  );
  expect(response.status).toBe(101);
  let closed = false;
  response.webSocket?.accept();
  response.webSocket?.addEventListener('close', () => {
    closed = true;
  });
  return { isClosed: () => closed };
}

test('SE-20, API-44: signing out closes the sockets of that session, whatever show they were opened in', async () => {
  const [mine, other] = [await signIn('dana'), await signIn('dana')];
  const before = await openSocket(mine.token);
  await as('dana', Promise.resolve(mine)).get('/api/pos/none?showId=alpha1');
  await env.DIRECTORY.prepare("UPDATE sessions SET selected_show_id = 'bravo2' WHERE token_hash = ?")
    .bind(sha256(mine.token))
    .run();
  const [after, others] = [await openSocket(mine.token), await openSocket(other.token)];
  const answer = await as('dana', Promise.resolve(mine)).delete('/api/sessions');
  expect(answer.status).toBe(200);
  await expect.poll(() => [before.isClosed(), after.isClosed()]).toEqual([true, true]);
  expect(others.isClosed()).toBe(false);
});

test('DEC-07, DEC-56: a session lives while it has not run out and its user is active', async () => {
  const [lives, ranOut, left] = await Promise.all([signIn('dana'), signIn('carl'), signIn('wendy')]);
  const hashes = [lives, ranOut, left].map(({ token }) => sha256(token));
  expect(await readLiveSessions(studioEnv, [...hashes, 'unknown'])).toEqual(new Set(hashes));
  await env.DIRECTORY.batch([
    env.DIRECTORY.prepare("UPDATE sessions SET expires_at = '2026-01-01' WHERE token_hash = ?").bind(
      hashes[1] ?? '',
    ),
    env.DIRECTORY.prepare("UPDATE users SET is_active = 0 WHERE id = 'wendy'"),
  ]);
  expect(await readLiveSessions(studioEnv, hashes)).toEqual(new Set(hashes.slice(0, 1)));
});
