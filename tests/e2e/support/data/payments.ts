import { setTimeout as pause } from 'node:timers/promises';
import type { AccountingSystem } from '../../../../domain/document.ts';
import { callAccounting, ledgerEntriesOf } from './accounting.ts';
import type { Books } from './accounting.ts';
import { uniqueMark } from '../browser/unique-names.ts';
import type { Person } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';
import type {
  Payment,
  PaymentList,
  PaymentSummary,
  PaymentTemplate,
} from '#domain/payments/payment-response';

/** The demo shows that have payments, each with its license and a user who submits payments. */
const paymentShows = {
  nlite: { license: 'HSP-SA-1041', system: 'SA', clerk: 'sam' },
  ambercanyon: { license: 'HSP-GV-2210', system: 'GV', clerk: 'colette.dubois' },
  harbour9: { license: 'LKT-SA-0312', system: 'SA', clerk: 'philippa.stone' },
  velvetmap: { license: 'LKT-V5-0455', system: 'V5', clerk: 'philippa.stone' },
} as const satisfies Record<string, { license: string; system: AccountingSystem; clerk: string }>;
type PaymentShowId = keyof typeof paymentShows;

/** A show with payments: its books, where payments are issued, and the API of the user who submits them. */
export interface PaymentShow {
  show: PaymentShowId;
  books: Books;
  api: Person;
}

type ApiOf = (name: string, show: string) => Promise<Pick<Session, 'api'>>;

export async function openPaymentShow(
  apiOf: ApiOf,
  baseURL: string | undefined,
  show: PaymentShowId,
): Promise<PaymentShow> {
  const { license, system, clerk } = paymentShows[show];
  const { api } = await apiOf(clerk, show);
  return { show, books: { baseURL: baseURL ?? '', license, system }, api };
}

export interface PaymentOptions {
  count: number;
  /** The amount of the nth payment, counted from 0. By default $10.00, and one cent more for each. */
  cents?: (n: number) => number;
  /** The bank account of the show, which decides the approval flow (DEC-44). */
  account?: 0 | 1;
  /** External id of the vendor; by default the first vendor in accounting. */
  vendorExternalId?: string;
  /** Invoices of the vendor that each payment settles. */
  invoices?: readonly { number: string; amountCents: number }[];
  payeeName?: string;
  paymentType?: PaymentSummary['paymentType'];
  createdAt?: string;
}

/**
 * Returns the prefix of all payment numbers of one test, by which a number search finds them. It omits the first digits
 * of the time, which stay the same for weeks: a search takes 20 characters, and the number adds four.
 */
function uniquePrefix(): string {
  return `T${uniqueMark().slice(2)}Z`.toUpperCase();
}

function listPayments(
  { api, show }: PaymentShow,
  prefix: string,
  status: PaymentSummary['status'],
  count: number,
) {
  const path = `/api/payments/filter?showId=${show}&persona=CREATOR&count=200&sort=PAYMENT_NUMBER,ASC`;
  const pages = Array.from({ length: Math.ceil(count / 200) }, (_one, n) =>
    api.post<PaymentList>(`${path}&page=${n + 1}`, { paymentNumbers: [prefix], statuses: [status] }),
  );
  return Promise.all(pages).then((answers) => answers.flatMap(({ payments }) => payments));
}

/** Issues payments in accounting; the number of each is the prefix and four digits. Returns the prefix. */
export async function issuePayments(paymentShow: PaymentShow, options: PaymentOptions): Promise<string> {
  const { api, books, show } = paymentShow;
  const { count, account = 0, cents = (n: number) => 1000 + n, ...fields } = options;
  const prefix = uniquePrefix();
  const response = await callAccounting(books, '/vendors?limit=1');
  const { vendors } = JSON.parse(await response.text()) as {
    vendors: { externalId: string; name: string }[];
  };
  const flows = await api.get<PaymentTemplate[]>(`/api/payment-workflow-template/listing?showId=${show}`);
  const accounts = flows.flatMap(({ paymentBankAccounts }) => paymentBankAccounts);
  const from = accounts.toSorted((a, b) => a.externalId.localeCompare(b.externalId))[account];
  const [vendor] = vendors;
  const payments = Array.from({ length: count }, (_one, n) => ({
    externalId: `${prefix}-${n}`,
    number: `${prefix}${String(n).padStart(4, '0')}`,
    createdAt: '2026-11-04T18:00:00.000Z',
    vendorExternalId: vendor?.externalId,
    payeeName: vendor?.name,
    paymentType: 'ACH',
    bankName: from?.name,
    bankAccount: from?.externalId,
    currencyCode: from?.isoCurrencyCode,
    totalCents: cents(n),
    ...fields,
  }));
  for (let at = 0; at < count; at += 500)
    await callAccounting(books, '/payments', { payments: payments.slice(at, at + 500) });
  return prefix;
}

/** Issues payments and imports them as drafts. Returns them by number, with their prefix. */
export async function importPayments(paymentShow: PaymentShow, options: PaymentOptions) {
  const { api, show } = paymentShow;
  const { count } = options;
  const prefix = await issuePayments(paymentShow, options);
  const deadline = Date.now() + 60_000 + count * 300;
  for (let round = 0; Date.now() < deadline; round += 1) {
    // An import of another test may have started before these payments were issued.
    if (round % 20 === 0) await api.post(`/api/payments/refresh?showId=${show}`);
    const path = `/api/payments/filter?showId=${show}&count=1`;
    const { total } = await api.post<PaymentList>(path, { paymentNumbers: [prefix] });
    if (total === count) return { prefix, payments: await listPayments(paymentShow, prefix, 'DRAFT', count) };
    await pause(150);
  }
  throw new Error(`Not all of ${count} payments ${prefix} were imported`);
}

/** Imports payments and submits them, so that they wait for the first step of their account's flow. */
export async function createSubmittedPayments(paymentShow: PaymentShow, options: PaymentOptions) {
  const { prefix, payments } = await importPayments(paymentShow, options);
  const remaining = [...payments];
  const submit = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift())
      await paymentShow.api.put<Payment>(`/api/payments/${next.id}/submit?showId=${paymentShow.show}`, {});
  };
  await Promise.all(Array.from({ length: 6 }, submit));
  return {
    prefix,
    payments: await listPayments(paymentShow, prefix, 'SUBMITTED_FOR_APPROVAL', payments.length),
  };
}

/** Makes accounting reject the next `times` releases with this message. */
export async function refuseReleases({ books }: PaymentShow, times: number, message: string): Promise<void> {
  await callAccounting(books, '/switches', {
    operation: 'payment.release',
    mode: 'FAIL',
    status: 422,
    times,
    message,
  });
}

/** Delays every release in accounting by `delayMs` while `run` is running. */
export async function withSlowReleases<Result>(
  { books }: PaymentShow,
  delayMs: number,
  run: () => Promise<Result>,
): Promise<Result> {
  await callAccounting(books, '/switches', {
    operation: 'payment.release',
    mode: 'DELAY',
    times: 1000,
    delayMs,
  });
  try {
    return await run();
  } finally {
    await callAccounting(books, '/switches', undefined, 'DELETE');
  }
}

/** Returns how often accounting has released each payment. */
export async function releasesOf(
  { books }: PaymentShow,
  payments: readonly PaymentSummary[],
): Promise<number[]> {
  return Promise.all(payments.map(async (payment) => (await ledgerEntriesOf(books, payment)).length));
}

/** Returns the current status of each payment. */
export async function statusesOf({ api, show }: PaymentShow, payments: readonly PaymentSummary[]) {
  return Promise.all(
    payments.map(async ({ id }) => (await api.get<Payment>(`/api/payments/${id}?showId=${show}`)).status),
  );
}

/** A payment with its id in accounting. */
type ImportedPayment = PaymentSummary & { externalId: string };

function onlyPayment({ prefix, payments }: { prefix: string; payments: PaymentSummary[] }): ImportedPayment {
  const [payment] = payments;
  if (!payment) throw new Error('There is no payment');
  return { ...payment, externalId: `${prefix}-0` };
}

/** Imports one payment as a draft. */
export async function importPayment(
  paymentShow: PaymentShow,
  options: Partial<PaymentOptions> = {},
): Promise<ImportedPayment> {
  return onlyPayment(await importPayments(paymentShow, { ...options, count: 1 }));
}

/** Creates one payment that waits for the first step of its account's flow. */
export async function createSubmittedPayment(
  paymentShow: PaymentShow,
  options: Partial<PaymentOptions> = {},
): Promise<ImportedPayment> {
  return onlyPayment(await createSubmittedPayments(paymentShow, { ...options, count: 1 }));
}

export function getPayment({ api, show }: PaymentShow, { id }: { id: string }): Promise<Payment> {
  return api.get<Payment>(`/api/payments/${id}?showId=${show}`);
}
