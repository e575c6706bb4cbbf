import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, openStudio, sent, studioEnv } from '../../support/worker/fixtures/studio.ts';
import {
  aUser,
  changeUser,
  connectDirectory,
  createUser,
  refusalOf,
} from '../../support/worker/fixtures/users.ts';
import type { User } from '#domain/management/management-response';

beforeAll(openStudio);
beforeEach(forgetSent);

const lookUp = async (username: string, useSmartId = '0') => {
  const path = `/api/users/?username=${encodeURIComponent(username)}&show=alpha1&useSmartId=${useSmartId}`;
  const { status, body } = await as('ada').get(path);
  return [status, body] as const;
};

/** Replaces what differs between two users. */
const anonymous = (value: unknown, { id, username }: { id: string; username: string }) =>
  JSON.stringify(value).replaceAll(username, 'ADDRESS').replaceAll(id, 'ID');
const described = { firstName: 'Robin', lastName: 'Sand', roleId: 'Approver', mfaEnabled: false };

/** Returns all answers that an administrator gets about a newly added user, without name and id. */
async function everythingOf(username: string): Promise<{ id: string; answers: string[] }> {
  const before = await lookUp(username);
  const { status, body } = await createUser({ ...described, username });
  const person = { id: body.id, username };
  const read = async (path: string) => {
    const { status: code, body: content } = await as('ada').get<unknown>(path);
    const own = Array.isArray(content) ? (content as User[]).filter(({ id }) => id === body.id) : content;
    return [code, own];
  };
  const answers = [
    before,
    [status, body],
    await read(`/api/users/${body.id}?show=alpha1`),
    await read('/api/users?show=alpha1'),
    await read('/api/users?show=alpha1&templateType=PURCHASE_ORDER'),
    await lookUp(username),
    ...(await Promise.all(
      [{ roleId: 'PO Creator' }, { voidPo: true }].map(async (change) => {
        const answer = await changeUser(body.id, change);
        return [answer.status, answer.body];
      }),
    )),
    await changeUser(body.id, { firstName: 'Rob', lastName: 'Strand', initials: 'RS' }).then((answer) => [
      answer.status,
      answer.body,
    ]),
    await read('/api/users?show=alpha1'),
    refusalOf(await createUser({ ...described, username })),
    await as('ada')
      .post(`/api/users/${body.id}/invitation?show=alpha1`, {})
      .then((answer) => [answer.status, answer.body]),
    await changeUser(body.id, { mfaEnabled: true }).then((answer) => [answer.status, answer.body]),
    await changeUser(body.id, { isActive: false }).then((answer) => [answer.status, answer.body]),
  ];
  return { id: body.id, answers: answers.map((answer) => anonymous(answer, person)) };
}

describe('DEC-121: a user of another studio', () => {
  test('DEC-121, API-66: the answers, lists and changes are those of a user without an account', async () => {
    const account = () => env.DIRECTORY.prepare("SELECT * FROM users WHERE id = 'bob'").first();
    const before = await account();
    const known = await everythingOf('bob@backlot.example');
    const fresh = await everythingOf('nobody.yet@backlot.example');
    expect(known.answers).toEqual(fresh.answers);
    expect([known.id, fresh.id === 'bob']).toEqual(['bob', false]);
    // Only the protection of the account has changed.
    expect(await account()).toEqual({ ...before, mfa_enabled: 1 });
  });

  test('DEC-121: the user works in both shows and has the name of the respective show', async () => {
    const { body } = await createUser({
      username: 'ben@backlot.example',
      firstName: 'Benny',
      lastName: 'Quick',
      roleId: 'PO Creator',
    });
    expect([body.id, body.firstName, body.isOfOtherStudio]).toEqual(['ben', 'Benny', false]);
    const [mail, ...others] = sent.mail;
    expect([mail?.to, mail?.subject, others]).toEqual([
      'ben@backlot.example',
      'You were added to a show in Backlot',
      [],
    ]);
    expect(mail?.text).toContain('the show Alpha');
    const start = await as('ben').get<{ shows: { id: string }[]; user: { firstName: string } }>(
      '/api/sessions/login-context',
    );
    expect(start.body.shows.map(({ id }) => id).toSorted()).toEqual(['alpha1', 'bravo2']);
    expect(start.body.user.firstName).not.toBe('Benny');
    const names = async (name: PersonName, show: string) => {
      const { body: people } = await as(name).get<User[]>(`/api/users?show=${show}`);
      return people.find(({ id }) => id === 'ben')?.firstName;
    };
    expect([await names('ada', 'alpha1'), await names('bea', 'bravo2')]).toEqual([
      'Benny',
      start.body.user.firstName,
    ]);
    const department = await as('ben').get('/api/users/meta?show=alpha1');
    expect(department.status).toBe(200);
  });

  test('DEC-121: a second show of the studio finds the user as the first', async () => {
    const { DIRECTORY } = studioEnv;
    await DIRECTORY.batch([
      DIRECTORY.prepare(
        `INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, created_at)
         SELECT 'echo', studio_id, 'echo', 'Echo', 'L5', 0, 'SA', created_at FROM shows WHERE id = 'alpha1'`,
      ),
      DIRECTORY.prepare(
        "INSERT INTO memberships (show_id, user_id, role) VALUES ('echo', 'ada', 'Show Admin')",
      ),
    ]);
    const path = '/api/users/?username=ben@backlot.example&show=echo&useSmartId=0';
    expect((await as('ada').get(path)).body).toMatchObject({
      id: 'ben',
      firstName: 'Benny',
      isInShow: false,
    });
    const draft = aUser({ id: 'ben', username: 'ben@backlot.example', firstName: 'Other' });
    const added = await as('ada').post<User>('/api/users?show=echo', draft);
    expect([added.status, added.body.firstName, added.body.isOfOtherStudio]).toEqual([201, 'Benny', false]);
  });
});

describe('DEC-121: with an identity directory', () => {
  beforeAll(connectDirectory);

  test('DEC-121, API-68: the account of another studio is found and added with the data of the directory', async () => {
    const username = 'quinn.abara@backlot.example';
    const fresh = await lookUp(username, '1');
    await env.DIRECTORY.batch([
      env.DIRECTORY.prepare(
        `INSERT INTO users (id, username, first_name, last_name, initials, local_user, created_at)
         VALUES ('elsewhere', ?, 'Q.', 'A.', 'QQ', 0, '2026-01-05T09:00:00.000Z')`,
      ).bind(username),
      env.DIRECTORY.prepare(
        "INSERT INTO memberships (show_id, user_id, role) VALUES ('bravo2', 'elsewhere', 'Approver')",
      ),
    ]);
    expect(await lookUp(username, '1')).toEqual(fresh);
    const { status, body } = await createUser({ username, firstName: 'Q' });
    expect([status, body.firstName, body.initials, body.localUser]).toEqual([201, 'Quinn', 'QA', false]);
    // A name that the directory does not know is not found, with or without an account.
    for (const name of ['nora@backlot.example', 'nobody.here@backlot.example'])
      expect(refusalOf(await createUser({ username: name }))).toEqual([404, 'USER_NOT_FOUND']);
  });
});
