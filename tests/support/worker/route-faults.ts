import { operations } from '#middleware/route-registry';
import { app } from '../../../functions/app.ts';
import { isAllowed } from '../transition-matrix/expected-access.ts';
import type { TargetShow, ExpectedAccess, Where } from '../transition-matrix/expected-access.ts';
import { sessionOf } from './fixtures/client.ts';
import type { PersonName } from './fixtures/rows.ts';
import { targetShows, type cast } from './fixtures/three-shows.ts';
import { fetchWorker, origin } from './fixtures/studio.ts';
import { documentAccess } from '../transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../transition-matrix/access-expectations-management.ts';

/** The expected access of every route; a route without one fails. */
export const expectedAccess: Record<string, ExpectedAccess> = { ...managementAccess, ...documentAccess };
export const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
];
/** Tested separately, since its call ends the session of the other cells. */
export const sessionEndingRoute = 'DELETE /api/sessions';

/** Makes the call of one cell: this user, this show. */
export async function call(
  name: PersonName,
  route: string,
  access: ExpectedAccess,
  place: TargetShow,
  worker = fetchWorker,
) {
  const [method = 'GET'] = route.split(' ');
  const headers = { ...(await credentialsOf(name)), 'idempotency-key': crypto.randomUUID() };
  return send(method, access, place, headers, worker);
}

export async function credentialsOf(name: PersonName) {
  const { token, csrfToken } = await sessionOf(name);
  return { cookie: `__Host-session-token=${token}`, 'x-csrf-token': csrfToken };
}

export async function send(
  method: string,
  access: ExpectedAccess,
  place: TargetShow,
  headers: Record<string, string>,
  worker = fetchWorker,
) {
  const body = access.body && JSON.stringify(access.body(place));
  const response = await worker(
    new Request(`${origin}${access.path(place)}`, {
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

/** Returns the difference from the expected access, or null. */
function fault(
  access: ExpectedAccess,
  isAdmitted: boolean,
  where: Where,
  { status, code }: { status: number; code: string },
) {
  if (status >= 500) return `${status} ${code}`;
  if (access.who === 'anyone') return null;
  if (!isAdmitted && where === 'own')
    return status === 403 && code === 'FORBIDDEN' ? null : `admitted: ${status} ${code}`;
  if (!isAdmitted) return status === 403 || status === 404 ? null : `admitted: ${status} ${code}`;
  if (status === 401) return 'signed out';
  if (access.who === 'document') return code === 'SHOW_NOT_IN_SESSION' ? 'no member' : null;
  // Accounting ids that are unknown to the lookups belong to no show.
  return status === 403 || (status === 404 && !access.path(targetShows[where]).includes('none'))
    ? `refused: ${status} ${code}`
    : null;
}

/** Returns the faults of these routes for one user in these shows. */
export async function faultsOf(
  who: (typeof cast)[number],
  inList: Record<string, ExpectedAccess>,
  worker = fetchWorker,
  shows: readonly TargetShow[] = Object.values(targetShows),
): Promise<string[]> {
  const faults: string[] = [];
  for (const [route, access] of Object.entries(inList)) {
    if (route === sessionEndingRoute) continue;
    for (const place of shows) {
      const answer = await call(who.name, route, access, place, worker);
      const isAdmitted = isAllowed(access, who, place.where);
      const wrong = fault(access, isAdmitted, place.where, answer);
      if (wrong) faults.push(`${route} in ${place.where}: ${wrong}`);
    }
  }
  return faults;
}

/** The routes that a token may call; in a show of which its owner is a guarantor, none. */
export const ofTokens = Object.fromEntries(
  Object.entries(expectedAccess)
    .filter(([route]) => !['session', 'nobody', undefined].includes(operations[route]?.[0]))
    .map(([route, access]) => [route, { ...access, isForGuarantors: false }]),
);

export type Worker = typeof fetchWorker;

/** Makes every call with a token instead of the session. */
export const withToken =
  (token: string): Worker =>
  async (request) => {
    const headers = new Headers(request.headers);
    for (const name of ['cookie', 'x-csrf-token']) headers.delete(name);
    headers.set('authorization', `Bearer ${token}`);
    return fetchWorker(new Request(request, { headers }));
  };
