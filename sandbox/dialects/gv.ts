import * as v from 'valibot';
import {
  count,
  id,
  parseBody,
  text,
  wholeNumber,
  type Dialect,
  type OrderInBooks,
  type PostedDocument,
} from './posted.ts';

/** GlobalVista: one header and one list of distributions for every document, minor units, compact dates. */
const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/, 'not a date as YYYYMMDD'),
);

const header = {
  DocumentId: id,
  Revision: count,
  DocumentNumber: id,
  DocumentDate: day,
  Narrative: text,
  SupplierRef: id,
  SupplierAddressLine: v.nullable(count),
  EntityRef: id,
  ProjectEntityRef: id,
  CurrencyCode: id,
  CurrencyRef: id,
  TotalMinor: wholeNumber,
};
const distribution = {
  DistributionId: id,
  Sequence: count,
  Narrative: text,
  AmountMinor: wholeNumber,
  Codes: v.array(v.object({ Type: id, Code: id })),
  TaxCode: v.nullable(id),
};
const purchaseOrder = v.object({
  DocumentHeader: v.object({ ...header, DocumentType: v.literal('PO'), ChangeOrderNumber: count }),
  Distributions: v.array(
    v.object({
      ...distribution,
      QuantityHundredths: wholeNumber,
      RateMinor: wholeNumber,
      Hire: v.nullable(v.object({ Period: id, Start: v.nullable(day), End: v.nullable(day) })),
    }),
  ),
});
const invoice = v.object({
  DocumentHeader: v.object({ ...header, DocumentType: v.literal('INVOICE'), DueDate: day }),
  Distributions: v.array(
    v.object({
      ...distribution,
      RelievesDistributionId: v.nullable(id),
      RelievesTransactionRef: v.nullable(id),
    }),
  ),
});

function toPostedDocument(
  sent: v.InferOutput<typeof purchaseOrder> | v.InferOutput<typeof invoice>,
): PostedDocument {
  const top = sent.DocumentHeader;
  return {
    docId: top.DocumentId,
    revision: top.Revision,
    number: top.DocumentNumber,
    description: top.Narrative,
    vendorExternalId: top.SupplierRef,
    companyExternalId: top.EntityRef,
    currencyCode: top.CurrencyCode,
    currencyExternalId: top.CurrencyRef,
    totalCents: top.TotalMinor,
    changeOrder: 'ChangeOrderNumber' in top ? top.ChangeOrderNumber : 0,
    lines: sent.Distributions.map((each) => ({
      lineId: each.DistributionId,
      lineNumber: each.Sequence,
      totalCents: each.AmountMinor,
      codes: each.Codes.map(({ Type, Code }) => ({ type: Type, code: Code })),
      taxCode: each.TaxCode,
      relievedLineId: 'RelievesDistributionId' in each ? each.RelievesDistributionId : null,
    })),
  };
}

function writeOrder(order: OrderInBooks): unknown {
  return {
    DocumentHeader: {
      DocumentId: order.docId,
      Revision: order.revision,
      State: order.isVoid ? 'Void' : 'Open',
    },
    Distributions: order.lines.map((each) => ({
      DistributionId: each.lineId,
      Sequence: each.lineNumber,
      AmountMinor: each.totalCents,
      OpenMinor: each.openCents,
      TransactionDetailRef: each.transactionId,
    })),
  };
}

export const gv: Dialect = {
  longest: { order: 45, invoice: 45 },
  acceptsLowerLines: false,
  readOrder: (body) => toPostedDocument(parseBody(purchaseOrder, body)),
  readInvoice: (body) => toPostedDocument(parseBody(invoice, body)),
  writeOrder,
};
