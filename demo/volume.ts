import { idIn } from '#domain/values/ids';
import type { Assets } from './assets.ts';
import { day, uuidAt } from './clock.ts';
import { addMembership, addPerson, addShow } from './directory.ts';
import { addCounter } from './documents/documents.ts';
import { invoiceStories, buildInvoice } from './documents/invoices.ts';
import { Ledger, addBooks, addPostings } from './show/ledger.ts';
import type { DemoDocument } from './documents/document-builder.ts';
import { buildPayment, openPayable, paymentStories } from './documents/payments.ts';
import { people } from './show/people.ts';
import { poPlan } from './documents/purchase-order-stories.ts';
import type { PoStory } from './documents/purchase-order-stories.ts';
import { buildPurchaseOrder } from './documents/purchase-orders.ts';
import { randomFrom } from './random.ts';
import { openReliefBook } from './documents/relief-book.ts';
import { Rows } from './rows.ts';
import { openShow } from './show/show.ts';
import type { Show } from './show/show.ts';
import { showPlans, volumePlan } from './show/show-plans.ts';
import { writeDocument } from './documents/write-document.ts';

/** Documents per chunk, which are in memory at the same time. */
export const chunkSize = 4000;

/** Builds the additional show without its documents, and its directory rows. */
export function openVolume(
  seed: string,
  anchor: number,
  assets: Assets,
): { show: Show; directory: Rows; ledger: Ledger } {
  const show = openShow(volumePlan, seed, anchor, assets);
  const directory = new Rows();
  addShow(directory, volumePlan, anchor);
  const standard = new Set(showPlans.map(({ id }) => id));
  for (const person of people)
    for (const membership of person.memberships.filter(({ showId }) => showId === volumePlan.id))
      if (person.memberships.some(({ showId }) => standard.has(showId)))
        addMembership(directory, person, membership);
      else addPerson(directory, person, [membership], anchor);
  const ledger = new Ledger();
  addBooks(ledger, show, []);
  return { show, directory, ledger };
}

const stories: readonly PoStory[] = [
  'approved',
  'approved',
  'approved',
  'approved',
  'approved',
  'approved',
  'submitted',
  'atSecond',
  'draft',
  'revision',
];

/** Adds six orders, three invoices and a payment per ten documents; older chunks come first. `first` counts from 0. */
export function fillChunk(
  show: Show,
  seed: string,
  first: number,
  count: number,
  total: number,
): { rows: Rows; ledger: Ledger } {
  const rows = new Rows();
  const random = randomFrom(`${seed}/${show.plan.id}/${first}`);
  const chunk: Show = { ...show, rows, random, newId: (at) => idIn(show.plan.id, uuidAt(random, at)) };
  const youngest = show.anchor - day - Math.floor(((total - first) / total) * 110 * day);
  const orderCount = Math.ceil(count * 0.6);
  const invoiceCount = Math.floor((count - orderCount) * 0.75);
  const firstOrder = Math.floor(first * 0.6) + show.settings.poNumberStart;
  const orders = Array.from({ length: orderCount }, (_, n) =>
    buildPurchaseOrder(
      chunk,
      poPlan(chunk, random.pick(stories), {
        at: youngest + n * 1000,
        lean: true,
        lines: random.int(1, 2),
        vendor: 'active',
      }),
      firstOrder + n,
    ),
  );
  const book = openReliefBook(orders);
  const bills = invoiceStories(chunk, invoiceCount).map((story, n) =>
    buildInvoice(chunk, book, { story, sequence: first + n, lean: true }),
  );
  const payable = openPayable(bills);
  const paid = paymentStories(chunk, count - orderCount - invoiceCount).map((story, n) =>
    buildPayment(chunk, payable, { story, sequence: first + n, lean: true }),
  );
  // Sorted by id, so that rows of the same time are adjacent in the database.
  const documents: readonly DemoDocument[] = [...orders, ...bills, ...paid].toSorted((a, b) =>
    a.header.id < b.header.id ? -1 : 1,
  );
  for (const document of documents) writeDocument(document);
  if (first + count >= total) addCounter(chunk, firstOrder + orderCount - 1);
  const ledger = new Ledger();
  addPostings(ledger, chunk, documents);
  return { rows, ledger };
}
