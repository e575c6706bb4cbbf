import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { scopeNames } from '#domain/identity/api-token';
import { operations } from '#middleware/route-registry';
import { app } from '../../../functions/app.ts';
import { targetShows, openThreeShows, cast } from '../../support/worker/fixtures/three-shows.ts';
import { aDraft, as, sessionOf } from '../../support/worker/fixtures/client.ts';
import { fetchWorker, origin, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { ExpectedAccess } from '../../support/transition-matrix/expected-access.ts';
import {
  callWith,
  expireToken,
  tokenRefusal,
  statusOf,
  tokenOf,
} from '../../support/worker/identity/with-token.ts';
import { documentAccess } from '../../support/transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../../support/transition-matrix/access-expectations-management.ts';

beforeAll(openThreeShows);

const none = [401, 'USER_NOT_IN_SESSION'];

describe('routes that a token can call', () => {
  const routes = [
    ...new Set(
      app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
    ),
  ];
  const verdicts: Record<string, Pick<ExpectedAccess, 'path' | 'body'>> = {
    ...managementAccess,
    ...documentAccess,
  };
  const all = cast.find(({ role }) => role === 'EP Internal')?.name ?? 'ada';
  const tryRoute = (token: string, route: string) => {
    const [method = ''] = route.split(' ');
    const [, path = ''] = route.split(' ');
    const verdict = verdicts[route] ?? { path: () => path.replaceAll(/:\w+/g, 'none') };
    return callWith(token, method, verdict.path(targetShows.own), verdict.body?.(targetShows.own));
  };

  test('every route states the scope that a token needs, and no other value', () => {
    expect(Object.keys(operations).toSorted()).toEqual(routes.toSorted());
  });

  test('a token with all scopes but one can call all routes but those of that scope, and none that manages access', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const faults: string[] = [];
    for (const scope of scopeNames) {
      const [{ id, token }, { id: othersId, token: others }] = [
        await tokenOf(all, { scopes: [scope] }),
        await tokenOf(all, { scopes: scopeNames.filter((one) => one !== scope) }),
      ];
      for (const [route, [needs]] of Object.entries(operations)) {
        if (needs !== scope) continue;
        const without = await tryRoute(others, route);
        if (without.body['message'] !== `The token does not have the scope ${scope}.`)
          faults.push(`${route} without ${scope}: ${tokenRefusal(without).join(' ')}`);
        const { status, body } = await tryRoute(token, route);
        const isKeptOut = status === 401 || /token/i.test(JSON.stringify(body['message'] ?? ''));
        if (isKeptOut || status >= 500)
          faults.push(`${route} with ${scope}: ${status} ${String(body['code'])}`);
      }
      // A user has a limited number of tokens.
      for (const one of [id, othersId]) await as(all).delete(`/api/tokens/${one}`);
    }
    expect(faults).toEqual([]);
  });

  test('API tokens cannot call routes for tokens, sessions, permissions or management', async () => {
    const { token } = await tokenOf(all);
    const faults: string[] = [];
    for (const [route, [needs]] of Object.entries(operations)) {
      if (needs !== 'session') continue;
      const { status, body } = await tryRoute(token, route);
      if (status !== 403 || body['message'] !== 'API tokens cannot call this route.')
        faults.push(`${route}: ${status}`);
    }
    expect(faults).toEqual([]);
    expect(tokenRefusal(await callWith(token, 'GET', '/api/nowhere'))).toEqual([403, 'FORBIDDEN']);
  });

  test('without management:read it gets no members of departments and no users from a search', async () => {
    const { token } = await tokenOf(all, { scopes: ['documents:read'] });
    const { token: wide } = await tokenOf(all, { scopes: ['documents:read', 'management:read'] });
    const peopleFor = async (secret: string) => {
      const found = await callWith(secret, 'GET', '/api/search?showId=alpha1&q=Dana');
      const listed = await callWith(secret, 'GET', '/api/departments?showId=alpha1');
      const departments = listed.body as unknown as { users: unknown[] }[];
      expect(departments.length).toBeGreaterThan(0);
      return [(found.body['people'] as unknown[]).length, departments.flatMap(({ users }) => users).length];
    };
    expect(await peopleFor(token)).toEqual([0, 0]);
    for (const count of await peopleFor(wide)) expect(count).toBeGreaterThan(0);
  });

  test('a token of one show gives access to no other, by query, body, id or list', async () => {
    const { token } = await tokenOf('dana', { showId: 'alpha1' });
    expect([await statusOf(token), await statusOf(token, 'bravo2')]).toEqual([200, 403]);
    expect(tokenRefusal(await callWith(token, 'GET', '/api/home?showId=bravo2'))).toEqual([
      403,
      'SHOW_NOT_IN_SESSION',
    ]);
    expect((await callWith(token, 'GET', '/api/home')).status).toBe(200);
    expect((await callWith(token, 'GET', '/api/pos/bravo2_po')).status).toBe(403);
    const shows = async (secret: string) =>
      (await callWith(secret, 'GET', '/api/users/shows')).body as { shows: { id: string }[]; total: number };
    expect((await shows(token)).shows.map(({ id }) => id)).toEqual(['alpha1']);
    expect((await shows((await tokenOf('dana')).token)).total).toBe(2);
  });

  test('DEC-99: a purchase order sent twice with one idempotency key is created once', async () => {
    const { token } = await tokenOf('dana', { scopes: ['documents:write'] });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const draft = aDraft();
    const send = () => callWith(token, 'POST', '/api/pos', draft, key);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body['id']).toBe(first.body['id']);
  });
});

describe('limits of a token', () => {
  test('combined with a session it is refused', async () => {
    const [{ token: cookie }, { token }] = [await sessionOf('dana'), await tokenOf('dana')];
    const both = { cookie: `__Host-session-token=${cookie}` };
    expect(tokenRefusal(await callWith(token, 'GET', '/api/home?showId=alpha1', undefined, both))).toEqual([
      400,
      'invalid_parameter',
    ]);
  });

  test('an invalid or unknown token gets the error of RFC 6750', async () => {
    const { token } = await tokenOf('dana');
    const broken = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const one of [broken, 'backlot_pat_', 'x'.repeat(5000)]) {
      const answer = await callWith(one, 'GET', '/api/home?showId=alpha1');
      expect(tokenRefusal(answer)).toEqual(none);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Backlot", error="invalid_token"');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const basic = await fetchWorker(
      new Request(`${origin}/api/home`, { headers: { authorization: 'Basic ZGFuYTpz' } }),
    );
    expect(basic.status).toBe(401);
  });

  test('a revoked token is refused at once; a user cannot revoke another user’s token', async () => {
    const { id, token } = await tokenOf('dana');
    await as('carl').delete(`/api/tokens/${id}`);
    expect(await statusOf(token)).toBe(200);
    expect((await as('dana').delete(`/api/tokens/${id}`)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  test('an expired token gets that error, and is still listed', async () => {
    const { id, token } = await tokenOf('dana', { days: 1 });
    await expireToken(id);
    expect(tokenRefusal(await callWith(token, 'GET', '/api/home?showId=alpha1'))).toEqual([
      401,
      'session_timeout',
    ]);
    const { body } = await as('dana').get<{ tokens: { id: string; isExpired: boolean }[] }>('/api/tokens');
    expect(body.tokens.find((one) => one.id === id)?.isExpired).toBe(true);
  });

  test('after 600 calls a minute of one token, or of all of a user’s tokens, further calls wait', async () => {
    const { token } = await tokenOf('dana');
    const call = () => callWith(token, 'GET', '/api/home?showId=alpha1');
    const limit = vi.spyOn(studioEnv.TOKEN_LIMIT, 'limit').mockResolvedValue({ success: false });
    const ofOne = await call();
    limit.mockImplementation(async ({ key }) => ({ success: key !== 'user:dana' }));
    const answers = [ofOne, await call()];
    const made = await as('dana').post('/api/tokens', { name: 'x', scopes: ['documents:read'], days: 1 });
    limit.mockRestore();
    for (const answer of answers)
      expect([...tokenRefusal(answer), answer.headers.get('retry-after')]).toEqual([
        429,
        'too_many_requests',
        '60',
      ]);
    expect(tokenRefusal(made)).toEqual([429, 'too_many_requests']);
  });

  test('the secret is in no log', async () => {
    const lines: string[] = [];
    for (const level of ['info', 'warn', 'error', 'log'] as const)
      vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line)));
    const { id, token } = await tokenOf('dana', { scopes: ['reports:read'] });
    await as('dana').delete('/api/tokens/no-such-token');
    expect(await statusOf(token)).toBe(403);
    expect(await statusOf(token.replace(/.$/, 'z'))).toBe(401);
    vi.restoreAllMocks();
    expect(lines.join('\n')).toContain(id);
    expect(lines.filter((line) => line.includes('API token revoked'))).toEqual([]);
    expect(lines.join('\n')).not.toContain(token.slice(12, 40));
  });
});

describe('tokens and their owner', () => {
  const set = (sql: string) => env.DIRECTORY.prepare(sql).run();

  test('a token never has more permissions than its owner has at that moment', async () => {
    const { token } = await tokenOf('role3' as 'dana');
    const read = () => callWith(token, 'GET', '/api/workflow-template?showId=alpha1');
    expect((await read()).status).toBe(200);
    await set("UPDATE memberships SET role = 'PO Creator' WHERE user_id = 'role3'");
    expect((await read()).body).toMatchObject({ code: 'FORBIDDEN' });
    await set("UPDATE memberships SET role = 'Approver' WHERE user_id = 'role3'");
  });

  test('a user who leaves a show loses its tokens, and with the last show all', async () => {
    const [here, all] = [await tokenOf('dana', { showId: 'alpha1' }), await tokenOf('dana')];
    await set("UPDATE memberships SET is_active = 0 WHERE user_id = 'dana' AND show_id = 'alpha1'");
    expect([
      await statusOf(here.token),
      await statusOf(all.token),
      await statusOf(all.token, 'bravo2'),
    ]).toEqual([401, 403, 200]);
    await set("UPDATE memberships SET is_active = 0 WHERE user_id = 'dana'");
    expect(await statusOf(all.token, 'bravo2')).toBe(401);
  });

  test.each([
    ['deactivated', "UPDATE users SET is_active = 0 WHERE id = 'leaver'"],
    ['given a new password', "UPDATE users SET password_hash = 'other' WHERE id = 'leaver'"],
    ['given another authenticator', "UPDATE second_factors SET secret = 'other' WHERE user_id = 'leaver'"],
    ['relieved of a lost authenticator', "UPDATE users SET mfa_enabled = 0 WHERE id = 'leaver'"],
  ])('DEC-05: a user who is %s has no token left', async (_, sql) => {
    await set(
      "INSERT OR IGNORE INTO second_factors (user_id, secret, last_step, enrolled_at) VALUES ('leaver', 's', 0, 'x')",
    );
    const { token } = await tokenOf('leaver' as 'dana');
    expect(await statusOf(token)).toBe(200);
    await set(sql);
    expect(await statusOf(token)).toBe(401);
    await set("UPDATE users SET is_active = 1 WHERE id = 'leaver'");
    expect(await statusOf(token)).toBe(401);
  });

  test('signing out everywhere ends sessions and keeps tokens', async () => {
    const { token } = await tokenOf('grace');
    await as('grace').delete('/api/sessions?everywhere=true');
    expect(await statusOf(token)).toBe(200);
  });
});
