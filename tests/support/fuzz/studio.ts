import * as fc from 'fast-check';
import * as v from 'valibot';
import { nameSearches } from '#domain/payments/payment';
import { companyTerms } from '#domain/management/show-form';
import { checks } from '#middleware/validate';
import { app } from '../../../functions/app.ts';
import { bystander, type ExpectedAccess } from '../transition-matrix/expected-access.ts';
import { countActuals } from '../worker/budget/actuals.ts';
import { changePeriods } from '../worker/budget/periods.ts';
import { billFor, paymentOf } from '../worker/fixtures/all-types.ts';
import { approved } from '../worker/fixtures/change-orders.ts';
import { aDraft, as, create, sessionOf, submitted } from '../worker/fixtures/client.ts';
import { bookPayment, submittedPayments } from '../worker/fixtures/payments.ts';
import { pdfBody, startPdf } from '../worker/fixtures/pdf.ts';
import { billBody } from '../worker/fixtures/relief.ts';
import { chosen } from '../worker/fixtures/shows.ts';
import { aFlow } from '../worker/fixtures/templates.ts';
import { licenses } from '../worker/accounting/sandbox-books.ts';
import { inShow, type PersonName } from '../worker/fixtures/rows.ts';
import { cast, openThreeShows, targetShows } from '../worker/fixtures/three-shows.ts';
import { rowsOf } from '../worker/fixtures/studio.ts';
import { documentAccess } from '../transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../transition-matrix/access-expectations-management.ts';
import {
  approvalSamples,
  knownApprovalValues,
  nameBackupApprover,
  openApprovalRows,
} from './approval-rows.ts';
import type { ApprovalRows } from './approval-rows.ts';
import { bodyless } from './bodyless.ts';
import { routeOf, type FuzzData, type Siblings, type RouteShape } from './calls.ts';
import type { Known } from './schema.ts';

const verdicts: Record<string, ExpectedAccess> = { ...managementAccess, ...documentAccess };
const text = v.string();
/** A new password is typed twice. */
const words = v.literal('three geese cross the lot');

const oneFile: RouteShape['body'] = {
  as: 'multipart',
  schema: v.object({ file: v.pipe(text, v.minLength(1)) }),
};

/** Form bodies, which the routes parse themselves. */
const forms: Record<string, RouteShape['body']> = {
  'POST /pages/approve/:token': { as: 'form', schema: v.object({ csrf: text }) },
  'POST /api/auth/login': {
    as: 'form',
    schema: v.object({ username: text, password: text, returnTo: v.optional(text) }),
  },
  'POST /api/auth/forgot': { as: 'form', schema: v.object({ username: text }) },
  'POST /api/auth/password': {
    as: 'form',
    schema: v.object({ current: text, password: words, again: words, returnTo: v.optional(text) }),
  },
  'POST /api/auth/password/:token': { as: 'form', schema: v.object({ password: text, again: text }) },
  'POST /api/auth/authenticator': { as: 'form', schema: v.object({ password: text, code: text }) },
  'POST /api/auth/authenticator/new': { as: 'form', schema: v.object({ code: text }) },
  'POST /api/auth/second-factor': { as: 'form', schema: v.object({ code: text }) },
  'POST /files/:owner/attachment': oneFile,
  'POST /api/budgets/check': oneFile,
  'POST /api/budgets/import': oneFile,
  'POST /api/budgets/actuals/check': oneFile,
  'POST /api/budgets/actuals/import': oneFile,
  'POST /api/currencies/rates/check': oneFile,
  'POST /api/currencies/rates/import': oneFile,
  'POST /api/imports/check': oneFile,
  'POST /api/imports/orders': oneFile,
  'POST /api/imports/vendors': oneFile,
  'POST /api/shows/:id/company-settings': { as: 'json', schema: companyTerms },
};

function schemaOf(method: string, path: string, target: 'json' | 'query'): v.GenericSchema | null {
  const found = app.routes
    .filter((route) => route.method === method && route.path === path)
    .map(({ handler }) => checks.get(handler))
    .find((check) => check?.target === target);
  return found?.schema ?? null;
}

const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
];

/** Returns every route of the Worker with its schemas. Throws for a route whose body is not described. */
export function shapesOf(keys: readonly string[] = routes): RouteShape[] {
  return keys.map((key) => {
    const [method = '', pattern = ''] = key.split(' ');
    const verdict = verdicts[key];
    const schema = schemaOf(method, pattern, 'json');
    const body = schema ? { schema, as: 'json' as const } : (forms[key] ?? null);
    const writes = ['POST', 'PUT', 'PATCH'].includes(method);
    if (!verdict || (writes && !body && !bodyless.has(key))) throw new Error(`nobody says what ${key} takes`);
    // Changes of a show itself use one that no other call needs.
    const there = pattern === '/api/shows/:id/resource' ? targetShows['same studio'] : null;
    return {
      method,
      pattern,
      body,
      query: schemaOf(method, pattern, 'query'),
      path: (showId) => verdict.path(there ?? { ...targetShows.own, showId }),
      sample: verdict.body ? (showId) => verdict.body?.({ ...targetShows.own, showId }) : null,
    };
  });
}

const internal = cast.find(({ role, modules }) => modules && role === 'EP Internal')?.name ?? 'ada';
const others: readonly PersonName[] = ['dana', 'ivan', 'lena', 'luis', 'abel'];

/** Returns a user with all permissions, and for documents also creators and approvers. */
export function callerOf(shape: RouteShape, which: number): PersonName {
  const verdict = verdicts[routeOf(shape)];
  const isFree =
    verdict?.who === 'document' || verdict?.who === 'person' || shape.pattern.startsWith('/pages/approve/');
  return isFree && which % 2 === 1 ? (others[(which >> 1) % others.length] ?? internal) : internal;
}

/** Restores the show's settings, so that a call cannot affect later ones. */
export async function restore(): Promise<void> {
  await rowsOf('alpha1', "UPDATE show_settings SET settings = ? WHERE show_id = 'alpha1'", settings);
  await rowsOf('alpha1', "UPDATE departments SET is_active = 1 WHERE show_id = 'alpha1'");
}
let settings = '';

/** The state of a document and its current step. */
interface Doc {
  docId: string;
  docType: string;
  workflowStepId: string;
}

interface Rows {
  docs: readonly Doc[];
  files: readonly string[];
  task: string;
  approvals: ApprovalRows;
}

/**
 * Creates documents of every type in several states, files, a task, a bulk run and an accounting period, in addition to
 * the rows of three shows.
 */
export async function openFuzzStudio(): Promise<FuzzData> {
  await openThreeShows();
  await nameBackupApprover();
  await Promise.all(others.map((name) => sessionOf(name)));
  const orders = [
    await create('dana'),
    await submitted('dana'),
    await submitted('dana'),
    await approved('dana'),
  ];
  const bills = [await billFor(await approved('dana')), await billFor(await approved('dana'))];
  await as('ivan').put(`/api/invoices/${bills[0]?.id}/submit`);
  await paymentOf('fuzz-1', ...bills.map(({ id }) => id));
  await submittedPayments(bookPayment('fuzz-2'));
  const files = [];
  for (const name of [internal, internal, 'dana'] as const)
    files.push((await as(name).upload({ name: 'one.pdf', bytes: '%PDF-1.7' })).body.attachmentId);
  const made = await startPdf(internal, pdfBody('PO', orders[1]?.id ?? ''));
  await rowsOf(
    'alpha1',
    `INSERT INTO bulk_runs (id, show_id, user_id, status, total, time_zone, created_at)
     VALUES ('alpha1_fuzzrun', 'alpha1', ?, 'success', 0, 'UTC', '2026-01-05T09:00:00.000Z')`,
    internal,
  );
  const approvals = await openApprovalRows(internal);
  // Estimates can be entered only for accounts of a budget or of other actuals (EFC-02).
  const today = new Date().toISOString().slice(0, 10);
  await countActuals(`Account,Amount,Date,Type\n6100,1200,${today},Payroll\n`);
  // Later than the days of all documents, which therefore enter it when they are approved.
  const week = { pattern: 'WEEKS', firstDay: '2027-06-06', length: 'WEEK', count: 1 };
  const { status, body } = await changePeriods('set-up', week, internal);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const [row] = await rowsOf<{ settings: string }>('alpha1', 'SELECT settings FROM show_settings');
  settings = row?.settings ?? '';
  const docs = await rowsOf<Doc>(
    'alpha1',
    `SELECT id AS docId, type AS docType, coalesce(current_step_id, 'none') AS workflowStepId FROM documents
     WHERE creator_id <> ? OR id = 'alpha1_po'`,
    bystander,
  );
  const rows = { docs, files, task: made.body.data?.taskId ?? '', approvals };
  return { siblings: siblingsIn(rows), known: knownValuesIn(rows), samples: samplesOf(rows) };
}

const idsOf = ({ docs }: Rows, docType: string) =>
  docs.filter((doc) => doc.docType === docType).map(({ docId }) => docId);

/** Returns the ids that may replace an id of their kind in a path. */
function siblingsIn(rows: Rows): Siblings {
  const { approvals } = rows;
  const ids = inShow('alpha1');
  const families: readonly (readonly string[])[] = [
    ['alpha1_po', ...idsOf(rows, 'PO')],
    ['alpha1_invoice', ...idsOf(rows, 'INVOICE')],
    ['alpha1_payment', ...idsOf(rows, 'PAYMENT')],
    ['alpha1_file', ...rows.files],
    ['alpha1_task', rows.task],
    ['alpha1_run', 'alpha1_fuzzrun'],
    ['none', licenses.SA, chosen.studioId, approvals.coverId, approvals.replacementId, approvals.token],
    ['vendor', ...nameSearches],
    [ids.department('art'), ids.department('grip'), ids.department('empty')],
    [ids.vendor('lumen'), ids.vendor('anvil'), ids.vendor('dormant')],
  ];
  return (id) => families.find((family) => family.includes(id)) ?? [];
}

function samplesOf({ docs }: Rows): FuzzData['samples'] {
  const someDoc = fc.constantFrom(...docs).map((doc) => ({ ...doc, showId: 'alpha1' }));
  const fresh = fc.nat().map((number) => `Fuzz ${number}`);
  const flow = fresh.map((name) => aFlow({ name }));
  const payFlow = fresh.map((name) => aFlow({ name, paymentBankAccounts: [] }));
  const order = fc.constant(null).map(() => aDraft());
  const bill = fresh.map((number) => ({ ...billBody([{ line: 1, cents: 5000 }]), number }));
  const step = (types: readonly string[]) => someDoc.filter(({ docType }) => types.includes(docType));
  return {
    ...approvalSamples(docs),
    'POST /api/shows': fresh.map((name) => ({ name, ...chosen })),
    'POST /api/pos': order,
    'PUT /api/pos/:id': order,
    'POST /api/invoices': bill,
    'PUT /api/invoices/:id': bill,
    'POST /api/purchase-order-workflow-template': flow,
    'PUT /api/purchase-order-workflow-template/:id': flow,
    'POST /api/invoice-workflow-template': flow,
    'PUT /api/invoice-workflow-template/:id': flow,
    'POST /api/payment-workflow-template': payFlow,
    'PUT /api/payment-workflow-template/:id': payFlow,
    'POST /api/workflows/approval': someDoc,
    'POST /api/workflows/revision': step(['PO', 'INVOICE']),
    'POST /api/workflows/void': step(['PO', 'INVOICE']),
    'POST /api/workflows/nudge': someDoc,
    'POST /api/workflows/take-back': someDoc,
    'POST /api/workflows/send-back': someDoc,
    'POST /api/workflows/deny': step(['INVOICE', 'PAYMENT']),
    'POST /api/cost-reports/estimates': fc.nat(3).map((revision) => ({
      reason: 'Weather',
      estimates: [{ account: '6100', revision, efc: 100 + revision }],
    })),
    'POST /api/reports/pdf/generate': someDoc.map((doc) => ({ ...doc, userId: 'dana', persona: 'CREATOR' })),
  };
}

function knownValuesIn(rows: Rows): Known {
  const ids = inShow('alpha1');
  const one = (...values: readonly unknown[]) => fc.constantFrom(...values);
  const people = one(bystander, 'dana', 'lena', 'luis', 'abel');
  const vendor = one(
    { id: ids.vendor('lumen'), name: 'Lumen Rentals' },
    { id: ids.vendor('anvil'), name: 'Anvil Props' },
    { name: 'Nobody yet', isTemporary: true },
  );
  const days = one('2026-11-03', '2027-02-28');
  const addresses = fc.uniqueArray(one('a@b.example', 'c@d.example', 'x@y.example'), { maxLength: 3 });
  const home = Array.from({ length: 8 }, () => 'alpha1');
  return {
    ...knownApprovalValues(rows.approvals, rows.docs),
    showId: one(...home, 'bravo2', 'sister'),
    docId: one(...rows.docs.map(({ docId }) => docId)),
    poId: one(...idsOf(rows, 'PO')),
    contentVersion: one(null, 1, 1, 2),
    workflowStepId: one(...rows.docs.map(({ workflowStepId }) => workflowStepId)),
    userId: people,
    approvers: fc.uniqueArray(people, { maxLength: 3 }).map((names) => names.map((userId) => ({ userId }))),
    department: one({ id: ids.department('art'), name: 'Art' }),
    departmentIds: one([ids.department('art')], [ids.department('grip'), ids.department('art')], []),
    category: one({ id: ids.category('props'), name: 'Props' }, null),
    vendor,
    vendorAddress: one({ id: ids.vendorAddress('lumen') }, { id: ids.vendorAddress('anvil') }),
    projectCompanyExternalId: one('pc1'),
    projectCompanyCurrencyExternalId: one('usd1'),
    currency: one('USD'),
    billToAddressId: one(ids.address('office'), null),
    shipToAddressId: one(ids.address('stage'), null),
    poDate: days,
    date: days,
    dueDate: days,
    rentalStart: days,
    rentalEnd: days,
    coding: one({ ACCOUNT: '6100' }, {}),
    coaExternalId: one(null, 'acc-6100'),
    taxCode: one(null, 'T1'),
    attachments: one([]),
    attachmentIds: one(['alpha1_file'], rows.files.slice(0, 1)),
    recipients: addresses,
    ccRecipients: addresses,
    bccRecipients: addresses,
    timeZone: one('America/Los_Angeles', 'UTC', 'Asia/Tokyo'),
    username: fc.nat().map((number) => `fuzz${number}@backlot.example`),
    returnTo: one('/approvals', '/purchase-orders'),
    companyId: one('pc1'),
    currencyId: one('usd1'),
    showIds: one(['alpha1', 'bravo2'], []),
  };
}
