import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { resealAll } from '#verbs/operations/reseal';
import type { Resealed } from '#verbs/operations/reseal';
import { encryptSecret, decryptSecret } from '#verbs/identity/encrypt-secret';
import { openStudio, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

const former = 'short';
const present = 'a new secret of at least thirty-two bytes';
const at = '2026-11-20T09:00:00.000Z';
const later = '2099-01-01T00:00:00.000Z';
const under = (secrets: Record<string, string>): Env =>
  Object.assign({ ...studioEnv, SHORT_IDENTITY_SECRET: 'tolerated' }, secrets);
const before = under({ IDENTITY_SECRET: former });
const after = under({ IDENTITY_SECRET: present });

/** Locations and purposes of all sealed values. */
const sealedValues = [
  {
    db: env.DIRECTORY,
    from: 'second_factors',
    column: 'secret',
    key: 'user_id',
    id: 'dana',
    purpose: 'second-factor',
    owner: 'dana',
  },
  {
    db: env.DIRECTORY,
    from: 'sessions',
    column: 'id_token',
    key: 'token_hash',
    id: 'session',
    purpose: 'id-token',
    owner: 'session',
  },
  {
    db: env.DIRECTORY,
    from: 'pending_sign_ins',
    column: 'secret',
    key: 'token_hash',
    id: 'half',
    purpose: 'second-factor',
    owner: 'carl',
  },
  {
    db: env.DIRECTORY,
    from: 'pending_sign_ins',
    column: 'secret',
    key: 'token_hash',
    id: 'way',
    purpose: 'provider-sign-in',
    owner: 'way',
  },
  {
    db: env.SHOWS_0,
    from: 'webhook_endpoints',
    column: 'secret',
    key: 'id',
    id: 'alpha1_hook',
    purpose: 'webhook',
    owner: 'alpha1_hook',
  },
  {
    db: env.SHOWS_0,
    from: 'webhook_endpoints',
    column: 'old_secret',
    key: 'id',
    id: 'alpha1_hook',
    purpose: 'webhook',
    owner: 'alpha1_hook',
  },
  {
    db: env.SHOWS_1,
    from: 'webhook_endpoints',
    column: 'secret',
    key: 'id',
    id: 'bravo2_hook',
    purpose: 'webhook',
    owner: 'bravo2_hook',
  },
] as const;

beforeAll(openStudio);
beforeEach(async () => {
  const { DIRECTORY } = env;
  const sealed = await Promise.all(
    sealedValues.map(({ purpose, owner, column, id }) =>
      encryptSecret(before, purpose, owner, `${id} ${column}`),
    ),
  );
  const hook = (id: string, show: string, secret = '', old: string | null = null) =>
    `INSERT INTO webhook_endpoints (id, show_id, url, events, document_types, secret, secret_since, old_secret, old_secret_until, created_at)
     VALUES ('${id}', '${show}', 'https://hooks.example.com', '["document.approved"]', '["PO"]', '${secret}', '${at}',
       ${old === null ? 'NULL, NULL' : `'${old}', '${later}'`}, '${at}')`;
  await DIRECTORY.batch(
    [
      'DELETE FROM second_factors',
      'DELETE FROM sessions',
      'DELETE FROM pending_sign_ins',
      'DELETE FROM api_tokens',
      'DELETE FROM long_secrets',
      `INSERT INTO second_factors (user_id, secret, last_step, enrolled_at) VALUES ('dana', '${sealed[0]}', 7, '${at}')`,
      `INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, expires_at, id_token)
       VALUES ('session', 'dana', 'csrf', '${at}', '${later}', '${sealed[1]}')`,
      `INSERT INTO pending_sign_ins (token_hash, kind, user_id, return_to, secret, expires_at)
       VALUES ('half', 'SECOND_FACTOR', 'carl', '/', '${sealed[2]}', '${later}'),
              ('way', 'PROVIDER', NULL, '/', '${sealed[3]}', '${later}')`,
      `INSERT INTO api_tokens (id, token_hash, user_id, name, scopes, created_at, expires_at)
       VALUES ('token', 'hash', 'dana', 'Export', '["documents:read"]', '${at}', '${later}')`,
    ].map((statement) => DIRECTORY.prepare(statement)),
  );
  for (const db of [env.SHOWS_0, env.SHOWS_1]) await db.prepare('DELETE FROM webhook_endpoints').run();
  await env.SHOWS_0.prepare(hook('alpha1_hook', 'alpha1', sealed[4], sealed[5])).run();
  await env.SHOWS_1.prepare(hook('bravo2_hook', 'bravo2', sealed[6])).run();
});

const stored = async ({ db, from, column, key, id }: (typeof sealedValues)[number]) =>
  (
    await db
      .prepare(`SELECT ${column} AS value FROM ${from} WHERE ${key} = ?`)
      .bind(id)
      .first<{ value: string }>()
  )?.value ?? '';
const openedWith = (secrets: Env) =>
  Promise.all(
    sealedValues.map(async (place) =>
      decryptSecret(secrets, place.purpose, place.owner, await stored(place)),
    ),
  );
const all = sealedValues.map(({ id, column }) => `${id} ${column}`);

async function reseal(
  secrets = { former, present },
): Promise<[changed: number, unchanged: number, unreadable: number]> {
  const parts: Resealed[] = [];
  await resealAll(studioEnv, secrets, '2026-11-21T09:00:00.000Z', (part) => parts.push(part));
  const sum = (of: 'changed' | 'unchanged' | 'unreadable') =>
    parts.reduce((total, part) => total + part[of], 0);
  return [sum('changed'), sum('unchanged'), sum('unreadable')];
}
const mustBeLong = async () =>
  (await env.DIRECTORY.prepare('SELECT name FROM long_secrets').all()).results.length > 0;

test('DEC-122: everything sealed under the former secret opens under the present one only', async () => {
  expect(await openedWith(after)).toEqual(all.map(() => null));
  expect(await reseal()).toEqual([7, 0, 0]);
  expect(await openedWith(after)).toEqual(all);
  expect(await openedWith(before)).toEqual(all.map(() => null));
  expect(await mustBeLong()).toBe(true);
  const factor = await env.DIRECTORY.prepare('SELECT last_step FROM second_factors').first();
  expect(factor).toEqual({ last_step: 7 });
});

test('DEC-122: resealing does not replace the authenticator: API tokens stay', async () => {
  await reseal();
  const tokens = () => env.DIRECTORY.prepare('SELECT id FROM api_tokens').all();
  expect((await tokens()).results).toHaveLength(1);
  await sql.directory`UPDATE second_factors SET secret = 'another'`;
  expect((await tokens()).results).toEqual([]);
});

test('DEC-122: meanwhile the Worker opens both and seals under the present secret', async () => {
  const changing = under({ IDENTITY_SECRET: present, FORMER_IDENTITY_SECRET: former });
  expect(await openedWith(changing)).toEqual(all);
  expect(
    await decryptSecret(after, 'webhook', 'new', await encryptSecret(changing, 'webhook', 'new', 'own')),
  ).toBe('own');
});

test('DEC-122: an interrupted run is repeated and skips what is resealed already', async () => {
  const failing = { ...studioEnv, SHOWS_1: undefined } as unknown as Env;
  const parts: Resealed[] = [];
  await expect(
    resealAll(failing, { former, present }, at, (part) => {
      parts.push(part);
      if (part.what === 'authenticators') throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  expect([parts.length, await mustBeLong()]).toEqual([1, false]);
  expect(await reseal()).toEqual([6, 1, 0]);
  expect(await reseal()).toEqual([0, 7, 0]);
  expect(await openedWith(after)).toEqual(all);
});

test('DEC-122: a value that opens with neither secret is counted and left unchanged', async () => {
  await sql.directory`UPDATE second_factors SET secret = 'nonsense'`;
  expect(await reseal()).toEqual([6, 0, 1]);
  expect(await stored(sealedValues[0])).toBe('nonsense');
});

test('DEC-122: a short or an unchanged secret is refused', async () => {
  await expect(reseal({ former, present: 'x'.repeat(31) })).rejects.toThrow('fewer than 32 bytes');
  await expect(reseal({ former: present, present })).rejects.toThrow('the same');
  expect(await openedWith(before)).toEqual(all);
});
