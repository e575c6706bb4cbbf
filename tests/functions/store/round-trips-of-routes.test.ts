import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../../../functions/app.ts';
import { costing, countTrips } from '../../support/worker/database/counting-d1.ts';
import type { Verdict } from '../../support/transition-matrix/route-verdict.ts';
import { sessionOf } from '../../support/worker/fixtures/client.ts';
import { cast, openThreeShows, places } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, origin } from '../../support/worker/fixtures/studio.ts';
import { documentVerdicts } from '../../support/transition-matrix/verdicts-of-documents.ts';
import { managementVerdicts } from '../../support/transition-matrix/verdicts-of-management.ts';

let counted: ReturnType<typeof countTrips>;

beforeAll(async () => {
  await openThreeShows();
  counted = countTrips();
});
afterAll(() => {
  counted.stop();
});

const verdicts: Record<string, Verdict> = { ...managementVerdicts, ...documentVerdicts };
/** Every route that asks who is there; the last one would end the session of the others. */
const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => verdicts[route]?.who !== 'anyone' && route !== 'DELETE /api/sessions');

/** A read takes two round trips, and whatever else three. These take more, each for its reason. */
const more: Record<string, number> = {
  // Which shows somebody looks after is asked before they are.
  'GET /api/health': 3,
  'GET /api/health/:id': 3,
  'POST /api/health/:id/dismissal': 4,
  'POST /api/health/:id/retry': 4,
  'POST /api/health/:id/verification': 4,
  // An upload that nothing holds goes in three; for a file of a document that is looked up first.
  'DELETE /files/attachment/:id': 4,
  'DELETE /files/attachments': 4,
  // Accounting is asked, and what it says is kept before the answer: a form that is sent next relies on it.
  'GET /api/vendors/active': 3,
  // A log as long as the show, in parts.
  'GET /api/reports/download/invoice-log/:showId': 4,
  'GET /api/reports/download/po-log/:showId': 4,
  'GET /api/reports/download/audit-log/:showId': 4,
  // Rows, events, page and letterhead of one document, each read of its own; and again while somebody changes it.
  'GET /api/reports/download/audit-pack/:id': 12,
  // The show that is changed need not be the open one: which it is, and by what right, is asked first.
  'PATCH /api/shows/:id/resource': 4,
  // A body with a file is read once it is known by what right; only then is its key looked up.
  'POST /api/shows/:id/company-settings': 4,
  // The account is written in one database, and the answer under its key in another.
  'POST /api/users': 4,
  // Its key is taken before the letter, which nothing can undo, and the answer kept after it. The letter is for the account,
  // which a show may describe otherwise (DEC-121): it is read by itself.
  'POST /api/users/:id/invitation': 6,
  // The run is written before it begins, as whoever waits must find it; then its payments, and what came of them.
  'POST /api/workflows/bulk-approval': 5,
  'POST /api/workflows/bulk-approval/:runId/retry': 5,
};

/** Refused here, where their bodies are the least there is; what they cost when they succeed `round-trips` measures. */
const elsewhere = new Set([
  'GET /api/coa/:license',
  'GET /api/payments/search/:type',
  'POST /api/invoices',
  'POST /api/pos',
  'POST /api/pos/:id/discard-change-order',
  'POST /api/pos/lineitem/:id',
  'POST /api/workflows/adjust',
  'POST /api/workflows/approval',
  'POST /api/workflows/deny',
  'POST /api/workflows/revision',
  'POST /api/workflows/void',
  'PUT /api/invoices/:id',
  'PUT /api/invoices/:id/submit',
  'PUT /api/pos/:id',
  'PUT /api/pos/:id/pull-from-approval',
  'PUT /api/pos/:id/submit',
  // By `webhooks`.
  'DELETE /api/webhooks/:id',
  'POST /api/webhooks/:id/deliveries/:deliveryId',
]);

/** The same, and not yet measured when they succeed: what is held of them is what a refusal costs. */
const onlyRefused = new Set([
  // Their file is read once it is known by what right.
  'POST /api/imports/check',
  'POST /api/imports/orders',
  'POST /api/imports/vendors',
  'GET /api/imports/:id',
  'GET /api/archives/:id/:part',
  // The temporary vendor that it asks for is there only for the document that has it.
  'GET /api/vendors/:id/open-documents',
  'DELETE /api/archives/:id',
  'DELETE /api/reports/email-pdf/links/:id',
  'DELETE /api/workflows/bulk-approval/:runId',
  'POST /files/attachment/:id/erase',
  'DELETE /files/attachment/:id',
  'DELETE /files/attachments',
  'DELETE /files/vendor-attachment/:id',
  'GET /api/acct/acct-packages/:license',
  'GET /api/acct/show-types/:license',
  'GET /api/acct/studios/:license',
  'GET /api/reports/pdf/download/:id',
  'GET /api/workflows/bulk-approval/:runId',
  'GET /files/:owner/:id/newpreview/:name',
  'GET /files/:owner/:id/preview/:name',
  'GET /files/attachment/download/:id',
  'GET /files/pdf/:taskId/:fileName',
  'POST /api/pos/push/:id',
  'POST /api/reports/download-pdf/purchase-order',
  'POST /api/shows',
  'POST /api/users/addUpdateUserSettings',
  'POST /api/workflows/bulk-approval/:runId/retry',
  'POST /api/workflows/bulk-approval/:runId/seen',
  'POST /files/:owner/attachment',
  'PUT /api/invoices/:id/notes',
  'PUT /api/invoices/:id/pull',
  'PUT /api/payments/:id/notes',
  'PUT /api/pos/:id/notes',
  'PUT /api/pos/:id/pull',
]);

/** Lists are asked for with a body. */
const isRead = (route: string) => route.startsWith('GET ') || /\/(filter|sums|list)$/.test(route);
const mostOf = (route: string) => more[route] ?? (isRead(route) ? 2 : 3);

async function call(route: string, { path, body }: Verdict) {
  const [method = 'GET'] = route.split(' ');
  const name = cast.find(({ role }) => role === 'EP Internal')?.name ?? 'ada';
  const { token, csrfToken } = await sessionOf(name);
  const sent = body && JSON.stringify(body(places.own));
  const headers = {
    cookie: `__Host-session-token=${token}`,
    'x-csrf-token': csrfToken,
    'idempotency-key': crypto.randomUUID(),
    ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
  };
  const response = await fetchWorker(
    new Request(`${origin}${path(places.own)}`, {
      method,
      redirect: 'manual',
      headers,
      ...(sent !== undefined && { body: sent }),
    }),
  );
  await response.arrayBuffer();
  return response.status;
}

test('every route keeps within its round trips: two to read, three to act, or what is said of it here', async () => {
  const tooMany: string[] = [];
  const refused: string[] = [];
  for (const route of routes) {
    const verdict = verdicts[route];
    // A new route has to have one: see the test of who may do what.
    if (!verdict) throw new Error(`${route} has no verdict`);
    const { answer, cost } = await costing(() => call(route, verdict));
    if (cost.trips > mostOf(route)) tooMany.push(`${route}: ${cost.trips}`);
    if (answer >= 300) refused.push(route);
  }
  expect(tooMany).toEqual([]);
  expect(refused.filter((route) => !elsewhere.has(route) && !onlyRefused.has(route))).toEqual([]);
  // No exception outlives its route.
  const known = new Set(routes);
  expect([...Object.keys(more), ...elsewhere, ...onlyRefused].filter((route) => !known.has(route))).toEqual(
    [],
  );
}, 120_000);
