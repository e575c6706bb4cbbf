import type { Invoice } from '../../../domain/invoices/invoice.ts';
import { aBilledLine, attachedInvoice, draftInvoice, freshNumber } from '../support/data/invoices.ts';
import { decideOn } from '../support/data/decisions.ts';
import { aLine, draft, submitted } from '../support/data/orders.ts';
import { cashier, draftPayment, storedPayment, waitingPayment } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import { expectWholeTable, printed } from '../support/data/samples.ts';
import type { Sample } from '../support/data/samples.ts';

const word = 'Bühnenbildausstattungsgegenständeverzeichnis'.repeat(3);
const url = `https://lamps.example/catalogue/${'period-brass-'.repeat(14)}lamp?colour=green`;
const most = 9_999_999_999.99;
const coding = { ACCOUNT: '2301', EPISODE: '104' };

/** Where the amounts of a column end: a reader compares their last figures. */
function rightEdges({ boxes }: Sample, figures: RegExp): number[] {
  const edges = boxes.filter(({ text }) => figures.test(text)).map(({ right }) => Math.round(right));
  expect(edges.length).toBeGreaterThan(1);
  return [...new Set(edges)];
}

test('DEC-55, PD-25: words without end and the largest amounts stay on the paper of a purchase order', async ({
  apiOf,
}) => {
  const dana = await apiOf('dana');
  const attachmentId = await dana.api.upload(`${word}.txt`, 'x');
  const order = await draft(dana, {
    description: `${word} ${url}`,
    vendor: {
      isTemporary: true,
      name: word,
      address: `${word} 17`,
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      state: 'Anglesey',
      postalCode: 'LL61 5UJ',
      contact: word,
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
      phoneNumber: '+44 1248 000000 extension 4711',
    },
    vendorAddress: null,
    lineItems: [
      aLine({ description: word, quantity: 1, unitCost: most / 2, coding }),
      aLine({ description: url, quantity: 9999.25, unitCost: 0.01, coding }),
      aLine({
        description: `${word} and a settee`,
        acquisitionType: 'RENTAL',
        rentalType: 'EPISODIC',
        rentalStart: '2026-11-23',
        rentalEnd: '2026-12-06',
        coding,
      }),
    ],
    notes: [{ content: `${url}\n${word}`, keyId: 'n1' }],
    attachments: [{ attachmentId, label: `${word}.txt` }],
  });
  const { pages } = await printed('long-words-order', dana.api, 'PO', order);
  const text = pages.join('').replaceAll(' ', '');
  // As a vendor, a contact and a street, of two lines, in a note and as a file, here and on its own page.
  expect(text.split(word).length - 1).toBeGreaterThanOrEqual(7);
  expect(text.split(url)).toHaveLength(3);
});

test('DEC-55, PD-26: an invoice of sixty lines repeats its heading and keeps its total with the last', async ({
  apiOf,
}) => {
  const elena = await apiOf('elena');
  const lineItems = Array.from({ length: 60 }, (_one, n) =>
    aBilledLine({
      description: `Flats, hard-covered, 4 x 10 ft. (${n + 1})`,
      amount: n === 7 ? -1250.75 : 100 * (n + 1),
      note: n % 5 === 0 ? 'Second week' : '',
      coding: { ACCOUNT: '2301' },
    }),
  );
  const amount = lineItems.reduce((sum, one) => sum + Number(one['amount']), 0);
  const invoice = await attachedInvoice(elena, { lineItems, amount });
  const sample = await printed('sixty-lines-invoice', elena.api, 'INVOICE', invoice);
  expectWholeTable(sample, 60, '# DESCRIPTION ACCOUNT AMOUNT');
  expect(sample.pages.join(' ')).toContain('-$1,250.75');
  expect(rightEdges(sample, /^(-?\$)?[\d,]+\.\d\d$/)).toHaveLength(1);
  // PD-25 is of purchase orders alone.
  expect(sample.pages.join(' ')).not.toContain('NOT VALID');
});

test('DEC-19, DEC-55: invoices that were denied or voided say so across their pages, with who and why', async ({
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), apiOf('inez.calloway')]);
  for (const [decision, mark] of [
    ['deny', 'DENIED'],
    ['void', 'VOID'],
  ] as const) {
    const drafted = await attachedInvoice(elena, {
      number: `${freshNumber()}-${'7'.repeat(12)}`.slice(0, 30),
      description: word,
      contactName: word,
      lineItems: [aBilledLine({ description: word, note: 'x'.repeat(100), coding })],
    });
    await elena.api.put(`/api/invoices/${drafted.id}/submit`);
    const ended = await decideOn(inez, 'INVOICE', drafted, decision);
    const { pages, own } = await printed(`invoice-${decision}`, elena.api, 'INVOICE', ended);
    for (const page of pages.slice(0, own)) expect(page).toContain(mark);
    expect(pages[0]).toContain('Not reached');
    expect(pages.slice(0, own).join(' ')).toContain('Because');
  }
});

test('DEC-55, PA-12: a payment lists forty invoices with their amounts under each other, and what waits says so', async ({
  apiOf,
  baseURL,
}) => {
  const [elena, place] = await Promise.all([apiOf('elena'), cashier(apiOf, baseURL, 'nlite')]);
  const lineItems = [aBilledLine({ amount: 12_345.67 })];
  const known: Invoice[] = [];
  const bill = async () => {
    while (known.length < 40) known.push(await draftInvoice(elena, { lineItems, amount: 12_345.67 }));
  };
  await Promise.all([bill(), bill(), bill(), bill()]);
  const invoices = known.slice(0, 40).map(({ number }, n) => ({ number, amountCents: 1_234_567 * (n + 1) }));
  const total = invoices.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const made = await draftPayment(place, {
    vendorExternalId: known[0]?.vendor.externalId ?? '',
    payeeName: `${word} Holdings`,
    cents: () => total + 50_000,
    invoices,
  });
  const payment = await storedPayment(place, made);
  const sample = await printed('forty-invoices-payment', place.api, 'PAYMENT', payment);
  const text = sample.pages.slice(0, sample.own).join(' ');
  expect(text.replaceAll(' ', '')).toContain(word);
  for (const { number } of invoices) expect(text).toContain(number);
  expect(text).toMatch(/Not itemized here \$500\.00 Total USD/);

  const waits = await storedPayment(place, await waitingPayment(place));
  const { pages } = await printed('payment-waiting', place.api, 'PAYMENT', waits);
  expect(pages[0]).toContain('Submitted for approval');
});

test('DEC-55: an approval that waits names who may approve', async ({ apiOf }) => {
  const dana = await apiOf('dana');
  const { pages } = await printed('waiting-order', dana.api, 'PO', await submitted(dana));
  expect(pages[0]).toContain('Department head Marcus Oyelaran Pending');
});
