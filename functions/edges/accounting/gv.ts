import * as v from 'valibot';
import { codesOf, type Dialect } from './dialect.ts';
import type { AccountingInvoice, AccountingPo } from './port.ts';

/** GlobalVista: one header and one list of distributions for every document, minor units, compact dates. */
function compactDay(day: string): string {
  return day.replaceAll('-', '');
}

function header(document: AccountingPo | AccountingInvoice, day: string) {
  return {
    DocumentId: document.docId,
    Revision: document.revision,
    DocumentNumber: document.number,
    DocumentDate: compactDay(day),
    Narrative: document.description,
    SupplierRef: document.vendorExternalId,
    SupplierAddressLine: document.vendorAddressLineNumber,
    EntityRef: document.companyExternalId,
    ProjectEntityRef: document.projectCompanyExternalId,
    CurrencyCode: document.currencyCode,
    CurrencyRef: document.currencyExternalId,
    TotalMinor: document.totalCents,
  };
}

function distribution(each: AccountingPo['lines'][number] | AccountingInvoice['lines'][number]) {
  return {
    DistributionId: each.lineId,
    Sequence: each.lineNumber,
    Narrative: each.description,
    AmountMinor: each.totalCents,
    Codes: codesOf(each.coding).map(([Type, Code]) => ({ Type, Code })),
    TaxCode: each.taxCode,
  };
}

function purchaseOrder(po: AccountingPo) {
  return {
    DocumentHeader: {
      ...header(po, po.poDay),
      DocumentType: 'PO',
      ChangeOrderNumber: po.changeOrderNumber,
    },
    Distributions: po.lines.map((each) => ({
      ...distribution(each),
      QuantityHundredths: each.quantityHundredths,
      RateMinor: each.unitCostCents,
      Hire: each.rental && {
        Period: each.rental.rentalType,
        Start: each.rental.startDay && compactDay(each.rental.startDay),
        End: each.rental.endDay && compactDay(each.rental.endDay),
      },
    })),
  };
}

function invoice(document: AccountingInvoice) {
  return {
    DocumentHeader: {
      ...header(document, document.invoiceDay),
      DocumentType: 'INVOICE',
      DueDate: compactDay(document.dueDay),
    },
    Distributions: document.lines.map((each) => ({
      ...distribution(each),
      RelievesDistributionId: each.relieves?.poLineId ?? null,
      RelievesTransactionRef: each.relieves?.glTransactionDetailExternalId ?? null,
    })),
  };
}

const minor = v.pipe(v.number(), v.safeInteger());

const poState = v.pipe(
  v.object({
    DocumentHeader: v.object({
      DocumentId: v.string(),
      Revision: v.number(),
      State: v.picklist(['Open', 'Void']),
    }),
    Distributions: v.array(
      v.object({
        DistributionId: v.string(),
        Sequence: v.number(),
        AmountMinor: minor,
        OpenMinor: minor,
        TransactionDetailRef: v.string(),
      }),
    ),
  }),
  v.transform(({ DocumentHeader: top, Distributions }) => ({
    docId: top.DocumentId,
    revision: top.Revision,
    isVoid: top.State === 'Void',
    lines: Distributions.map((each) => ({
      lineId: each.DistributionId,
      lineNumber: each.Sequence,
      totalCents: each.AmountMinor,
      remainingBalanceCents: each.OpenMinor,
      glTransactionDetailExternalId: each.TransactionDetailRef,
    })),
  })),
);

export const gv: Dialect = { path: 'gv', purchaseOrder, invoice, poState };
