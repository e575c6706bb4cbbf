import * as v from 'valibot';
import {
  count,
  id,
  parseBody,
  text,
  type Dialect,
  type OrderInBooks,
  type PostedDocument,
} from './posted.ts';

/**
 * SmartAccounting: camelCase, nested, decimal numbers, ISO days, the account in `glCode`, other codes in `segments`.
 */
const amount = v.pipe(
  v.number(),
  v.check((value) => Number(value.toFixed(2)) === value, 'more than two decimals'),
  v.transform((value) => Math.round(value * 100)),
);
const day = v.pipe(v.string(), v.isoDate());

const line = v.object({
  id,
  lineNumber: count,
  description: text,
  amount,
  glCode: v.nullable(id),
  segments: v.record(id, id),
  taxCode: v.nullable(id),
});

const header = {
  id,
  revision: count,
  number: id,
  date: day,
  description: text,
  vendor: v.object({ id, addressLine: v.nullable(count) }),
  company: id,
  projectCompany: id,
  currency: v.object({ id, code: id }),
  total: amount,
};

const rental = v.object({ type: id, from: v.nullable(day), to: v.nullable(day) });
const purchaseOrder = v.object({
  purchaseOrder: v.object({
    ...header,
    changeOrder: count,
    lines: v.array(
      v.object({ ...line.entries, quantity: amount, unitCost: amount, rental: v.nullable(rental) }),
    ),
  }),
});
const invoice = v.object({
  invoice: v.object({
    ...header,
    dueDate: day,
    lines: v.array(
      v.object({
        ...line.entries,
        purchaseOrderLine: v.nullable(v.object({ id, transactionId: v.nullable(id) })),
      }),
    ),
  }),
});

type Sent = v.InferOutput<typeof purchaseOrder>['purchaseOrder'] | v.InferOutput<typeof invoice>['invoice'];

function toPostedDocument(sent: Sent): PostedDocument {
  return {
    docId: sent.id,
    revision: sent.revision,
    number: sent.number,
    description: sent.description,
    vendorExternalId: sent.vendor.id,
    companyExternalId: sent.company,
    currencyCode: sent.currency.code,
    currencyExternalId: sent.currency.id,
    totalCents: sent.total,
    changeOrder: 'changeOrder' in sent ? sent.changeOrder : 0,
    lines: sent.lines.map((each) => ({
      lineId: each.id,
      lineNumber: each.lineNumber,
      totalCents: each.amount,
      codes: [
        ...(each.glCode === null ? [] : [{ type: 'ACCOUNT', code: each.glCode }]),
        ...Object.entries(each.segments).map(([type, code]) => ({ type, code })),
      ],
      taxCode: each.taxCode,
      relievedLineId: 'purchaseOrderLine' in each ? (each.purchaseOrderLine?.id ?? null) : null,
    })),
  };
}

function writeOrder(order: OrderInBooks): unknown {
  return {
    purchaseOrder: {
      id: order.docId,
      revision: order.revision,
      status: order.isVoid ? 'VOID' : 'OPEN',
      lines: order.lines.map((each) => ({
        id: each.lineId,
        lineNumber: each.lineNumber,
        amount: each.totalCents / 100,
        remaining: each.openCents / 100,
        transactionId: each.transactionId,
      })),
    },
  };
}

export const sa: Dialect = {
  longest: { order: 45, invoice: 45 },
  acceptsLowerLines: true,
  readOrder: (body) => toPostedDocument(parseBody(purchaseOrder, body).purchaseOrder),
  readInvoice: (body) => toPostedDocument(parseBody(invoice, body).invoice),
  writeOrder,
};
