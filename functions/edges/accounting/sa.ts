import * as v from 'valibot';
import { codesOf, type Dialect } from './dialect.ts';
import type { AccountingInvoice, AccountingPo } from './port.ts';

/** SmartAccounting: nested camelCase, decimal numbers, ISO days. */
const cents = v.pipe(
  v.number(),
  v.transform((amount) => Math.round(amount * 100)),
  v.safeInteger(),
);

function header(document: AccountingPo | AccountingInvoice, day: string) {
  return {
    id: document.docId,
    revision: document.revision,
    number: document.number,
    date: day,
    description: document.description,
    vendor: { id: document.vendorExternalId, addressLine: document.vendorAddressLineNumber },
    company: document.companyExternalId,
    projectCompany: document.projectCompanyExternalId,
    currency: { code: document.currencyCode, id: document.currencyExternalId },
    total: document.totalCents / 100,
  };
}

function line(each: AccountingPo['lines'][number] | AccountingInvoice['lines'][number]) {
  const { ACCOUNT: glCode, ...segments } = Object.fromEntries(codesOf(each.coding));
  return {
    id: each.lineId,
    lineNumber: each.lineNumber,
    description: each.description,
    amount: each.totalCents / 100,
    glCode: glCode ?? null,
    segments,
    taxCode: each.taxCode,
  };
}

function purchaseOrder(po: AccountingPo) {
  const lines = po.lines.map((each) => ({
    ...line(each),
    quantity: each.quantityHundredths / 100,
    unitCost: each.unitCostCents / 100,
    rental: each.rental && {
      type: each.rental.rentalType,
      from: each.rental.startDay,
      to: each.rental.endDay,
    },
  }));
  return { purchaseOrder: { ...header(po, po.poDay), changeOrder: po.changeOrderNumber, lines } };
}

function invoice(document: AccountingInvoice) {
  const lines = document.lines.map((each) => ({
    ...line(each),
    purchaseOrderLine: each.relieves && {
      id: each.relieves.poLineId,
      transactionId: each.relieves.glTransactionDetailExternalId,
    },
  }));
  return { invoice: { ...header(document, document.invoiceDay), dueDate: document.dueDay, lines } };
}

const poState = v.pipe(
  v.object({
    purchaseOrder: v.object({
      id: v.string(),
      revision: v.number(),
      status: v.picklist(['OPEN', 'VOID']),
      lines: v.array(
        v.object({
          id: v.string(),
          lineNumber: v.number(),
          amount: cents,
          remaining: cents,
          transactionId: v.string(),
        }),
      ),
    }),
  }),
  v.transform(({ purchaseOrder: order }) => ({
    docId: order.id,
    revision: order.revision,
    isVoid: order.status === 'VOID',
    lines: order.lines.map((each) => ({
      lineId: each.id,
      lineNumber: each.lineNumber,
      totalCents: each.amount,
      remainingBalanceCents: each.remaining,
      glTransactionDetailExternalId: each.transactionId,
    })),
  })),
);

export const sa: Dialect = { path: 'sa', purchaseOrder, invoice, poState };
