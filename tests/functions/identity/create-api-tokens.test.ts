import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertToken } from '#store/directory/api-tokens';
import { sha256 } from '#store/d1/sha256';
import { openThreeShows } from '../../support/worker/fixtures/three-shows.ts';
import { as, sessionOf } from '../../support/worker/fixtures/client.ts';
import { sent, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import { expireToken, tokenRefusal, statusOf, tokenOf } from '../../support/worker/identity/with-token.ts';

beforeAll(openThreeShows);

const unusable = [422, 'invalid_parameter'];

describe('creating a token', () => {
  test('it is shown once, stored as a hash, listed without the secret, and reported by e-mail', async () => {
    const made = await tokenOf('dana', { scopes: ['documents:read'], showId: 'alpha1', days: 365 });
    expect(made.token).toMatch(/^backlot_pat_[0-9a-z]{50}[0-9a-f]{8}$/);
    const { body } = await as('dana').get<{ tokens: Record<string, unknown>[] }>('/api/tokens');
    expect(body.tokens).toEqual([
      {
        id: made.id,
        name: 'Ledger',
        scopes: ['documents:read'],
        show: { id: 'alpha1', name: expect.any(String) },
        createdAt: made.createdAt,
        expiresAt: made.expiresAt,
        isExpired: false,
        usedDay: null,
      },
    ]);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(365 * 86_400_000);
    const { results } = await env.DIRECTORY.prepare('SELECT * FROM api_tokens').all();
    expect(JSON.stringify(results)).not.toContain(made.token);
    expect(sent.mail.at(-1)).toMatchObject({
      subject: 'A new API token was created for your Backlot account',
    });
    expect(JSON.stringify(sent.mail)).not.toContain(made.token);
  });

  test('it works without cookie and CSRF token, and its last day of use is stored', async () => {
    const { id, token } = await tokenOf('dana');
    expect(await statusOf(token)).toBe(200);
    const { body } = await as('dana').get<{ tokens: { id: string; usedDay: string }[] }>('/api/tokens');
    expect(body.tokens.find((one) => one.id === id)?.usedDay).toBe(new Date().toISOString().slice(0, 10));
  });

  test('a repetition with the same idempotency key is one token, whose last secret works', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const draft = { name: 'Twice', scopes: ['documents:read'], days: 1 };
    const make = () => as('carl').post<{ id: string; token: string }>('/api/tokens', draft, key);
    const [first, second] = [await make(), await make()];
    expect(first.body.id).toBe(second.body.id);
    expect([await statusOf(first.body.token), await statusOf(second.body.token)]).toEqual([401, 200]);
    const other = await as('carl').post('/api/tokens', { ...draft, days: 2 }, key);
    const short = await as('carl').post('/api/tokens', draft, { 'idempotency-key': 'short' });
    await expireToken(first.body.id);
    const late = await as('carl').post('/api/tokens', draft, key);
    expect([other, short, late].map(tokenRefusal)).toEqual([unusable, unusable, unusable]);
  });

  test('it is not created by a session that ended during the request', async () => {
    const made = await tokenOf('grace');
    const row = { ...made, tokenHash: 'other', userId: 'grace', showId: null };
    const session = sha256((await sessionOf('grace')).token);
    const others = sha256((await sessionOf('dana')).token);
    const keep = (id: string, hash: string) => insertToken(studioEnv, { ...row, id }, hash, 20);
    expect(await keep('of-another', others)).toBeNull();
    await sql.directory`UPDATE users SET is_active = 0 WHERE id = 'grace'`;
    expect(await keep('of-nobody', session)).toBeNull();
    await sql.directory`UPDATE users SET is_active = 1 WHERE id = 'grace'`;
    expect((await keep('of-grace', session))?.id).toBe('of-grace');
    await sql.directory`DELETE FROM sessions WHERE user_id = 'grace'`;
    expect(await keep('of-an-ended-one', session)).toBeNull();
  });

  test('a user of an identity provider reads what ends it, without the new password', async () => {
    await sql.directory`UPDATE users SET local_user = 0 WHERE id = 'carl'`;
    await tokenOf('carl');
    await sql.directory`UPDATE users SET local_user = 1 WHERE id = 'carl'`;
    expect(sent.mail.at(-1)?.text).toContain(
      'revoke it in Account Settings, sign out of every session there',
    );
    expect(sent.mail.at(-1)?.text).not.toContain('Forgot password');
  });

  test.each([
    { name: '', scopes: ['documents:read'], days: 1 },
    { name: 'No scope', scopes: [], days: 1 },
    { name: 'Unknown scope', scopes: ['everything'], days: 1 },
    { name: 'Too long', scopes: ['documents:read'], days: 366 },
    { name: 'x'.repeat(61), scopes: ['documents:read'], days: 1 },
  ])('is refused when it asks for what there is not: $name', async (draft) => {
    expect(tokenRefusal(await as('dana').post('/api/tokens', draft))).toEqual([400, 'invalid_parameter']);
  });

  test('it belongs to a show of its owner, and there are 20 at most', async () => {
    const draft = { name: 'Ledger', scopes: ['documents:read'], days: 1 };
    expect(tokenRefusal(await as('ada').post('/api/tokens', { ...draft, showId: 'sister' }))).toEqual([
      403,
      'SHOW_NOT_IN_SESSION',
    ]);
    for (let n = 0; n < 20; n += 1) await tokenOf('abel');
    const { status, body } = await as('abel').post('/api/tokens', draft);
    expect([status, body['code'], body['message']]).toEqual([
      400,
      'invalid_parameter',
      'You already have 20 tokens, the maximum. Revoke one that you no longer need, then try again.',
    ]);
  });
});
