import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { app } from '../../../functions/app.ts';
import type { ExpectedAccess } from '../../support/transition-matrix/expected-access.ts';
import { sessionOf } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openThreeShows, targetShows } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, origin, sql } from '../../support/worker/fixtures/studio.ts';
import { documentAccess } from '../../support/transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../../support/transition-matrix/access-expectations-management.ts';

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openThreeShows();
  // A member of both shows, so that another one can be selected.
  await sql.directory`INSERT INTO memberships (show_id, user_id, role)
    VALUES ('bravo2', 'role6', 'EP Internal')`;
});

const administrator = 'role6' as PersonName;
const followed = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

async function get(path: string, headers: Record<string, string>) {
  const { token } = await sessionOf(administrator);
  const request = new Request(origin + path, {
    redirect: 'manual',
    headers: { cookie: `__Host-session-token=${token}`, ...headers },
  });
  const response = await fetchWorker(request);
  await response.arrayBuffer();
  return response.status;
}

/** The content of the directory, except for the expiry of sessions. */
async function directoryContent(): Promise<string> {
  const { results } = await env.DIRECTORY.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
  ).all<{ name: string }>();
  const tables = await env.DIRECTORY.batch<Record<string, unknown>>(
    results.map(({ name }) => env.DIRECTORY.prepare(`SELECT * FROM "${name}"`)),
  );
  return JSON.stringify(
    tables.map(({ results: rows }, index) => {
      const { name } = results[index] ?? { name: '' };
      const texts = rows.map((row) => JSON.stringify(name === 'sessions' ? { ...row, expires_at: '' } : row));
      return [name, texts.toSorted()];
    }),
    null,
    1,
  );
}

const openShow = async () => {
  const { keySalt } = await sessionOf(administrator);
  const row = await env.DIRECTORY.prepare('SELECT selected_show_id AS id FROM sessions WHERE token_hash = ?')
    .bind(keySalt)
    .first<{ id: string | null }>();
  return row?.id ?? null;
};

const verdicts: Record<string, ExpectedAccess> = { ...managementAccess, ...documentAccess };
const paths = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))]
  .filter((route) => route.startsWith('GET '))
  .flatMap((route) =>
    [targetShows.own, targetShows['other studio']].map((place) => verdicts[route]?.path(place) ?? ''),
  );

test('DEC-04: no GET route called from another site changes the directory, except for the expiry of the session', async () => {
  expect(paths).not.toContain('');
  await get('/api/users/permissions?showId=alpha1&st=1', { 'sec-fetch-site': 'same-origin' });
  expect(await openShow()).toBe('alpha1');
  const before = await directoryContent();
  for (const path of paths) {
    const more = path.includes('?') ? '&' : '?';
    for (const hints of ['', `${more}st=1&open=1&restoreShow=bravo2`])
      expect(await get(path + hints, followed), path).toBeLessThan(500);
  }
  expect(await directoryContent()).toBe(before);
  expect(await openShow()).toBe('alpha1');
}, 120_000);

describe('DEC-04, DEC-10: a show is selected only by a call of our own application', () => {
  const byPermissions = '/api/users/permissions?st=1&showId=bravo2';
  const byStart = '/api/sessions/login-context?open=1&restoreShow=bravo2';

  test.each<[string, Record<string, string>, string]>([
    ['comes from our own page', { 'sec-fetch-site': 'same-origin' }, 'bravo2'],
    ['is followed from another site', followed, 'alpha1'],
    ['is followed from another host of the domain', { ...followed, 'sec-fetch-site': 'same-site' }, 'alpha1'],
    ['is typed by the user', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'alpha1'],
    ['says nothing of its origin', {}, 'alpha1'],
    ['carries a wrong token', { 'x-csrf-token': 'wrong' }, 'alpha1'],
  ])('a call that %s', async (_, headers, selected) => {
    for (const path of [byPermissions, byStart]) {
      await get('/api/users/permissions?st=1&showId=alpha1', { 'sec-fetch-site': 'same-origin' });
      expect(await get(path, headers)).toBe(200);
      expect(await openShow()).toBe(selected);
    }
  });

  test("a call that carries the session's token", async () => {
    const { csrfToken } = await sessionOf(administrator);
    for (const path of [byPermissions, byStart]) {
      await get('/api/users/permissions?st=1&showId=alpha1', { 'sec-fetch-site': 'same-origin' });
      expect(await get(path, { 'x-csrf-token': csrfToken })).toBe(200);
      expect(await openShow()).toBe('bravo2');
    }
  });
});
