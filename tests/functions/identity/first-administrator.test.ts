import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, signIn } from '../../support/worker/fixtures/client.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';

beforeAll(async () => {
  await openStudio();
  await sql.directory`UPDATE users SET is_internal = 1 WHERE id = 'gone'`;
});

interface Started {
  user: { mayCreateShows: boolean };
  shows: { id: string }[];
}
const start = async (name: 'gone' | 'carl') =>
  (await as(name, signIn(name)).get<Started>('/api/sessions/login-context')).body;

describe('an operator of Backlot without a show', () => {
  test('SE-17, DEC-06, DEC-11: they start with no shows and may create one; other users may not', async () => {
    expect(await start('gone')).toMatchObject({ shows: [], user: { mayCreateShows: true } });
    expect(await start('carl')).toMatchObject({ user: { mayCreateShows: false } });
  });

  test('DEC-11, API-50: they can use accounting’s look-ups and create the first show, whose EP Internal they become', async () => {
    const founder = as('gone');
    const ask = async <T>(path: string) => (await founder.get<T>(`/api/acct/${path}`)).body;
    const license = licenses.GV;
    const [studio] = await ask<{ id: string }[]>(`studios/${license}`);
    const [division] = await ask<{ id: string }[]>(`divisions/${studio?.id}`);
    const [acctPackage] = await ask<{ id: string }[]>(`acct-packages/${license}`);
    const [showType] = await ask<{ id: string }[]>(`show-types/${license}`);
    const made = await founder.post<{ id: string }>('/api/shows', {
      name: 'First Light',
      license,
      studioId: studio?.id,
      divisionId: division?.id,
      acctPackageId: acctPackage?.id,
      showTypeId: showType?.id,
    });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ name: 'First Light' })]);
    expect((await start('gone')).shows.map(({ id }) => id)).toEqual([made.body.id]);
    const role = await env.DIRECTORY.prepare(
      `SELECT role FROM memberships WHERE show_id = ? AND user_id = 'gone'`,
    )
      .bind(made.body.id)
      .first('role');
    expect(role).toBe('EP Internal');
  });

  test('DEC-11: neither works for other users, nor for a deactivated operator', async () => {
    const carl = as('carl');
    expect((await carl.get('/api/acct/licenses')).status).toBe(403);
    expect((await carl.post('/api/shows', { name: 'Mine' })).status).not.toBe(201);
    await sql.directory`UPDATE users SET is_active = 0 WHERE id = 'gone'`;
    expect((await as('gone').get('/api/acct/licenses')).status).toBe(403);
    expect((await start('gone')).user.mayCreateShows).toBe(false);
  });
});
