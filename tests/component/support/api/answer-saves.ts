import { parse } from 'valibot';
import type { Attachment } from '#domain/documents/attachments';
import { Refusal } from '#domain/codes';
import { changesSince } from '#domain/history/content-conflict';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { DraftHeader } from '#domain/documents/document-draft';
import { invoiceInput } from '#domain/invoices/invoice';
import type { Invoice } from '#domain/invoices/invoice';
import { fromCents, toCents } from '#domain/values/money';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { World } from './default-answers.ts';
import type { FakeApi } from './fake-api.ts';
import type { App } from '../open-app.ts';
import type { Person } from '../fixtures/people.ts';
import { companies } from '../fixtures/companies.ts';
import { department } from '../fixtures/departments.ts';
import type { DepartmentName } from '../fixtures/departments.ts';
import { nextCount } from '../fixtures/documents.ts';
import { invoice, invoiceLine } from '../fixtures/invoices.ts';
import { draft, line } from '../fixtures/purchase-orders.ts';
import { vendors } from '../fixtures/vendors.ts';

type Saved = PurchaseOrder | Invoice;

function attachmentsOf({ attachments }: DraftHeader, before: readonly Attachment[]): Attachment[] {
  return attachments
    .filter(({ shouldDelete }) => !shouldDelete)
    .map(({ attachmentId, label, isTopSheet }) => ({
      created: '2026-11-20T14:00:00.000Z',
      ...before.find((one) => one.attachmentId === attachmentId),
      attachmentId,
      label,
      isTopSheet,
    }));
}

/** What a save takes from the header of its body. */
function headerOf(body: DraftHeader, before: Saved) {
  const owned = body.department && department(body.department.name as DepartmentName);
  const { updateTempVendor: _marked, ...vendor } = body.vendor ?? {
    ...before.vendor,
    updateTempVendor: false,
  };
  const attachments = attachmentsOf(body, before.attachments);
  const tempVendorId = vendor.isTemporary ? (vendor.tempVendorId ?? `temporary-${nextCount()}`) : null;
  const company = companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === body.projectCompanyExternalId,
  );
  return {
    version: before.version + 1,
    contentVersion: before.contentVersion + 1,
    description: body.description.trim(),
    department: owned && { id: owned.id, name: owned.name, settings: owned.settings },
    category: body.category,
    vendor: { ...before.vendor, ...vendor, tempVendorId },
    vendorAddress:
      vendors.flatMap(({ details }) => details.addresses).find(({ id }) => id === body.vendorAddress?.id) ??
      null,
    vendorContact: body.vendorContact || vendor.contact,
    vendorAttachments: vendor.attachments,
    projectCompanyExternalId: body.projectCompanyExternalId,
    company: company?.company_name ?? '',
    currency: body.currency,
    projectCompanyCurrencyExternalId: body.projectCompanyCurrencyExternalId,
    billToAddressId: body.billToAddressId,
    shipToAddressId: body.shipToAddressId,
    attachments,
    attachmentCount: attachments.length,
  };
}

const sum = (amounts: readonly number[]) =>
  fromCents(amounts.reduce((total, amount) => total + toCents(amount), 0));

function orderOf(given: unknown, before: PurchaseOrder): PurchaseOrder {
  const body = parse(purchaseOrderInput, given);
  const lineItems = body.lineItems.map((one, at) => {
    const { id, quantity, unitCost, rentalStart, rentalEnd, ...rest } = one;
    return line({
      ...rest,
      ...(id !== null && { id }),
      quantity: quantity ?? 1,
      unitCost: unitCost ?? 0,
      rentalStart: rentalStart || null,
      rentalEnd: rentalEnd || null,
      lineNumber: at + 1,
    });
  });
  const totalCost = sum(lineItems.map((one) => one.totalCost));
  return { ...before, ...headerOf(body, before), poDate: body.poDate, lineItems, totalCost };
}

function invoiceOf(given: unknown, before: Invoice): Invoice {
  const body = parse(invoiceInput, given);
  const lineItems = body.lineItems.map(({ id, amount, ...rest }, at) =>
    invoiceLine({ ...rest, ...(id !== null && { id }), amount: amount ?? 0, lineNumber: at + 1 }),
  );
  const header = headerOf(body, before);
  const amount = body.amount ?? 0;
  return {
    ...before,
    ...header,
    number: body.number,
    date: body.date,
    dueDate: body.dueDate,
    amount,
    totalCost: amount,
    userTotal: body.userTotal,
    vendorName: header.vendor.name,
    departmentName: header.department?.name ?? '',
    lineItems,
    duplicateReason: body.duplicateReason || null,
  };
}

/** DEC-30: refuses a save that names another content than the current one. */
function checkContent(given: unknown, { contentVersion, changes }: Saved): void {
  const named: unknown = Reflect.get(Object(given), 'contentVersion');
  if (typeof named !== 'number' || named === contentVersion) return;
  throw new Refusal('WORKFLOW_CONFLICT', {
    body: { contentVersion, changes: changesSince(changes, named) },
  });
}

/** Replaces the document of this id in the list, or adds it. */
function store<Document extends Saved>(documents: Document[], saved: Document): Document {
  const at = documents.findIndex(({ id }) => id === saved.id);
  documents.splice(at === -1 ? documents.length : at, at === -1 ? 0 : 1, saved);
  return saved;
}

function storedIn<Document extends Saved>(documents: readonly Document[], id: string | undefined): Document {
  const stored = documents.find((one) => one.id === id);
  if (!stored) throw new Refusal('NOT_FOUND');
  return stored;
}

/** Saves purchase orders and invoices into the world. Which bodies the Worker refuses is for its own tests to show. */
export function answerSaves(api: FakeApi, world: World): void {
  const making = { creator: world.person };
  api.on('POST /api/pos', ({ body }) => store(world.orders, orderOf(body, draft({}, making))));
  api.on('PUT /api/pos/:id', ({ params, body }) => {
    const before = storedIn(world.orders, params['id']);
    checkContent(body, before);
    return store(world.orders, orderOf(body, before));
  });
  api.on('POST /api/invoices', ({ body }) => store(world.invoices, invoiceOf(body, invoice({}, making))));
  api.on('PUT /api/invoices/:id', ({ params, body }) => {
    const before = storedIn(world.invoices, params['id']);
    checkContent(body, before);
    return store(world.invoices, invoiceOf(body, before));
  });
}

/** Another user stores a document of the world, and the realtime channel announces it. */
export async function storeElsewhere({ world, channel }: App, document: Saved): Promise<void> {
  if ('poNumber' in document) store(world.orders, document);
  else store(world.invoices, document);
  const { id, showId, version, status, submissionStatus } = document;
  const docType = 'poNumber' in document ? 'PO' : 'INVOICE';
  await channel.whenOpen();
  channel.push('document_changed', { docType, id, showId, version, status, submissionStatus });
}

/** The document as another user saves it: the next version of its content. */
export function savedByOthers<Document extends Saved>(
  document: Document,
  by: Person,
  over: Partial<Document>,
): Document {
  const [version, contentVersion] = [document.version + 1, document.contentVersion + 1];
  const change: ChangeEvent = {
    id: String(version),
    userName: by.name,
    timeStamp: '2026-11-20T16:30:00.000Z',
    action: 'save',
    summary: 'saved it',
    contentVersion,
    fields: [],
  };
  return { ...document, ...over, version, contentVersion, changes: [change, ...document.changes] };
}
