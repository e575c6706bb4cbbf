import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Role } from '#domain/identity/permissions';
import {
  sessionEndingRoute,
  call,
  credentialsOf,
  faultsOf,
  ofTokens,
  routes,
  send,
  expectedAccess,
  withToken,
  type Worker,
} from '../../support/worker/route-faults.ts';
import { isAllowed } from '../../support/transition-matrix/expected-access.ts';
import type { TargetShow, ExpectedAccess } from '../../support/transition-matrix/expected-access.ts';
import { as, sessionOf } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { cast, contentOf, openThreeShows, targetShows } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { tokenOf } from '../../support/worker/identity/with-token.ts';

const strange = [targetShows['same studio'], targetShows['other studio']];
let before: string[] = [];

beforeAll(async () => {
  // Thousands of refusals would be logged.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openThreeShows();
  before = await Promise.all(strange.map(contentOf));
});

/** These routes take several ids and answer for those of the show. */
const severalIds = new Set([
  'POST /api/departments/users/list',
  'GET /api/pos/get-for-relieve/:vendorId',
  'POST /api/workflows/bulk-approval',
  'POST /api/workflows/bulk-approval/preview',
  'POST /api/workflows/bulk-push',
  'POST /api/workflows/bulk-submit',
]);

/** The role with the most access to other shows, tried there. The long test tries everyone in other shows. */
const farther: Role = 'EP Internal';
/** The role with the fewest rights. */
const nearest: Role = 'PO Creator';

/** The routes that some users may call and others not. Those that all may call are tried by two of them. */
const unequalAccess = Object.fromEntries(
  Object.entries(expectedAccess).filter(([, access]) => {
    const [first, ...others] = cast.map((who) => isAllowed(access, who, 'own'));
    return others.some((isAdmitted) => isAdmitted !== first);
  }),
);

let cells = 0;
let differences = 0;
afterAll(() => {
  console.log(`authorisation: ${routes.length} routes, ${cells} cells, ${differences} differences`);
});

describe('every route for every role', () => {
  test('DEC-11: users differ in the access to most routes of members', () => {
    expect(Object.keys(unequalAccess).length).toBeGreaterThan(140);
  });

  test('DEC-11: every route has expected access, and every entry a route', () => {
    expect(Object.keys(expectedAccess).toSorted()).toEqual(routes.toSorted());
  });

  test.each(cast)(
    'PE-02, PE-03, PE-28, BUD-50, BUD-88, DEC-11, DEC-12, DEC-65: $role (modules: $modules, budget: $readBudget) has exactly the rights of the role',
    async (who) => {
      const isFarther = who.role === farther && who.modules;
      const shows = isFarther ? Object.values(targetShows) : [targetShows.own];
      const access = isFarther || who.role === nearest ? expectedAccess : unequalAccess;
      const faults = await faultsOf(who, access, fetchWorker, shows);
      cells += Object.keys(access).length * shows.length;
      differences += faults.length;
      expect(faults).toEqual([]);
    },
  );

  // The long test has everyone.
  test.each(
    cast.filter(({ role, readBudget }) => role === 'PO Creator' || role === 'Guarantor' || readBudget),
  )(
    'PE-02, DEC-11: a token of every scope has exactly the rights of $role (modules: $modules, budget: $readBudget)',
    async (who) => {
      const { token } = await tokenOf(who.name);
      expect(Object.keys(ofTokens).length).toBeGreaterThan(80);
      expect(await faultsOf(who, ofTokens, withToken(token), [targetShows.own])).toEqual([]);
    },
  );

  test("DEC-01: ids of another show are not found in the user's own show, whatever the role", async () => {
    const faults: string[] = [];
    const all = cast.find(({ role }) => role === 'EP Internal');
    for (const [route, verdict] of Object.entries(expectedAccess)) {
      for (const ids of ['sister', 'bravo2']) {
        const place: TargetShow = { ...targetShows.own, ids };
        const says = ({ path, body }: ExpectedAccess, at: TargetShow) =>
          path(at) + JSON.stringify(body?.(at) ?? '');
        if (!all || says(verdict, place).split(ids).length === 1) continue;
        const { status, code, text } = await call(all.name, route, verdict, place);
        const isRight = severalIds.has(route) ? status === 200 && !text.includes('"name"') : status === 404;
        if (!isRight) faults.push(`${route} with ids of ${ids}: ${status} ${code}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('DEC-02, SE-21: only the sign-in pages work without a session', async () => {
    const faults: string[] = [];
    for (const [route, verdict] of Object.entries(expectedAccess)) {
      const [method = 'GET'] = route.split(' ');
      const { status, code } = await send(method, verdict, targetShows.own, {});
      const isRight =
        verdict.who === 'anyone' ? status < 500 : status === 401 && code === 'USER_NOT_IN_SESSION';
      if (!isRight) faults.push(`${route}: ${status} ${code}`);
    }
    expect(faults).toEqual([]);
  });

  test('DEC-05: a user who was deactivated during the session has access to no show', async () => {
    const name = 'leaver' as PersonName;
    await sessionOf(name);
    await sql.directory`UPDATE users SET is_active = 0 WHERE id = 'leaver'`;
    const faults: string[] = [];
    for (const [route, verdict] of Object.entries(expectedAccess)) {
      if (route === sessionEndingRoute || verdict.who === 'anyone' || verdict.who === 'person') continue;
      for (const place of Object.values(targetShows)) {
        const { status, code } = await call(name, route, verdict, place);
        if (![401, 403, 404].includes(status)) faults.push(`${route} in ${place.where}: ${status} ${code}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('SH-01, DEC-01: none of these calls changes a show without a membership of the caller', async () => {
    expect(before.map((content) => content.length > 1000)).toEqual([true, true]);
    // Except for the stored answer of a user who may manage every show and had nothing to settle (DEC-99).
    const settled = `DELETE FROM idempotency WHERE body = '{"settled":0,"left":0}'`;
    await Promise.all([studioEnv.SHOWS_0, studioEnv.SHOWS_1].map((shard) => shard.prepare(settled).run()));
    expect(await Promise.all(strange.map(contentOf))).toEqual(before);
  });

  test('SE-20: signing out ends only that session', async () => {
    const session = sessionOf('dana');
    const own = as('dana', session);
    expect((await own.delete('/api/sessions')).status).toBe(200);
    expect((await own.get('/api/sessions/verify')).status).toBe(401);
    expect((await as('ada').get('/api/sessions/verify')).status).toBe(200);
  });
});

const refuseFor =
  (status: number, code: string): Worker =>
  async () =>
    Response.json({ code }, { status });
/** Accepts every call as if this user had made it. */
const mistakingAllFor =
  (name: PersonName): Worker =>
  async (request) => {
    const headers = new Headers(request.headers);
    for (const [key, value] of Object.entries(await credentialsOf(name))) headers.set(key, value);
    return fetchWorker(new Request(request, { headers }));
  };

/** Possible mistakes in the guard of one route. */
const mutants: Record<string, { route: string; says: RegExp; worker: Worker }> = {
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
    worker: refuseFor(403, 'FORBIDDEN'),
  },
  'it denies that there is what it should forbid': {
    route: 'GET /api/users/:id',
    says: /in own: admitted: 404/,
    worker: refuseFor(404, 'NOT_FOUND'),
  },
};

describe('mistakes that the matrix finds', () => {
  test.each(Object.entries(mutants))('%s', async (_, { route, says, worker }) => {
    const creator = cast.find(({ role }) => role === 'PO Creator');
    const verdict = expectedAccess[route];
    if (!creator || !verdict) throw new Error(`no ${route}`);
    expect((await faultsOf(creator, { [route]: verdict }, worker)).join('\n')).toMatch(says);
    // Without the mistake there are no faults.
    expect(await faultsOf(creator, { [route]: verdict })).toEqual([]);
  });
});
