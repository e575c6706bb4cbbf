import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../../../functions/app.ts';
import { measureCost, countTrips } from '../../support/worker/database/counting-d1.ts';
import { member } from '../../support/transition-matrix/expected-access.ts';
import type { ExpectedAccess } from '../../support/transition-matrix/expected-access.ts';
import { sessionOf } from '../../support/worker/fixtures/client.ts';
import { cast, openThreeShows, targetShows } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, origin } from '../../support/worker/fixtures/studio.ts';
import { documentAccess } from '../../support/transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../../support/transition-matrix/access-expectations-management.ts';

let counted: ReturnType<typeof countTrips>;

beforeAll(async () => {
  await openThreeShows();
  counted = countTrips();
});
afterAll(() => {
  counted.stop();
});

const verdicts: Record<string, ExpectedAccess> = {
  ...managementAccess,
  ...documentAccess,
  // The whole PDF; other tests request a report that does not exist.
  'GET /api/cost-reports/pdf': member('/api/cost-reports/pdf'),
};
/** Every route with a session; the last one would end the session of the others. */
const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => verdicts[route]?.who !== 'anyone' && route !== 'DELETE /api/sessions');

/** A read takes two round trips, every other call three. These take more, with the reason. */
const maxTrips: Record<string, number> = {
  // The shows that a user looks after are read first.
  'GET /api/health': 3,
  'GET /api/health/:id': 3,
  'POST /api/health/:id/dismissal': 4,
  'POST /api/health/:id/retry': 4,
  'POST /api/health/:id/verification': 4,
  // Which accounts count at a level follows from the chart and the budget, which are read first.
  'GET /api/budgets/measures/documents': 3,
  'GET /api/budgets/actuals/rows': 3,
  // The period of a cost report follows from the last issued one, and the accounts of a row from what counts.
  'GET /api/cost-reports/current': 3,
  'GET /api/cost-reports/current/documents': 5,
  'GET /api/cost-reports/file': 3,
  'GET /api/cost-reports/pdf': 3,
  'POST /api/cost-reports': 5,
  // An unlinked upload takes three; a file of a document needs that document first.
  'DELETE /files/attachment/:id': 4,
  'DELETE /files/attachments': 4,
  // Accounting's answer is stored before the response, since the next form depends on it.
  'GET /api/vendors/active': 3,
  // The log of a whole show is read in parts.
  'GET /api/reports/download/invoice-log/:showId': 4,
  'GET /api/reports/download/po-log/:showId': 4,
  'GET /api/reports/download/audit-log/:showId': 4,
  // Rows, events, page and letterhead of one document are read separately, and again after a concurrent change.
  'GET /api/reports/download/audit-pack/:id': 12,
  // The changed show may differ from the open one: it and the permissions are read first.
  'PATCH /api/shows/:id/resource': 4,
  // The body with a file is read after the permissions, and its key is looked up afterwards.
  'POST /api/shows/:id/company-settings': 4,
  // The account is written to one database, the answer under its key to another.
  'POST /api/users': 4,
  // The key is claimed before the mail, which cannot be undone, and the answer stored afterwards. The mail is addressed
  // to the account, which may differ from the show's data (DEC-121) and is read separately.
  'POST /api/users/:id/invitation': 6,
  // It reads the run until the consumer has ended it: its own round trips are counted with more than ten items.
  'POST /api/workflows/bulk-approval': Number.POSITIVE_INFINITY,
  'POST /api/workflows/bulk-push': Number.POSITIVE_INFINITY,
  'POST /api/workflows/bulk-submit': Number.POSITIVE_INFINITY,
};

/** Refused here with a minimal body; `round-trips` measures their success. */
const measuredElsewhere = new Set([
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
  'POST /api/workflows/send-back',
  'POST /api/workflows/nudge',
  'POST /api/workflows/take-back',
  'POST /api/workflows/void',
  'PUT /api/invoices/:id',
  'PUT /api/invoices/:id/submit',
  'PUT /api/pos/:id',
  'PUT /api/pos/:id/pull-from-approval',
  'PUT /api/pos/:id/submit',
  // Measured by `set-cover`.
  'POST /api/covers',
  'POST /api/covers/:id/approve',
  'DELETE /api/covers/:id',
  // Measured by `closed-lines`.
  'PUT /api/pos/:id/lines/:lineId/closed',
  // Measured by `budgets`.
  'PUT /api/budgets/:id/amounts',
  'PUT /api/budgets/:id/series',
  'POST /api/budgets/:id/lock',
  'POST /api/budgets/:id/transfers',
  'POST /api/budgets/:id/overages',
  // Measured by `accounting-budget`.
  'POST /api/budgets/accounting/import',
  // Measured by `actuals`.
  'POST /api/budgets/actuals/:id/reverse',
  // Measured by `estimates`.
  'POST /api/cost-reports/estimates',
  // Measured by `rates`.
  'POST /api/currencies/rates',
  // Measured by `accounting-rates`.
  'POST /api/currencies/rates/accounting/check',
  'POST /api/currencies/rates/accounting/import',
  // Measured by `periods`.
  'POST /api/periods/set-up',
  'POST /api/periods/add',
  'POST /api/periods/close',
  'POST /api/periods/reopen',
  // Measured by `webhooks`.
  'DELETE /api/webhooks/:id',
  'POST /api/webhooks/:id/deliveries/:deliveryId',
]);

/** Refused here, and their success is not measured yet: only the cost of a refusal is limited. */
const onlyRefused = new Set([
  // Their file is read after the permissions.
  'POST /api/budgets/check',
  'POST /api/budgets/import',
  'POST /api/budgets/actuals/check',
  'POST /api/budgets/actuals/import',
  'POST /api/currencies/rates/check',
  'POST /api/currencies/rates/import',
  'POST /api/imports/check',
  'POST /api/imports/orders',
  'POST /api/imports/vendors',
  'GET /api/imports/:id',
  'GET /api/archives/:id/:part',
  // Its temporary vendor only exists with a document.
  'GET /api/vendors/:id/open-documents',
  'DELETE /api/archives/:id',
  'GET /api/replacements/:id',
  'POST /api/replacements',
  'POST /api/replacements/:id/start',
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
  'POST /api/workflows/bulk-approval/:runId/undo',
  'POST /files/:owner/attachment',
  'POST /api/invoices/:id/notes/withdraw',
  'POST /api/payments/:id/notes/withdraw',
  'POST /api/pos/:id/notes/withdraw',
  'PUT /api/invoices/:id/notes',
  'PUT /api/invoices/:id/pull',
  'PUT /api/payments/:id/notes',
  'PUT /api/pos/:id/notes',
  'PUT /api/pos/:id/pull',
]);

/** Lists are requested with a body. */
const isRead = (route: string) => route.startsWith('GET ') || /\/(filter|sums|list)$/.test(route);
const mostOf = (route: string) => maxTrips[route] ?? (isRead(route) ? 2 : 3);

async function call(route: string, { path, body }: ExpectedAccess) {
  const [method = 'GET'] = route.split(' ');
  const name = cast.find(({ role }) => role === 'EP Internal')?.name ?? 'ada';
  const { token, csrfToken } = await sessionOf(name);
  const sent = body && JSON.stringify(body(targetShows.own));
  const headers = {
    cookie: `__Host-session-token=${token}`,
    'x-csrf-token': csrfToken,
    'idempotency-key': crypto.randomUUID(),
    ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
  };
  const response = await fetchWorker(
    new Request(`${origin}${path(targetShows.own)}`, {
      method,
      redirect: 'manual',
      headers,
      ...(sent !== undefined && { body: sent }),
    }),
  );
  await response.arrayBuffer();
  return response.status;
}

test('every route stays within its round trips: two to read, three to act, or the listed number', async () => {
  const tooMany: string[] = [];
  const refused: string[] = [];
  for (const route of routes) {
    const verdict = verdicts[route];
    // A new route needs an entry: see the authorisation test.
    if (!verdict) throw new Error(`${route} has no verdict`);
    const { answer, cost } = await measureCost(() => call(route, verdict));
    if (cost.trips > mostOf(route)) tooMany.push(`${route}: ${cost.trips}`);
    if (answer >= 300) refused.push(route);
  }
  expect(tooMany).toEqual([]);
  expect(refused.filter((route) => !measuredElsewhere.has(route) && !onlyRefused.has(route))).toEqual([]);
  // Every exception must belong to a route.
  const routeSet = new Set(routes);
  expect(
    [...Object.keys(maxTrips), ...measuredElsewhere, ...onlyRefused].filter((route) => !routeSet.has(route)),
  ).toEqual([]);
}, 120_000);
