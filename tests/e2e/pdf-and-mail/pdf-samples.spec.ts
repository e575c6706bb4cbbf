import { makeAssets } from '../../../demo/assets.ts';
import type { Company } from '../../../domain/reference-data/company.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import type { PurchaseOrder } from '../../../domain/purchase-orders/purchase-order.ts';
import { adjusted, extended, handedIn } from '../support/data/change-orders.ts';
import { decideOn } from '../support/data/decisions.ts';
import { aBilledLine, draftInvoice } from '../support/data/invoices.ts';
import { aLine, approved, bodyIn, draft, submitted } from '../support/data/orders.ts';
import { cashier, draftPayment, storedPayment } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import { relievable } from '../support/pages/relief.ts';
import { expectWholeTable, manyLines, printed } from '../support/data/samples.ts';

const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED';

test('PD-25, PD-27: a purchase order of one line and one of sixty, sound and readable', async ({ apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
  const small = await approved(dana, [marcus, priya], { lineItems: manyLines(1) });
  const {
    pages: [first = '', ...others],
  } = await printed('one-line', dana.api, 'PO', small);
  expect(first).toContain(small.poNumber);
  expect(first).toContain('Total USD $85.00');
  for (const page of [first, ...others]) expect(page).not.toContain(legalText);

  const large = await submitted(dana, { lineItems: manyLines(60) });
  const sample = await printed('sixty-lines-unapproved', dana.api, 'PO', large);
  const { pages } = sample;
  expect(pages.length).toBeGreaterThan(3);
  expectWholeTable(sample, 60, '# DESCRIPTION ACCOUNT QTY UNIT / RENTAL COST AMOUNT');
  // PD-25: the terms and the files are other people's pages, and carry it too.
  for (const page of pages) expect(page).toContain(legalText);
});

test('PD-27, AT-18: a purchase order with twenty files of every kind, all of them in it', async ({
  apiOf,
}) => {
  const dana = await apiOf('dana');
  const assets = Object.entries(await makeAssets());
  const labels: string[] = [];
  const attachments = await Promise.all(
    Array.from({ length: 20 }, async (_one, n) => {
      const [name = '', { bytes, contentType } = { bytes: new Uint8Array(), contentType: '' }] =
        assets[n % assets.length] ?? [];
      const label = `${n + 1} ${name}.${contentType.split('/')[1]?.replace('jpeg', 'jpg')}`;
      labels.push(label);
      return { attachmentId: await dana.api.upload(label, bytes), label };
    }),
  );
  const order = await draft(dana, { lineItems: manyLines(3), attachments });
  const { pages } = await printed('twenty-files', dana.api, 'PO', order);
  const text = pages.join(' ');
  for (const label of labels) expect(text).toContain(label);
  const pictures = labels.filter((label) => !label.endsWith('.pdf'));
  for (const label of pictures) expect(text).toContain(`Attachment: ${label}`);
  // Ten different files, each twice: the tax form, for one.
  expect(text.split('Identification number')).toHaveLength(3);
  expect(text).not.toContain('Attachments not included');
  expect(pages.length).toBeGreaterThan(20);
});

test('DEC-48, PD-25: purchase orders in four currencies, each on its paper', async ({ apiOf }) => {
  const places = [
    { name: 'dana', show: 'nlite', department: 'Set Decoration', iso: 'USD', total: '$1,234.50' },
    { name: 'dana', show: 'nlite', department: 'Set Decoration', iso: 'CAD', total: 'CA$1,234.50' },
    {
      name: 'imogen.hartley',
      show: 'harbour9',
      department: 'Set Decoration',
      iso: 'GBP',
      total: '£1,234.50',
    },
    {
      name: 'imogen.hartley',
      show: 'harbour9',
      department: 'Set Decoration',
      iso: 'EUR',
      total: '€1.234,50',
    },
  ];
  for (const { name, show, department, iso, total } of places) {
    const { api } = await apiOf(name, show);
    const companies = await api.get<Company[]>(`/api/companies?showId=${show}`);
    const company = companies.find(({ project_company_currencies: all }) =>
      all.some((one) => one.iso_currency_code === iso),
    );
    const currency = company?.project_company_currencies.find((one) => one.iso_currency_code === iso);
    const body = await bodyIn(api, show, department, {
      projectCompanyExternalId: company?.projectCompanyExternalId,
      currency: iso,
      projectCompanyCurrencyExternalId: currency?.external_id,
      lineItems: [aLine({ quantity: 1, unitCost: 1234.5, coding: {} })],
    });
    const order = await api.post<PurchaseOrder>('/api/pos', body);
    const {
      pages: [first],
    } = await printed(`currency-${iso}`, api, 'PO', order);
    expect(first).toContain(`Total ${iso} ${total}`);
  }
});

test('DEC-26, PD-25: a change order says what it changes, and a voided purchase order that it is void', async ({
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya], { lineItems: manyLines(3) });
  const changed = await handedIn(dana, await extended(dana, await adjusted(dana, order)));
  const {
    pages: [first = '', ...others],
  } = await printed('change-order', dana.api, 'PO', changed);
  expect(first).toContain('Rigging Change Order 1');
  expect([first, ...others].join(' ')).toMatch(
    /Previously approved total \$[\d,.]+ Change Order 1 \$75\.00 Total USD/,
  );

  const doomed = await submitted(dana, { lineItems: manyLines(2) });
  const { workflow } = await marcus.api.get<PurchaseOrder>(`/api/pos/${doomed.id}`);
  await marcus.api.post('/api/workflows/void', {
    docId: doomed.id,
    docType: 'PO',
    showId: doomed.showId,
    workflowStepId: workflow?.currentStep?.id,
    reason: 'The scene was cut',
  });
  const { pages } = await printed('void', dana.api, 'PO', doomed);
  expect(pages[0]).toContain('VOID');
  expect(pages[0]).toContain('Purchase Order Void');
});

test('DEC-55, PD-26: an invoice with the topsheet of its order, and a payment with that of its invoice', async ({
  apiOf,
  baseURL,
}) => {
  const order = await relievable(apiOf);
  const [elena, inez, priya] = await Promise.all([apiOf('elena'), apiOf('inez.calloway'), apiOf('priya')]);
  const { invoice: bill, remittance } = await makeAssets();
  const attachmentId = await elena.api.upload('Foxglove bill.pdf', bill.bytes, 'invoice');
  const drafted = await draftInvoice(elena, {
    attachments: [{ attachmentId, label: 'Foxglove bill.pdf' }],
    vendor: order.vendor,
    lineItems: [
      aBilledLine({ amount: 200, referencePo: order.poNumber, referencePoLineNumber: 1 }),
      aBilledLine({
        description: 'Amber gels',
        amount: 100,
        referencePo: order.poNumber,
        referencePoLineNumber: 2,
      }),
    ],
  });
  await elena.api.put<Invoice>(`/api/invoices/${drafted.id}/submit`);
  await decideOn(inez, 'INVOICE', drafted);
  const invoice = await decideOn(priya, 'INVOICE', drafted);
  const { pages } = await printed('invoice', elena.api, 'INVOICE', invoice);
  expect(pages[0]).toContain(invoice.number);
  expect(pages[0]).toContain('MATCH');
  expect(pages.find((page) => page.includes('Purchase Order') && page.includes(order.poNumber))).toContain(
    'Total USD $300.00',
  );

  const place = await cashier(apiOf, baseURL, 'nlite');
  const made = await draftPayment(place, {
    vendorExternalId: invoice.vendor.externalId ?? '',
    cents: () => 30_000,
    payeeName: invoice.vendor.name,
    invoices: [{ number: invoice.number, amountCents: 30_000 }],
  });
  const label = 'Remittance.pdf';
  const file = await place.api.upload(label, remittance.bytes, 'payment');
  await place.api.post(`/api/payments/attachments/${made.id}?showId=${place.show}`, {
    attachments: [{ attachmentId: file, label }],
  });
  const payment = await storedPayment(place, made);
  const { pages: sheets } = await printed('payment', place.api, 'PAYMENT', payment);
  expect(sheets[0]).toContain(`Payment ${payment.number}`);
  expect(sheets[0]).toContain(invoice.number);
  expect(sheets.slice(1).join(' ')).toContain(`Invoice ${invoice.number}`);
});
