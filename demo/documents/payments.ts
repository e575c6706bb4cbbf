import { canceled } from '#domain/lifecycle/transition';
import { paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { approveAll, approveUntil, deny, pull, submit } from './approval.ts';
import { day, instant } from '../clock.ts';
import { addAttachments } from './attachments.ts';
import type { Bank } from '../show/workflows.ts';
import { emptyHeader } from './headers.ts';
import { accountingActor, actorOf, become, startDocument, note, record, wait } from './document-builder.ts';
import type { DemoDocument } from './document-builder.ts';
import { sampleNotes } from './sample-notes.ts';
import { drawStories } from './weighted-choice.ts';
import type { Weights } from './weighted-choice.ts';
import type { Show } from '../show/show.ts';

type PaymentStory =
  | 'draft'
  | 'submitted'
  | 'pulled'
  | 'atSecond'
  | 'denied'
  | 'canceled'
  | 'canceledLate'
  | 'approved';

const weights: Weights<PaymentStory> = [
  ['draft', 16],
  ['submitted', 30],
  ['pulled', 3],
  ['atSecond', 6],
  ['denied', 5],
  ['canceled', 3],
  ['canceledLate', 3],
];

export function paymentStories(show: Show, count: number): PaymentStory[] {
  return drawStories(show.random, weights, count);
}

const types = ['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF'] as const;

/** Approved invoices without a payment. */
interface Payable {
  invoices: DemoDocument[];
}

export function openPayable(bills: readonly DemoDocument[]): Payable {
  const isOwed = ({ header }: DemoDocument): boolean =>
    header.status === 'APPROVED' && header.totalCents > 0 && header.vendorId !== null;
  return { invoices: bills.filter(isOwed) };
}

interface PaymentPlan {
  story: PaymentStory;
  sequence: number;
  lean: boolean;
}

/** Builds one payment, from its import from accounting on (DEC-28). */
export function buildPayment(show: Show, payable: Payable, plan: PaymentPlan): DemoDocument {
  const { random } = show;
  const settled = takeInvoices(show, payable);
  const first = settled[0];
  const vendor = random.pick(show.vendors.filter((one) => !one.isTemporary && one.isActive)).snapshot;
  const bank = bankFor(show, first?.header.currencyCode ?? show.baseCurrency);
  const flow = show.flows.find(({ bankIds, type }) => type === 'PAYMENT' && bankIds.includes(bank.id));
  if (!flow) throw new Error(`${bank.name} has no payment flow`);
  const paymentType = random.pick(types);
  const number = `${paymentType.startsWith('C') ? 'CK' : 'E'}${String(450_000 + plan.sequence)}`;
  const at = first
    ? first.at + Math.floor((show.anchor - first.at) * 0.3)
    : show.anchor - random.int(2, 40) * day;
  const numberSort = number.toUpperCase();
  const header = emptyHeader(show, { type: 'PAYMENT', number, numberSort, description: '', at });
  Object.assign(header, {
    vendorId: first ? first.header.vendorId : vendor.id,
    vendorExternalId: first ? first.header.vendorExternalId : vendor.externalId,
    vendorNumber: first ? first.header.vendorNumber : vendor.number,
    vendorName: first ? first.header.vendorName : vendor.name,
    currencyCode: bank.isoCurrencyCode,
    creatorId: accountingActor.id,
    creatorName: accountingActor.name,
    ownerId: accountingActor.id,
    foundInAccounting: true,
    totalCents:
      settled.reduce((sum, invoice) => sum + invoice.header.totalCents, 0) || random.int(20_000, 4_000_000),
  });
  const document = startDocument(show, flow, header, []);
  record(document, 'import', accountingActor);
  if (!plan.lean && random.chance(0.5)) addAttachments(document, 1, first?.header.id ?? null);
  playStory(document, plan.story);
  addDetail(document, { paymentType, bank, settled, sequence: plan.sequence });
  return document;
}

/** Takes one to three approved invoices of one vendor and currency. */
function takeInvoices(show: Show, payable: Payable): DemoDocument[] {
  const first = payable.invoices.shift();
  if (!first) return [];
  const same = payable.invoices.filter(
    ({ header }) =>
      header.vendorId === first.header.vendorId && header.currencyCode === first.header.currencyCode,
  );
  const more = same.slice(0, show.random.int(0, 2));
  payable.invoices = payable.invoices.filter((invoice) => !more.includes(invoice));
  return [first, ...more];
}

function bankFor(show: Show, currencyCode: string): Bank {
  const bank = show.banks.find(({ isoCurrencyCode }) => isoCurrencyCode === currencyCode) ?? show.banks[0];
  if (!bank) throw new Error(`${show.plan.id} has no bank account`);
  return bank;
}

function playStory(document: DemoDocument, story: PaymentStory): void {
  const { show } = document;
  if (story === 'draft') return;
  if (story === 'canceled') return cancel(document);
  const submitters = show.members.filter(
    ({ membership }) =>
      membership.isActive &&
      (membership.role === 'Show Admin' || membership.departments.includes('accounting')),
  );
  const submitter = actorOf(show.random.pick(submitters));
  submit(document, submitter);
  if (show.random.chance(0.1)) note(document, submitter, show.random.pick(sampleNotes.standard));
  if (story === 'submitted') return;
  if (story === 'pulled') return pull(document, submitter);
  if (story === 'atSecond') return approveUntil(document, 2);
  if (story === 'denied') return deny(document);
  approveAll(document);
  if (story === 'canceledLate') cancel(document);
}

/** Row 6 of DEC-28. */
function cancel(document: DemoDocument): void {
  wait(document);
  become(document, canceled);
  record(document, 'cancel', accountingActor);
}

function addDetail(
  { show, header }: DemoDocument,
  about: {
    paymentType: (typeof types)[number];
    bank: Bank;
    settled: readonly DemoDocument[];
    sequence: number;
  },
): void {
  const { paymentType, bank, settled, sequence } = about;
  show.rows.add(payments, {
    documentId: header.id,
    showId: show.plan.id,
    externalId: `PAY-${show.plan.license}-${sequence}`,
    payeeName: header.vendorName,
    paymentType,
    bankAccountId: bank.id,
    bankName: bank.name,
    importedAt: instant(Date.parse(header.createdAt)),
  });
  for (const invoice of settled)
    show.rows.add(paymentInvoices, {
      showId: show.plan.id,
      paymentId: header.id,
      invoiceId: invoice.header.id,
      amountCents: invoice.header.totalCents,
    });
}
