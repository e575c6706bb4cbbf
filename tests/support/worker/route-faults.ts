import { operations } from '#middleware/route-registry';
import { app } from '../../../functions/app.ts';
import { admits } from '../transition-matrix/route-verdict.ts';
import type { Place, Verdict, Where } from '../transition-matrix/route-verdict.ts';
import { sessionOf } from './fixtures/client.ts';
import type { PersonName } from './fixtures/rows.ts';
import { places, type cast } from './fixtures/three-shows.ts';
import { fetchWorker, origin } from './fixtures/studio.ts';
import { documentVerdicts } from '../transition-matrix/verdicts-of-documents.ts';
import { managementVerdicts } from '../transition-matrix/verdicts-of-management.ts';

/** A verdict for every route; a route without one fails. */
export const verdicts: Record<string, Verdict> = { ...managementVerdicts, ...documentVerdicts };
export const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
];
/** Held apart, for its answer ends the session that the other cells use. */
export const apart = 'DELETE /api/sessions';

/** One cell: the call of that person, at that place. */
export async function call(
  name: PersonName,
  route: string,
  verdict: Verdict,
  place: Place,
  worker = fetchWorker,
) {
  const [method = 'GET'] = route.split(' ');
  const headers = { ...(await credentialsOf(name)), 'idempotency-key': crypto.randomUUID() };
  return send(method, verdict, place, headers, worker);
}

export async function credentialsOf(name: PersonName) {
  const { token, csrfToken } = await sessionOf(name);
  return { cookie: `__Host-session-token=${token}`, 'x-csrf-token': csrfToken };
}

export async function send(
  method: string,
  verdict: Verdict,
  place: Place,
  headers: Record<string, string>,
  worker = fetchWorker,
) {
  const body = verdict.body && JSON.stringify(verdict.body(place));
  const response = await worker(
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

/** What is wrong with the cells of these routes for one person, in these shows. */
export async function faultsOf(
  who: (typeof cast)[number],
  inList: Record<string, Verdict>,
  worker = fetchWorker,
  shows: readonly Place[] = Object.values(places),
): Promise<string[]> {
  const faults: string[] = [];
  for (const [route, verdict] of Object.entries(inList)) {
    if (route === apart) continue;
    for (const place of shows) {
      const answer = await call(who.name, route, verdict, place, worker);
      const isAdmitted = admits(verdict, who.role, place.where, who.modules);
      const wrong = fault(verdict, isAdmitted, place.where, answer);
      if (wrong) faults.push(`${route} in ${place.where}: ${wrong}`);
    }
  }
  return faults;
}

/** The routes that a token may call. */
export const ofTokens = Object.fromEntries(
  Object.entries(verdicts).filter(
    ([route]) => !['session', 'nobody', undefined].includes(operations[route]?.[0]),
  ),
);

export type Worker = typeof fetchWorker;

/** Makes every call with a token in the place of the session. */
export const withToken =
  (token: string): Worker =>
  async (request) => {
    const headers = new Headers(request.headers);
    for (const name of ['cookie', 'x-csrf-token']) headers.delete(name);
    headers.set('authorization', `Bearer ${token}`);
    return fetchWorker(new Request(request, { headers }));
  };
