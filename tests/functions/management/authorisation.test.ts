import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Role } from '#domain/identity/permissions';
import {
  apart,
  call,
  credentialsOf,
  faultsOf,
  ofTokens,
  routes,
  send,
  verdicts,
  withToken,
  type Worker,
} from '../../support/worker/route-faults.ts';
import type { Place, Verdict } from '../../support/transition-matrix/route-verdict.ts';
import { as, sessionOf } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { cast, contentOf, openThreeShows, places } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { tokenOf } from '../../support/worker/identity/with-token.ts';

const strange = [places['same studio'], places['other studio']];
let before: string[] = [];

beforeAll(async () => {
  // Every refusal is logged, and here are thousands.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openThreeShows();
  before = await Promise.all(strange.map(contentOf));
});

/** These ask about several ids, and answer for those that are the show's. */
const severalIds = new Set([
  'POST /api/departments/users/list',
  'GET /api/pos/get-for-relieve/:vendorId',
  'POST /api/workflows/bulk-approval',
]);

/** Who may reach another show, and who has all rights in one: the others are tried there by the long test. */
const farther = new Set<Role>(['EP Internal', 'Show Admin']);

let cells = 0;
let differences = 0;
afterAll(() => {
  console.log(`authorisation: ${routes.length} routes, ${cells} cells, ${differences} differences`);
});

describe('every route for everybody', () => {
  test('DEC-11: every route has a verdict, and every verdict a route', () => {
    expect(Object.keys(verdicts).toSorted()).toEqual(routes.toSorted());
  });

  test.each(cast)(
    'PE-02, PE-03, PE-28, DEC-11, DEC-12, DEC-65: $role (modules: $modules) reaches what the role may, and no more',
    async (who) => {
      const shows = farther.has(who.role) ? Object.values(places) : [places.own];
      const faults = await faultsOf(who, verdicts, fetchWorker, shows);
      cells += (routes.length - 1) * shows.length;
      differences += faults.length;
      expect(faults).toEqual([]);
    },
  );

  test.each(cast.filter(({ role, modules }) => role === 'PO Creator' || !modules))(
    'PE-02, DEC-11: a token of every scope does what $role (modules: $modules) may, and no more',
    async (who) => {
      const { token } = await tokenOf(who.name);
      expect(Object.keys(ofTokens).length).toBeGreaterThan(80);
      expect(await faultsOf(who, ofTokens, withToken(token), [places.own])).toEqual([]);
    },
  );

  test("DEC-01: ids of another show are unknown in one's own, whatever one may there", async () => {
    const faults: string[] = [];
    const all = cast.find(({ role }) => role === 'EP Internal');
    for (const [route, verdict] of Object.entries(verdicts)) {
      for (const ids of ['sister', 'bravo2']) {
        const place: Place = { ...places.own, ids };
        const says = ({ path, body }: Verdict, at: Place) => path(at) + JSON.stringify(body?.(at) ?? '');
        if (!all || says(verdict, place).split(ids).length === 1) continue;
        const { status, code, text } = await call(all.name, route, verdict, place);
        const isRight = severalIds.has(route) ? status === 200 && !text.includes('"name"') : status === 404;
        if (!isRight) faults.push(`${route} with ids of ${ids}: ${status} ${code}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('DEC-02, SE-21: without a session nothing but the pages of signing in', async () => {
    const faults: string[] = [];
    for (const [route, verdict] of Object.entries(verdicts)) {
      const [method = 'GET'] = route.split(' ');
      const { status, code } = await send(method, verdict, places.own, {});
      const isRight =
        verdict.who === 'anyone' ? status < 500 : status === 401 && code === 'USER_NOT_IN_SESSION';
      if (!isRight) faults.push(`${route}: ${status} ${code}`);
    }
    expect(faults).toEqual([]);
  });

  test('DEC-05: somebody whose account was deactivated while signed in reaches no show', async () => {
    const name = 'leaver' as PersonName;
    await sessionOf(name);
    await sql.directory`UPDATE users SET is_active = 0 WHERE id = 'leaver'`;
    const faults: string[] = [];
    for (const [route, verdict] of Object.entries(verdicts)) {
      if (route === apart || verdict.who === 'anyone' || verdict.who === 'person') continue;
      for (const place of Object.values(places)) {
        const { status, code } = await call(name, route, verdict, place);
        if (![401, 403, 404].includes(status)) faults.push(`${route} in ${place.where}: ${status} ${code}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('SH-01, DEC-01: not one of these calls left a trace in a show of which the caller is no member', async () => {
    expect(before.map((content) => content.length > 1000)).toEqual([true, true]);
    // But for the kept answer of whoever may tend every show, and was told that there is nothing to settle (DEC-99).
    const settled = `DELETE FROM idempotency WHERE body = '{"settled":0,"left":0}'`;
    await Promise.all([studioEnv.SHOWS_0, studioEnv.SHOWS_1].map((shard) => shard.prepare(settled).run()));
    expect(await Promise.all(strange.map(contentOf))).toEqual(before);
  });

  test('SE-20: signing out ends that session and no other', async () => {
    const session = sessionOf('dana');
    const own = as('dana', session);
    expect((await own.delete('/api/sessions')).status).toBe(200);
    expect((await own.get('/api/sessions/verify')).status).toBe(401);
    expect((await as('ada').get('/api/sessions/verify')).status).toBe(200);
  });
});

const refusing =
  (status: number, code: string): Worker =>
  async () =>
    Response.json({ code }, { status });
/** Lets every call through as if this person had made it. */
const mistakingAllFor =
  (name: PersonName): Worker =>
  async (request) => {
    const headers = new Headers(request.headers);
    for (const [key, value] of Object.entries(await credentialsOf(name))) headers.set(key, value);
    return fetchWorker(new Request(request, { headers }));
  };

/** What somebody might build into the guard of one route. */
const planted: Record<string, { route: string; says: RegExp; worker: Worker }> = {
  'it asks for no permission': {
    route: 'GET /api/users/:id',
    says: /in own: admitted: 200/,
    worker: mistakingAllFor('ada'),
  },
  'it asks for no membership of the show': {
    route: 'GET /api/users/config',
    says: /in other studio: admitted: 200/,
    worker: mistakingAllFor('bea'),
  },
  'it keeps out who may come in': {
    route: 'GET /api/users/config',
    says: /in own: refused: 403/,
    worker: refusing(403, 'FORBIDDEN'),
  },
  'it denies that there is what it should forbid': {
    route: 'GET /api/users/:id',
    says: /in own: admitted: 404/,
    worker: refusing(404, 'NOT_FOUND'),
  },
};

describe('what the matrix would find', () => {
  test.each(Object.entries(planted))('%s', async (_, { route, says, worker }) => {
    const creator = cast.find(({ role }) => role === 'PO Creator');
    const verdict = verdicts[route];
    if (!creator || !verdict) throw new Error(`no ${route}`);
    expect((await faultsOf(creator, { [route]: verdict }, worker)).join('\n')).toMatch(says);
    // Without the fault there is nothing to find.
    expect(await faultsOf(creator, { [route]: verdict })).toEqual([]);
  });
});
