import { beforeAll, describe, expect, test } from 'vitest';
import { app } from '../../functions/app.ts';
import { admits } from '../support/worker/route-verdict.ts';
import type { Place, Verdict, Where } from '../support/worker/route-verdict.ts';
import { as, sessionOf } from '../support/worker/studio-client.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';
import { cast, contentOf, openThreeShows, places } from '../support/worker/studio-three-shows.ts';
import { fetchWorker, origin, studioEnv } from '../support/worker/studio.ts';
import { documentVerdicts } from '../support/worker/verdicts-of-documents.ts';
import { managementVerdicts } from '../support/worker/verdicts-of-management.ts';

const strange = [places['same studio'], places['other studio']];
let before: string[] = [];

beforeAll(async () => {
  await openThreeShows();
  before = await Promise.all(strange.map(contentOf));
});

/** A verdict for every route; a route without one fails. */
const verdicts: Record<string, Verdict> = { ...managementVerdicts, ...documentVerdicts };
const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
];
/** Held apart, for its answer ends the session that the other cells use. */
const apart = 'DELETE /api/sessions';

/** These ask about several ids, and answer for those that are the show's. */
const severalIds = new Set([
  'POST /api/departments/users/list',
  'GET /api/pos/get-for-relieve/:vendorId',
  'POST /api/workflows/bulk-approval',
]);

/** One cell: the call of that person, at that place. */
async function call(name: PersonName, route: string, verdict: Verdict, place: Place) {
  const [method = 'GET'] = route.split(' ');
  const { token, csrfToken } = await sessionOf(name);
  return send(method, verdict, place, {
    cookie: `session-token=${token}`,
    'x-csrf-token': csrfToken,
    'idempotency-key': crypto.randomUUID(),
  });
}

async function send(method: string, verdict: Verdict, place: Place, headers: Record<string, string>) {
  const body = verdict.body && JSON.stringify(verdict.body(place));
  const response = await fetchWorker(
    new Request(`${origin}${verdict.path(place)}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    }),
  );
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const code = isJson ? ((JSON.parse(text) as { code?: string } | null)?.code ?? '') : '';
  return { status: response.status, code, text };
}

/** What is wrong with an answer; null when the cell is as the table says. */
function fault(
  verdict: Verdict,
  isAdmitted: boolean,
  where: Where,
  { status, code }: { status: number; code: string },
) {
  if (status >= 500) return `${status} ${code}`;
  if (verdict.who === 'anyone') return null;
  if (!isAdmitted && where === 'own')
    return status === 403 && code === 'FORBIDDEN' ? null : `admitted: ${status} ${code}`;
  if (!isAdmitted) return status === 403 || status === 404 ? null : `admitted: ${status} ${code}`;
  if (status === 401) return 'signed out';
  if (verdict.who === 'document') return code === 'SHOW_NOT_IN_SESSION' ? 'no member' : null;
  // Ids that the look-ups of accounting do not know are none of the show's.
  return status === 403 || (status === 404 && !verdict.path(places[where]).includes('none'))
    ? `refused: ${status} ${code}`
    : null;
}

describe('every route for everybody', () => {
  test('DEC-11: every route has a verdict, and every verdict a route', () => {
    expect(Object.keys(verdicts).toSorted()).toEqual(routes.toSorted());
  });

  test.each(cast)(
    'PE-02, PE-03, DEC-11, DEC-12: as $role (modules: $modules), in all three shows',
    async (who) => {
      const faults: string[] = [];
      for (const [route, verdict] of Object.entries(verdicts)) {
        if (route === apart) continue;
        for (const place of Object.values(places)) {
          const answer = await call(who.name, route, verdict, place);
          const isAdmitted = admits(verdict, who.role, place.where, who.modules);
          const wrong = fault(verdict, isAdmitted, place.where, answer);
          if (wrong) faults.push(`${route} in ${place.where}: ${wrong}`);
        }
      }
      expect(faults).toEqual([]);
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
    await studioEnv.DIRECTORY.prepare("UPDATE users SET is_active = 0 WHERE id = 'leaver'").run();
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
