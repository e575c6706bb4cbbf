import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import { invoices } from '#store/show/tables/invoice-tables';
import {
  approve,
  approveAll,
  approveUntil,
  deny,
  pull,
  revise,
  submit,
  voidDocument,
  waitingMembers,
} from './approval.ts';
import { day, dayOf } from '../clock.ts';
import { addAttachments } from './attachments.ts';
import { newHeader } from './headers.ts';
import { invoiceLines, ownLines } from './invoice-lines.ts';
import { actorOf, startDocument, note, record } from './document-builder.ts';
import type { Actor, DemoDocument } from './document-builder.ts';
import { subjectFor, totalOf } from './lines.ts';
import { pickParties } from './counterparties.ts';
import type { Parties, VendorKind } from './counterparties.ts';
import { leftOn, relieve } from './relief-book.ts';
import type { ReliefBook } from './relief-book.ts';
import { sampleNotes } from './sample-notes.ts';
import { drawStories } from './weighted-choice.ts';
import type { Weights } from './weighted-choice.ts';
import type { Show } from '../show/show.ts';

type InvoiceStory =
  | 'draft'
  | 'voidDraft'
  | 'submitted'
  | 'pulled'
  | 'revision'
  | 'resubmitted'
  | 'atSecond'
  | 'denied'
  | 'voidInApproval'
  | 'voidApproved'
  | 'approved';

const weights: Weights<InvoiceStory> = [
  ['draft', 10],
  ['voidDraft', 2],
  ['submitted', 14],
  ['pulled', 2],
  ['revision', 5],
  ['resubmitted', 3],
  ['atSecond', 12],
  ['denied', 4],
  ['voidInApproval', 2],
  ['voidApproved', 2],
];

export function invoiceStories(show: Show, count: number): InvoiceStory[] {
  return drawStories(show.random, weights, count);
}

interface InvoicePlan {
  story: InvoiceStory;
  /** Index in the show; part of the vendor's invoice number, so that numbers are unique. */
  sequence: number;
  lean: boolean;
  /** The billed order; random if omitted. */
  order?: DemoDocument;
  /** First name of the creator; by default a member of the order's department. */
  by?: string;
  /** A number that nearly equals that of another invoice, and the reason. */
  typedNumber?: { number: string; reason: string };
}

/** Builds one invoice; about two of three relieve a purchase order of the same vendor, company and currency. */
export function buildInvoice(show: Show, book: ReliefBook, plan: InvoicePlan): DemoDocument {
  const { random } = show;
  const flow = show.flows.find(({ type }) => type === 'INVOICE');
  if (!flow) throw new Error(`${show.plan.id} has no invoice flow`);
  const order = plan.order ?? (random.chance(0.65) ? pickOrder(show, book) : undefined);
  const parties = order
    ? partiesOf(show, order, plan.by)
    : pickParties(show, show.invoiceCreators, { kind: vendorKind(show, plan.story) });
  const at = order ? between(show, order.at) : show.anchor - random.int(3, 80) * day - random.int(1, day);
  const drawn = `${parties.vendor.snapshot.name.replace(/[^A-Z]/g, '').slice(0, 3)}-${10_000 + plan.sequence}`;
  const number = plan.typedNumber?.number ?? drawn;
  const description = order?.header.description ?? subjectFor(show, parties.department);
  const title = { type: 'INVOICE', number, numberSort: number.toUpperCase(), description, at } as const;
  const header = newHeader(show, title, parties);
  const lines = order
    ? invoiceLines(show, header.id, at, order, book)
    : ownLines(show, header.id, at, parties);
  const document = startDocument(show, flow, header, lines);
  header.totalCents = totalOf(lines);
  const creator = actorOf(parties.creator);
  const { reason } = plan.typedNumber ?? {};
  record(document, 'create', creator, null, reason === undefined ? {} : { duplicateReason: reason });
  if (!plan.lean) decorate(document, plan.story, creator);
  playStory(document, plan.story, creator);
  addDetail(document, parties, order, reason);
  if (order) relieve(book, order, document);
  return document;
}

function vendorKind(show: Show, story: InvoiceStory): VendorKind {
  const neverApproved =
    story === 'draft' || story === 'submitted' || story === 'revision' || story === 'denied';
  return neverApproved && show.random.chance(0.15) ? 'temporary' : 'active';
}

/** Tries a few times: most orders are open, and a large show has too many for a search. */
function pickOrder(show: Show, book: ReliefBook): DemoDocument | undefined {
  for (let tries = 0; tries < 6 && book.orders.length > 0; tries += 1) {
    const order = show.random.pick(book.orders);
    if (!order.header.isRelieved && order.lines.some((line) => leftOn(book, line) > 0)) return order;
  }
  return undefined;
}

function between(show: Show, after: number): number {
  return after + Math.floor((show.anchor - after) * (0.1 + show.random.next() * 0.5));
}

/** The invoice of an order has the same vendor, company, currency and department. */
function partiesOf(show: Show, { header, purchaseOrder }: DemoDocument, by?: string): Parties {
  const named = show.invoiceCreators.filter(({ person }) => person.firstName === by);
  const inside = show.invoiceCreators.filter(({ membership }) =>
    show.departments.some(
      ({ id, key }) => id === header.departmentId && membership.departments.includes(key),
    ),
  );
  const admins = show.invoiceCreators.filter(({ membership }) => membership.role === 'Show Admin');
  const company = show.companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === purchaseOrder?.projectCompanyExternalId,
  );
  const currency = company?.currencies.find(
    ({ externalId }) => externalId === purchaseOrder?.currencyExternalId,
  );
  const vendor = show.vendors.find(({ snapshot }) => snapshot.id === header.vendorId);
  const department = show.departments.find(({ id }) => id === header.departmentId);
  if (!company || !currency || !vendor || !department) throw new Error('An order without company or vendor');
  return {
    creator: show.random.pick([named, inside, admins].find(({ length }) => length > 0) ?? []),
    department,
    vendor,
    company,
    currency,
  };
}

function decorate(document: DemoDocument, story: InvoiceStory, creator: Actor): void {
  const { random } = document.show;
  if (story !== 'draft' || random.chance(0.6)) addAttachments(document, random.chance(0.15) ? 2 : 1);
  if (random.chance(0.2)) note(document, creator, random.pick(sampleNotes.standard));
}

function playStory(document: DemoDocument, story: InvoiceStory, creator: Actor): void {
  const { random, approvers } = document.show;
  if (story === 'draft') return;
  if (story === 'voidDraft') return voidDocument(document, creator);
  submit(document, creator);
  switch (story) {
    case 'submitted':
      return;
    case 'pulled':
      return pull(document, creator);
    case 'revision':
      return revise(document);
    case 'resubmitted':
      revise(document);
      submit(document, creator);
      return void approve(document);
    case 'atSecond':
      return approveUntil(document, 2);
    case 'denied':
      return deny(document);
    case 'voidInApproval':
      return voidDocument(document, actorOf(waitingMembers(document)[0] ?? random.pick(approvers)));
    default:
      approveAll(document);
      if (story === 'voidApproved') voidDocument(document, creator);
  }
}

function addDetail(
  { show, header, at }: DemoDocument,
  parties: Parties,
  order: DemoDocument | undefined,
  duplicateReason = '',
): void {
  const { random } = show;
  const { vendor, company, currency } = parties;
  show.rows.add(invoices, {
    documentId: header.id,
    showId: show.plan.id,
    dueDay: dayOf(at + (random.chance(0.9) ? 30 : 14) * day),
    amountCents: header.totalCents,
    userTotal: (header.totalCents / 100).toFixed(2),
    categoryId:
      order?.purchaseOrder?.categoryId ?? (random.chance(0.3) ? random.pick(show.categoryIds) : null),
    projectCompanyExternalId: company.projectCompanyExternalId,
    companyExternalId: company.companyExternalId,
    companyName: company.name,
    currencyExternalId: currency.externalId,
    vendor: { ...vendor.snapshot },
    vendorAddressId: vendor.addressId,
    billToAddressId: random.chance(0.8) ? random.pick(show.billToIds) : null,
    shipToAddressId: null,
    contactName: vendor.snapshot.contact,
    contactNumber: vendor.snapshot.phoneNumber,
    numberKey: invoiceNumberKey(header.number),
    duplicateReason,
  });
}
