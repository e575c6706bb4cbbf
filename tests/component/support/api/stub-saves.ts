import { parse } from 'valibot';
import { Refusal } from '#domain/codes';
import { changesSince } from '#domain/history/content-conflict';
import type { DraftHeader } from '#domain/documents/document-draft';
import { invoiceInput } from '#domain/invoices/invoice';
import { fromCents, toCents } from '#domain/values/money';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { World } from './default-stubs.ts';
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
import type { Attachment } from '#domain/documents/document-response';
import type { ChangeEvent } from '#domain/history/history-response';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type EditableDocument = PurchaseOrder | Invoice;

function attachmentsOf({ attachments }: DraftHeader, previous: readonly Attachment[]): Attachment[] {
  return attachments
    .filter(({ shouldDelete }) => !shouldDelete)
    .map(({ attachmentId, label, isTopSheet }) => ({
      created: '2026-11-20T14:00:00.000Z',
      ...previous.find((one) => one.attachmentId === attachmentId),
      attachmentId,
      label,
      isTopSheet,
    }));
}

/** Returns the header fields that a save takes from its body. */
function headerOf(body: DraftHeader, previous: EditableDocument) {
  const departmentValue = body.department && department(body.department.name as DepartmentName);
  const { updateTempVendor: _marked, ...vendor } = body.vendor ?? {
    ...previous.vendor,
    updateTempVendor: false,
  };
  const attachments = attachmentsOf(body, previous.attachments);
  const tempVendorId = vendor.isTemporary ? (vendor.tempVendorId ?? `temporary-${nextCount()}`) : null;
  const company = companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === body.projectCompanyExternalId,
  );
  return {
    version: previous.version + 1,
    contentVersion: previous.contentVersion + 1,
    description: body.description.trim(),
    department: departmentValue && {
      id: departmentValue.id,
      name: departmentValue.name,
      settings: departmentValue.settings,
    },
    category: body.category,
    vendor: { ...previous.vendor, ...vendor, tempVendorId },
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

function orderOf(input: unknown, previous: PurchaseOrder): PurchaseOrder {
  const body = parse(purchaseOrderInput, input);
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
  return { ...previous, ...headerOf(body, previous), poDate: body.poDate, lineItems, totalCost };
}

function invoiceOf(input: unknown, previous: Invoice): Invoice {
  const body = parse(invoiceInput, input);
  const lineItems = body.lineItems.map(({ id, amount, ...rest }, at) =>
    invoiceLine({ ...rest, ...(id !== null && { id }), amount: amount ?? 0, lineNumber: at + 1 }),
  );
  const header = headerOf(body, previous);
  const amount = body.amount ?? 0;
  return {
    ...previous,
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

/** Throws WORKFLOW_CONFLICT when the save names another content version than the current one (DEC-30). */
function checkContent(input: unknown, { contentVersion, changes }: EditableDocument): void {
  const expectedVersion: unknown = Reflect.get(Object(input), 'contentVersion');
  if (typeof expectedVersion !== 'number' || expectedVersion === contentVersion) return;
  throw new Refusal('WORKFLOW_CONFLICT', {
    body: { contentVersion, changes: changesSince(changes, expectedVersion) },
  });
}

/** Replaces the document of this id in the list, or adds it. */
function store<Document extends EditableDocument>(documents: Document[], saved: Document): Document {
  const at = documents.findIndex(({ id }) => id === saved.id);
  documents.splice(at === -1 ? documents.length : at, at === -1 ? 0 : 1, saved);
  return saved;
}

function findStored<Document extends EditableDocument>(
  documents: readonly Document[],
  id: string | undefined,
): Document {
  const stored = documents.find((one) => one.id === id);
  if (!stored) throw new Refusal('NOT_FOUND');
  return stored;
}

/** Stubs the routes that save purchase orders and invoices to the world, without the Worker's validation. */
export function stubSaves(api: FakeApi, world: World): void {
  const options = { creator: world.person };
  api.on('POST /api/pos', ({ body }) => store(world.orders, orderOf(body, draft({}, options))));
  api.on('PUT /api/pos/:id', ({ params, body }) => {
    const previous = findStored(world.orders, params['id']);
    checkContent(body, previous);
    return store(world.orders, orderOf(body, previous));
  });
  api.on('POST /api/invoices', ({ body }) => store(world.invoices, invoiceOf(body, invoice({}, options))));
  api.on('PUT /api/invoices/:id', ({ params, body }) => {
    const previous = findStored(world.invoices, params['id']);
    checkContent(body, previous);
    return store(world.invoices, invoiceOf(body, previous));
  });
}

/** Stores a document in the world as another user does, and announces it on the realtime channel. */
export async function storeByOtherUser({ world, channel }: App, document: EditableDocument): Promise<void> {
  if ('poNumber' in document) store(world.orders, document);
  else store(world.invoices, document);
  const { id, showId, version, status, submissionStatus } = document;
  const docType = 'poNumber' in document ? 'PO' : 'INVOICE';
  await channel.whenOpen();
  channel.push('document_changed', { docType, id, showId, version, status, submissionStatus });
}

/** Returns the document after another user has saved it, with the next content version. */
export function savedByOtherUser<Document extends EditableDocument>(
  document: Document,
  by: Person,
  overrides: Partial<Document>,
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
  return { ...document, ...overrides, version, contentVersion, changes: [change, ...document.changes] };
}
