import { makeAssets } from '../../../demo/assets.ts';
import { requestChangeOrder, saveWithExtraLine, submitDraft } from '../support/data/change-orders.ts';
import { decideOn } from '../support/data/decisions.ts';
import { aBilledLine, createDraftInvoice } from '../support/data/invoices.ts';
import {
  aLine,
  createApprovedOrder,
  orderBodyIn,
  createDraftOrder,
  createSubmittedOrder,
} from '../support/data/orders.ts';
import { openPaymentShow, importPayment, getPayment } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import { createRelievableOrder } from '../support/pages/relief.ts';
import { expectWholeTable, manyLines, printDocument } from '../support/data/samples.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Company } from '#domain/reference-data/reference-data-response';

const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED';

test('PD-25, PD-27: purchase orders of one and of sixty lines print in full, unapproved ones with the legal text', async ({
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
  const small = await createApprovedOrder(dana, [marcus, priya], { lineItems: manyLines(1) });
  const {
    pages: [first = '', ...others],
  } = await printDocument('one-line', dana.api, 'PO', small);
  expect(first).toContain(small.poNumber);
  expect(first).toContain('Total USD $85.00');
  for (const page of [first, ...others]) expect(page).not.toContain(legalText);

  const large = await createSubmittedOrder(dana, { lineItems: manyLines(60) });
  const sample = await printDocument('sixty-lines-unapproved', dana.api, 'PO', large);
  const { pages } = sample;
  expect(pages.length).toBeGreaterThan(3);
  expectWholeTable(sample, 60, '# DESCRIPTION ACCOUNT QTY UNIT / RENTAL COST AMOUNT');
  // The pages of the terms and the files carry it, too (PD-25).
  for (const page of pages) expect(page).toContain(legalText);
});

test('PD-27, AT-18: the PDF of a purchase order includes all of its twenty files', async ({ apiOf }) => {
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
  const order = await createDraftOrder(dana, { lineItems: manyLines(3), attachments });
  const { pages } = await printDocument('twenty-files', dana.api, 'PO', order);
  const text = pages.join(' ');
  for (const label of labels) expect(text).toContain(label);
  const pictures = labels.filter((label) => !label.endsWith('.pdf'));
  for (const label of pictures) expect(text).toContain(`Attachment: ${label}`);
  // There are ten different files, each twice; the tax form is one.
  expect(text.split('Identification number')).toHaveLength(3);
  expect(text).not.toContain('Attachments not included');
  expect(pages.length).toBeGreaterThan(20);
});

test(
  'DEC-48, PD-25: the PDF of a purchase order shows its total in the currency of the order',
  { tag: '@long' },
  async ({ apiOf }) => {
    const currencies = [
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
    for (const { name, show, department, iso, total } of currencies) {
      const { api } = await apiOf(name, show);
      const companies = await api.get<Company[]>(`/api/companies?showId=${show}`);
      const company = companies.find(({ project_company_currencies }) =>
        project_company_currencies.some(({ iso_currency_code }) => iso_currency_code === iso),
      );
      const currency = company?.project_company_currencies.find(
        ({ iso_currency_code }) => iso_currency_code === iso,
      );
      const body = await orderBodyIn(api, show, department, {
        projectCompanyExternalId: company?.projectCompanyExternalId,
        currency: iso,
        projectCompanyCurrencyExternalId: currency?.external_id,
        lineItems: [aLine({ quantity: 1, unitCost: 1234.5, coding: {} })],
      });
      const order = await api.post<PurchaseOrder>('/api/pos', body);
      const {
        pages: [first],
      } = await printDocument(`currency-${iso}`, api, 'PO', order);
      expect(first).toContain(`Total ${iso} ${total}`);
    }
  },
);

test(
  'DEC-26, PD-25: the PDF of a change order shows its changes, and that of a voided order is marked void',
  { tag: '@long' },
  async ({ apiOf }) => {
    const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
    const order = await createApprovedOrder(dana, [marcus, priya], { lineItems: manyLines(3) });
    const changed = await submitDraft(
      dana,
      await saveWithExtraLine(dana, await requestChangeOrder(dana, order)),
    );
    const {
      pages: [first = '', ...others],
    } = await printDocument('change-order', dana.api, 'PO', changed);
    expect(first).toContain('Rigging Change Order 1');
    expect([first, ...others].join(' ')).toMatch(
      /Previously approved total \$[\d,.]+ Change Order 1 \$75\.00 Total USD/,
    );

    const voided = await createSubmittedOrder(dana, { lineItems: manyLines(2) });
    const { workflow } = await marcus.api.get<PurchaseOrder>(`/api/pos/${voided.id}`);
    await marcus.api.post('/api/workflows/void', {
      docId: voided.id,
      docType: 'PO',
      showId: voided.showId,
      workflowStepId: workflow?.currentStep?.id,
      reason: 'The scene was cut',
    });
    const { pages } = await printDocument('void', dana.api, 'PO', voided);
    expect(pages[0]).toContain('VOID');
    expect(pages[0]).toContain('Purchase Order Void');
  },
);

test(
  'DEC-55, PD-26: an invoice includes the topsheet of its order, and a payment that of its invoice',
  { tag: '@long' },
  async ({ apiOf, baseURL }) => {
    const order = await createRelievableOrder(apiOf);
    const [elena, inez, priya] = await Promise.all([apiOf('elena'), apiOf('inez.calloway'), apiOf('priya')]);
    const { invoice: bill, remittance } = await makeAssets();
    const attachmentId = await elena.api.upload('Foxglove bill.pdf', bill.bytes, 'invoice');
    const drafted = await createDraftInvoice(elena, {
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
    const { pages } = await printDocument('invoice', elena.api, 'INVOICE', invoice);
    expect(pages[0]).toContain(invoice.number);
    expect(pages[0]).toContain('MATCH');
    expect(pages.find((page) => page.includes('Purchase Order') && page.includes(order.poNumber))).toContain(
      'Total USD $300.00',
    );

    const paymentShow = await openPaymentShow(apiOf, baseURL, 'nlite');
    const imported = await importPayment(paymentShow, {
      vendorExternalId: invoice.vendor.externalId ?? '',
      cents: () => 30_000,
      payeeName: invoice.vendor.name,
      invoices: [{ number: invoice.number, amountCents: 30_000 }],
    });
    const label = 'Remittance.pdf';
    const file = await paymentShow.api.upload(label, remittance.bytes, 'payment');
    await paymentShow.api.post(`/api/payments/attachments/${imported.id}?showId=${paymentShow.show}`, {
      attachments: [{ attachmentId: file, label }],
    });
    const payment = await getPayment(paymentShow, imported);
    const { pages: paymentPages } = await printDocument('payment', paymentShow.api, 'PAYMENT', payment);
    expect(paymentPages[0]).toContain(`Payment ${payment.number}`);
    expect(paymentPages[0]).toContain(invoice.number);
    expect(paymentPages.slice(1).join(' ')).toContain(`Invoice ${invoice.number}`);
  },
);
