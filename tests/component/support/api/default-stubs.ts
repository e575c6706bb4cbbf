import { Refusal } from '#domain/codes';
import { whyNotRelievable } from '#domain/relief/relief-reference';
import type { DocType } from '#domain/document';
import { isGuarantor } from '#domain/identity/permissions';
import { routeOf } from '../fixtures/workflows.ts';
import type { FakeApi } from './fake-api.ts';
import { chartOfAccounts } from '../fixtures/chart-of-accounts.ts';
import { companies } from '../fixtures/companies.ts';
import { departments } from '../fixtures/departments.ts';
import { pdfResponse, pngResponse, textResponse } from '../fixtures/files.ts';
import { invoiceRow } from '../fixtures/invoices.ts';
import { paymentFilterSetup, paymentRow, paymentTemplates } from '../fixtures/payments.ts';
import { isApproverIn, members, rightsOf } from '../fixtures/people.ts';
import type { Person } from '../fixtures/people.ts';
import { healthOf } from '../fixtures/health.ts';
import { homeOf } from '../fixtures/home.ts';
import { rowOf } from '../fixtures/purchase-orders.ts';
import { relievableFrom } from '../fixtures/relief.ts';
import { summaryOf } from '../fixtures/shows.ts';
import type { Show } from '../fixtures/shows.ts';
import { vendors } from '../fixtures/vendors.ts';
import { stubLists } from './list-stubs.ts';
import { sealRights } from './seal-rights.ts';
import type { ResponseBody } from './routes.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The data of the fake API. A test may change it while the page is open. */
export interface World {
  person: Person;
  /** The shows of the person; the first is open. */
  shows: readonly Show[];
  /** Documents are in the order in which lists show them. */
  orders: PurchaseOrder[];
  invoices: Invoice[];
  payments: Payment[];
  /** Whether new users come from the identity directory. */
  featureFlags?: { smartId2: boolean };
  /** The person's choices in Account Settings that differ from the defaults. */
  preferences?: Partial<ResponseBody<'GET /api/users/userSettings'>>;
}

const session = { csrfToken: 'csrf-token', keySalt: 'key-salt' };
const minutes = 60_000;

/** Caches sealed permissions, because sealing takes a few milliseconds and most tests need the same ones. */
const sealed = new Map<string, ReturnType<typeof sealRights>>();

function sealCached(who: Person, show: Show): ReturnType<typeof sealRights> {
  const rights = rightsOf(who, show);
  const key = JSON.stringify([rights, show.id]);
  const cachedRights = sealed.get(key) ?? sealRights(rights, { ...session, showId: show.id });
  sealed.set(key, cachedRights);
  return cachedRights;
}

function configOf(who: Person, { accountingSystem, settings }: Show): ResponseBody<'GET /api/users/config'> {
  return {
    purchaseOrderVisibility: who.visibility,
    invoiceVisibility: who.invoiceVisibility,
    displayPoNumbers: null,
    sendUnapprovedPurchaseOrders: who.sendUnapprovedPurchaseOrders,
    specialApprover: who.specialApprover,
    accountingSystem,
    settings,
    ...(isGuarantor(who) && { isGuarantor: true }),
  };
}

/** Returns the show with this id or license, by default the first. Throws SHOW_NOT_IN_SESSION when it is missing. */
function showOf(world: World, name: string | undefined): Show {
  const show =
    name === undefined ? world.shows[0] : world.shows.find(({ id, license }) => [id, license].includes(name));
  if (!show) throw new Refusal('SHOW_NOT_IN_SESSION');
  return show;
}

function stubSession(api: FakeApi, world: World): void {
  api.on('GET /api/sessions/login-context', async ({ query }) => {
    const { person: who } = world;
    const shows = world.shows.map(summaryOf);
    const [first] = world.shows;
    const openShow = first && {
      showId: first.id,
      permissions: await sealCached(who, first),
      config: configOf(who, first),
    };
    const { id, username, firstName, lastName, name, initials, localUser, mayCreateShows } = who;
    const now = Date.now();
    return {
      user: {
        id,
        username,
        firstName,
        lastName,
        name,
        initials,
        localUser,
        mayCreateShows,
        approver: isApproverIn(who),
      },
      shows,
      selectedShow: shows[0] ?? null,
      recentShows: shows.slice(0, 5),
      ...session,
      platformConfig: { environment: 'local' },
      featureFlags: world.featureFlags ?? { smartId2: false },
      features: Object.fromEntries(shows.map((show) => [show.id, show.features])),
      sid: { logoutRedirectUrl: '/api/auth/login' },
      dateFormat: world.preferences?.dateFormat ?? null,
      expirationTime: new Date(now + 32 * minutes).toISOString(),
      refreshTime: new Date(now + 30 * minutes).toISOString(),
      ...(query['open'] && { open: openShow ?? null }),
    };
  });
  api.on('GET /api/users/permissions', ({ query }) =>
    sealCached(world.person, showOf(world, query['showId'])),
  );
  api.on('GET /api/users/config', ({ query }) => configOf(world.person, showOf(world, query['showId'])));
  api.on('GET /api/users/meta', () => ({
    approver: isApproverIn(world.person),
    departments: departments
      .filter(({ name }) => world.person.departments.includes(name))
      .map(({ id, name }) => ({ id, name })),
    awaitingApproval: {
      po: world.orders.filter((one) => rowOf(one, world.person).isWaiting).length,
      invoice: world.invoices.filter((one) => invoiceRow(one, world.person).isWaiting).length,
      payment: world.payments.filter((one) => paymentRow(one, world.person).isWaiting).length,
    },
    toRevise: { po: 0, invoice: 0 },
  }));
  api.on('GET /api/users/userSettings', () => ({
    emailNotifications: true,
    consolidatePoEmails: false,
    consolidatePaymentEmails: false,
    consolidateInvoiceEmails: false,
    dateFormat: null,
    ...world.preferences,
  }));
  api.on('GET /api/users/shows', () => ({
    shows: world.shows.map((show) => ({ ...summaryOf(show), mayEdit: false, isMember: true })),
    total: world.shows.length,
  }));
}

/** Stubs the reference data of forms and filters. */
function stubReferenceData(api: FakeApi, world: World): void {
  api.on('GET /api/shows/regions', []);
  api.on('GET /api/shows/:id', ({ params }) => showOf(world, params['id']));
  api.on('GET /api/departments', [...departments]);
  api.on('POST /api/departments/users/list', ({ body: { departmentIds } }) =>
    departments.filter(({ id }) => departmentIds.includes(id)).flatMap(({ users }) => users),
  );
  api.on('GET /api/users', members);
  api.on('GET /api/companies', [...companies]);
  api.on('GET /api/coa/:license', [...chartOfAccounts]);
  api.on('GET /api/vendors', ({ query }) =>
    vendors
      .filter(({ vendor }) => vendor.name.toLowerCase().includes((query['search'] ?? '').toLowerCase()))
      .map(({ vendor: { id, name, isTemporary, tempVendorId } }) => ({
        id,
        name,
        isTemporary,
        tempVendorId,
      })),
  );
  const recordOf = (id: string | undefined) => {
    const record = vendors.find(({ vendor }) => vendor.id === id);
    if (!record) throw new Refusal('NOT_FOUND');
    return record;
  };
  api.on('GET /api/vendors/:id', ({ params }) => recordOf(params['id']).vendor);
  api.on('GET /api/vendors/:id/details', ({ params }) => recordOf(params['id']).details);
  api.on('GET /api/vendors/:id/open-documents', { others: 0, canEditAll: true });
  api.on('GET /api/vendors/active', { isActive: true });
  api.on('GET /api/health/:id', ({ params }) => healthOf(showOf(world, params['id'])));
  // No bulk approval is in progress or unseen.
  api.on('GET /api/workflows/bulk-approval', { runId: null });
  api.on('GET /api/covers', []);
  api.on('GET /api/replacements', { documents: 0, flows: 0, replacements: [] });
  api.on('GET /api/home', () => homeOf(world.person, world));
}

function findById<Document extends { id: string }>(
  documents: readonly Document[],
  id: string | undefined,
): Document {
  const document = documents.find((one) => one.id === id);
  if (!document) throw new Refusal('NOT_FOUND');
  return document;
}

/** Stubs each document by id, and the other reads of its screens. */
function stubDocuments(api: FakeApi, world: World): void {
  api.on('GET /api/pos/:id', ({ params }) => findById(world.orders, params['id']));
  api.on('GET /api/invoices/:id', ({ params }) => findById(world.invoices, params['id']));
  api.on('GET /api/payments/:id', ({ params }) => findById(world.payments, params['id']));
  api.on('GET /api/reports/email-pdf/links', { links: [] });
  api.on('POST /api/invoices/similar', []);
  api.on('GET /api/pos/get-for-relieve/:vendorId', ({ params, query }) => {
    const parties = {
      vendorExternalId: params['vendorId'] ?? '',
      projectCompanyExternalId: query['companyId'] ?? '',
      currencyExternalId: query['currencyId'] ?? '',
    };
    return {
      poS: world.orders.filter((order) => whyNotRelievable(order, parties) === null).map(relievableFrom),
    };
  });
  api.on('GET /api/payments/search/setup', paymentFilterSetup);
  api.on('GET /api/payment-workflow-template/listing', [...paymentTemplates]);
  api.on('POST /api/budgets/entered', { budget: null });
  api.on('GET /api/workflows/route', ({ query: { docType, departmentId } }) => {
    const department = departments.find(({ id }) => id === departmentId);
    return routeOf(docType as DocType, department?.name ?? null);
  });
}

/** Stubs file previews by the extension of the name: a PDF, a picture or a line of text. */
function stubFiles(api: FakeApi): void {
  api.on('GET /files/:owner/:id/newpreview/:name', ({ params: { name = '' } }) => {
    if (name.endsWith('.pdf')) return pdfResponse(name);
    return name.endsWith('.png') ? pngResponse() : textResponse(name);
  });
  api.on('GET /files/attachment/download/:id', ({ params }) => textResponse(params['id'] ?? ''));
}

/** Stubs every read of the application from the fixtures. A test stubs the writes that it needs. */
export function stubDefaultRoutes(world: World, api: FakeApi): void {
  stubSession(api, world);
  stubReferenceData(api, world);
  stubLists(api, world);
  stubDocuments(api, world);
  stubFiles(api);
}
