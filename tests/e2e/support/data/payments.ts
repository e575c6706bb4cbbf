import { setTimeout as pause } from 'node:timers/promises';
import type { AccountingSystem } from '../../../../domain/document.ts';
import type {
  Payment,
  PaymentList,
  PaymentSummary,
  PaymentTemplate,
} from '../../../../domain/payments/payment.ts';
import { ask, entriesOf } from './books.ts';
import type { Books } from './books.ts';
import { freshMark } from '../browser/fresh.ts';
import type { Person } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';

/** The demo shows that have payments, each with its books, and with somebody who submits in it. */
const places = {
  nlite: { license: 'HSP-SA-1041', system: 'SA', clerk: 'sam' },
  ambercanyon: { license: 'HSP-GV-2210', system: 'GV', clerk: 'colette.dubois' },
  harbour9: { license: 'LKT-SA-0312', system: 'SA', clerk: 'philippa.stone' },
  velvetmap: { license: 'LKT-V5-0455', system: 'V5', clerk: 'philippa.stone' },
} as const satisfies Record<string, { license: string; system: AccountingSystem; clerk: string }>;
type Place = keyof typeof places;

/** Where payments of a show are made out and by whom they are submitted. */
export interface Cashier {
  show: Place;
  books: Books;
  api: Person;
}

type ApiOf = (name: string, show: string) => Promise<Pick<Session, 'api'>>;

export async function cashier(apiOf: ApiOf, baseURL: string | undefined, show: Place): Promise<Cashier> {
  const { license, system, clerk } = places[show];
  const { api } = await apiOf(clerk, show);
  return { show, books: { baseURL: baseURL ?? '', license, system }, api };
}

export interface Wanted {
  count: number;
  /** What the nth of them comes to, from 0 on; $10.00 and a cent more each. */
  cents?: (n: number) => number;
  /** The show's account that they leave from, which chooses their flow (DEC-44). */
  account?: 0 | 1;
  /** The vendor who is paid, by its external id; the books' first one unless told otherwise. */
  vendorExternalId?: string;
  /** Invoices of that vendor that each of them settles. */
  invoices?: readonly { number: string; amountCents: number }[];
  payeeName?: string;
  paymentType?: PaymentSummary['paymentType'];
  createdAt?: string;
}

/**
 * What the numbers of payments of one test begin with, and those of no other: a number search finds them all. Of the time
 * the first digits are left out, the same for weeks: a search takes 20 characters, and the number adds four.
 */
function freshPrefix(): string {
  return `T${freshMark().slice(2)}Z`.toUpperCase();
}

function listed({ api, show }: Cashier, prefix: string, status: PaymentSummary['status'], count: number) {
  const path = `/api/payments/filter?showId=${show}&persona=CREATOR&count=200&sort=PAYMENT_NUMBER,ASC`;
  const pages = Array.from({ length: Math.ceil(count / 200) }, (_one, n) =>
    api.post<PaymentList>(`${path}&page=${n + 1}`, { paymentNumbers: [prefix], statuses: [status] }),
  );
  return Promise.all(pages).then((answers) => answers.flatMap(({ payments }) => payments));
}

/** Accounting makes out payments, nth with the number `prefix` and n in four digits; answers the prefix. */
export async function madeOutPayments(place: Cashier, wanted: Wanted): Promise<string> {
  const { api, books, show } = place;
  const { count, account = 0, cents = (n: number) => 1000 + n, ...own } = wanted;
  const prefix = freshPrefix();
  const answer = await ask(books, '/vendors?limit=1');
  const { vendors } = JSON.parse(await answer.text()) as { vendors: { externalId: string; name: string }[] };
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
    ...own,
  }));
  for (let at = 0; at < count; at += 500)
    await ask(books, '/payments', { payments: payments.slice(at, at + 500) });
  return prefix;
}

/** The same, imported as drafts, by number; found by `prefix`. */
export async function importedPayments(place: Cashier, wanted: Wanted) {
  const { api, show } = place;
  const { count } = wanted;
  const prefix = await madeOutPayments(place, wanted);
  const deadline = Date.now() + 60_000 + count * 300;
  for (let round = 0; Date.now() < deadline; round += 1) {
    // Somebody else's import may have begun before ours were made out.
    if (round % 20 === 0) await api.post(`/api/payments/refresh?showId=${show}`);
    const path = `/api/payments/filter?showId=${show}&count=1`;
    const { total } = await api.post<PaymentList>(path, { paymentNumbers: [prefix] });
    if (total === count) return { prefix, payments: await listed(place, prefix, 'DRAFT', count) };
    await pause(150);
  }
  throw new Error(`Not all of ${count} payments ${prefix} were imported`);
}

/** The same, submitted: they wait for the first step of their account's flow. */
export async function waitingPayments(place: Cashier, wanted: Wanted) {
  const { prefix, payments } = await importedPayments(place, wanted);
  const left = [...payments];
  const submit = async () => {
    for (let next = left.shift(); next; next = left.shift())
      await place.api.put<Payment>(`/api/payments/${next.id}/submit?showId=${place.show}`, {});
  };
  await Promise.all(Array.from({ length: 6 }, submit));
  return { prefix, payments: await listed(place, prefix, 'SUBMITTED_FOR_APPROVAL', payments.length) };
}

/** The next releases of payments that accounting refuses, in these words. */
export async function refuseReleases({ books }: Cashier, times: number, message: string): Promise<void> {
  await ask(books, '/switches', { operation: 'payment.release', mode: 'FAIL', status: 422, times, message });
}

/** While `work` is done, accounting takes its time with every release. */
export async function whileSlow<Result>(
  { books }: Cashier,
  delayMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  await ask(books, '/switches', { operation: 'payment.release', mode: 'DELAY', times: 1000, delayMs });
  try {
    return await work();
  } finally {
    await ask(books, '/switches', undefined, 'DELETE');
  }
}

/** How often accounting has released each of these payments. */
export async function releasesOf({ books }: Cashier, payments: readonly PaymentSummary[]): Promise<number[]> {
  return Promise.all(payments.map(async (payment) => (await entriesOf(books, payment)).length));
}

/** The status of each payment as it is now. */
export async function statusesOf({ api, show }: Cashier, payments: readonly PaymentSummary[]) {
  return Promise.all(
    payments.map(async ({ id }) => (await api.get<Payment>(`/api/payments/${id}?showId=${show}`)).status),
  );
}

/** One payment, with the id that accounting knows it by. */
type Made = PaymentSummary & { externalId: string };

function only({ prefix, payments }: { prefix: string; payments: PaymentSummary[] }): Made {
  const [payment] = payments;
  if (!payment) throw new Error('There is no payment');
  return { ...payment, externalId: `${prefix}-0` };
}

/** One that was imported just now. */
export async function draftPayment(place: Cashier, wanted: Partial<Wanted> = {}): Promise<Made> {
  return only(await importedPayments(place, { ...wanted, count: 1 }));
}

/** One that waits for the first step of its account's flow. */
export async function waitingPayment(place: Cashier, wanted: Partial<Wanted> = {}): Promise<Made> {
  return only(await waitingPayments(place, { ...wanted, count: 1 }));
}

export function storedPayment({ api, show }: Cashier, { id }: { id: string }): Promise<Payment> {
  return api.get<Payment>(`/api/payments/${id}?showId=${show}`);
}
