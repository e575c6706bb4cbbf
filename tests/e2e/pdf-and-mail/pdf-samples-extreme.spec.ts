import {
  aBilledLine,
  createInvoiceWithAttachment,
  createDraftInvoice,
  uniqueInvoiceNumber,
} from '../support/data/invoices.ts';
import { decideOn } from '../support/data/decisions.ts';
import { aLine, createDraftOrder, createSubmittedOrder } from '../support/data/orders.ts';
import {
  openPaymentShow,
  importPayment,
  getPayment,
  createSubmittedPayment,
} from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import { expectWholeTable, printDocument } from '../support/data/samples.ts';
import type { Sample } from '../support/data/samples.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

const word = 'Bühnenbildausstattungsgegenständeverzeichnis'.repeat(3);
const url = `https://lamps.example/catalogue/${'period-brass-'.repeat(14)}lamp?colour=green`;
const maxAmount = 9_999_999_999.99;
const coding = { ACCOUNT: '1104', EPISODE: '104' };

/** Returns the right edges of the amounts of a column, which must be aligned. */
function rightEdges({ boxes }: Sample, pattern: RegExp): number[] {
  const edges = boxes.filter(({ text }) => pattern.test(text)).map(({ right }) => Math.round(right));
  expect(edges.length).toBeGreaterThan(1);
  return [...new Set(edges)];
}

test(
  'DEC-55, PD-25: very long words and the largest amounts fit on the page of a purchase order',
  { tag: '@long' },
  async ({ apiOf }) => {
    const dana = await apiOf('dana');
    const attachmentId = await dana.api.upload(`${word}.txt`, 'x');
    const order = await createDraftOrder(dana, {
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
        aLine({ description: word, quantity: 1, unitCost: maxAmount / 2, coding }),
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
    const { pages } = await printDocument('long-words-order', dana.api, 'PO', order);
    const text = pages.join('').replaceAll(' ', '');
    // As vendor, contact, street, in two lines, a note, a file name and the title of the file's page.
    expect(text.split(word).length - 1).toBeGreaterThanOrEqual(7);
    expect(text.split(url)).toHaveLength(3);
  },
);

test(
  'DEC-55, PD-26: an invoice of sixty lines repeats the table heading and keeps the total with the last line',
  { tag: '@long' },
  async ({ apiOf }) => {
    const elena = await apiOf('elena');
    const lineItems = Array.from({ length: 60 }, (_one, n) =>
      aBilledLine({
        description: `Flats, hard-covered, 4 x 10 ft. (${n + 1})`,
        amount: n === 7 ? -1250.75 : 100 * (n + 1),
        note: n % 5 === 0 ? 'Second week' : '',
        coding: { ACCOUNT: '1104' },
      }),
    );
    const amount = lineItems.reduce((sum, line) => sum + Number(line['amount']), 0);
    const invoice = await createInvoiceWithAttachment(elena, { lineItems, amount });
    const sample = await printDocument('sixty-lines-invoice', elena.api, 'INVOICE', invoice);
    expectWholeTable(sample, 60, '# DESCRIPTION ACCOUNT AMOUNT');
    expect(sample.pages.join(' ')).toContain('-$1,250.75');
    expect(rightEdges(sample, /^(-?\$)?[\d,]+\.\d\d$/)).toHaveLength(1);
    // Only purchase orders carry the legal text (PD-25).
    expect(sample.pages.join(' ')).not.toContain('NOT VALID');
  },
);

test(
  'DEC-19, DEC-55: a denied or voided invoice is marked on every page, with the reason',
  { tag: '@long' },
  async ({ apiOf }) => {
    const [elena, inez] = await Promise.all([apiOf('elena'), apiOf('inez.calloway')]);
    for (const [decision, mark] of [
      ['deny', 'DENIED'],
      ['void', 'VOID'],
    ] as const) {
      const drafted = await createInvoiceWithAttachment(elena, {
        number: `${uniqueInvoiceNumber()}-${'7'.repeat(12)}`.slice(0, 30),
        description: word,
        contactName: word,
        lineItems: [aBilledLine({ description: word, note: 'x'.repeat(100), coding })],
      });
      await elena.api.put(`/api/invoices/${drafted.id}/submit`);
      const ended = await decideOn(inez, 'INVOICE', drafted, decision);
      const { pages, own } = await printDocument(`invoice-${decision}`, elena.api, 'INVOICE', ended);
      for (const page of pages.slice(0, own)) expect(page).toContain(mark);
      expect(pages[0]).toContain('Not reached');
      expect(pages.slice(0, own).join(' ')).toContain('Because');
    }
  },
);

test(
  'DEC-55, PA-12: a payment lists its forty invoices, and a waiting payment shows its status',
  { tag: '@long' },
  async ({ apiOf, baseURL }) => {
    const [elena, paymentShow] = await Promise.all([
      apiOf('elena'),
      openPaymentShow(apiOf, baseURL, 'nlite'),
    ]);
    const lineItems = [aBilledLine({ amount: 12_345.67 })];
    const drafts: Invoice[] = [];
    const createDrafts = async () => {
      while (drafts.length < 40)
        drafts.push(await createDraftInvoice(elena, { lineItems, amount: 12_345.67 }));
    };
    await Promise.all([createDrafts(), createDrafts(), createDrafts(), createDrafts()]);
    const invoices = drafts
      .slice(0, 40)
      .map(({ number }, n) => ({ number, amountCents: 1_234_567 * (n + 1) }));
    const total = invoices.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const imported = await importPayment(paymentShow, {
      vendorExternalId: drafts[0]?.vendor.externalId ?? '',
      payeeName: `${word} Holdings`,
      cents: () => total + 50_000,
      invoices,
    });
    const payment = await getPayment(paymentShow, imported);
    const sample = await printDocument('forty-invoices-payment', paymentShow.api, 'PAYMENT', payment);
    const text = sample.pages.slice(0, sample.own).join(' ');
    expect(text.replaceAll(' ', '')).toContain(word);
    for (const { number } of invoices) expect(text).toContain(number);
    expect(text).toMatch(/Not itemized here \$500\.00 Total USD/);

    const waiting = await getPayment(paymentShow, await createSubmittedPayment(paymentShow));
    const { pages } = await printDocument('payment-waiting', paymentShow.api, 'PAYMENT', waiting);
    expect(pages[0]).toContain('Submitted for approval');
  },
);

test('DEC-55: a pending approval step names its approvers', { tag: '@long' }, async ({ apiOf }) => {
  const dana = await apiOf('dana');
  const { pages } = await printDocument('waiting-order', dana.api, 'PO', await createSubmittedOrder(dana));
  expect(pages[0]).toContain('Department head Marcus Oyelaran Pending');
});
