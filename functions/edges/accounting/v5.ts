import * as v from 'valibot';
import type { Dialect } from './dialect.ts';
import type { AccountingInvoice, AccountingPo } from './port.ts';

/** Vista5: flat header and detail records, decimal texts, US dates, one field for each segment of the account. */
function decimal(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const cents = v.pipe(
  v.string(),
  v.regex(/^-?\d+\.\d{2}$/),
  v.transform((text) => Number(text.replace('.', ''))),
  v.safeInteger(),
);

/** `2026-11-21` to `11/21/2026`. */
function usDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

function header(document: AccountingPo | AccountingInvoice) {
  return {
    doc_id: document.docId,
    rev_no: document.revision,
    vend_id: document.vendorExternalId,
    vend_addr_line: document.vendorAddressLineNumber,
    co_id: document.companyExternalId,
    proj_co_id: document.projectCompanyExternalId,
    curr_cd: document.currencyCode,
    curr_id: document.currencyExternalId,
  };
}

function detail(each: AccountingPo['lines'][number] | AccountingInvoice['lines'][number]) {
  return {
    line_id: each.lineId,
    line_no: each.lineNumber,
    line_desc: each.description,
    line_amt: decimal(each.totalCents),
    acct_no: each.coding['ACCOUNT'] ?? '',
    epis_no: each.coding['EPISODE'] ?? '',
    locn_cd: each.coding['LOCATION'] ?? '',
    set_cd: each.coding['SET'] ?? '',
    ins_cd: each.coding['INSURANCE'] ?? '',
    free_fld: each.coding['FREE_FIELD'] ?? '',
    tax_cd: each.taxCode ?? '',
  };
}

function purchaseOrder(po: AccountingPo) {
  return {
    po_hdr: {
      ...header(po),
      po_no: po.number,
      co_no: po.changeOrderNumber,
      po_dt: usDay(po.poDay),
      po_desc: po.description,
      po_amt: decimal(po.totalCents),
    },
    po_dtl: po.lines.map((each) => ({
      ...detail(each),
      qty: decimal(each.quantityHundredths),
      unit_amt: decimal(each.unitCostCents),
      rent_cd: each.rental?.rentalType ?? '',
      rent_from: each.rental?.startDay ? usDay(each.rental.startDay) : null,
      rent_to: each.rental?.endDay ? usDay(each.rental.endDay) : null,
    })),
  };
}

function invoice(document: AccountingInvoice) {
  return {
    inv_hdr: {
      ...header(document),
      inv_no: document.number,
      inv_dt: usDay(document.invoiceDay),
      due_dt: usDay(document.dueDay),
      inv_desc: document.description,
      inv_amt: decimal(document.totalCents),
    },
    inv_dtl: document.lines.map((each) => ({
      ...detail(each),
      po_line_id: each.relieves?.poLineId ?? '',
      po_gl_dtl_id: each.relieves?.glTransactionDetailExternalId ?? '',
    })),
  };
}

const poState = v.pipe(
  v.object({
    po_hdr: v.object({ doc_id: v.string(), rev_no: v.number(), po_stat: v.picklist(['O', 'V']) }),
    po_dtl: v.array(
      v.object({
        line_id: v.string(),
        line_no: v.number(),
        line_amt: cents,
        open_amt: cents,
        gl_dtl_id: v.string(),
      }),
    ),
  }),
  v.transform((order) => ({
    docId: order.po_hdr.doc_id,
    revision: order.po_hdr.rev_no,
    isVoid: order.po_hdr.po_stat === 'V',
    lines: order.po_dtl.map((each) => ({
      lineId: each.line_id,
      lineNumber: each.line_no,
      totalCents: each.line_amt,
      remainingBalanceCents: each.open_amt,
      glTransactionDetailExternalId: each.gl_dtl_id,
    })),
  })),
);

export const v5: Dialect = { path: 'v5', purchaseOrder, invoice, poState };
