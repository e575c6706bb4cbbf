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

/** Vista5: flat `_hdr` and `_dtl` records, decimal texts, US dates, one field for each account segment. */
const amount = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,13}\.\d{2}$/, 'not an amount such as 1234.50'),
  v.transform((value) => Number(value.replace('.', ''))),
);
const day = v.pipe(
  v.string(),
  v.regex(/^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4}$/, 'not a date as MM/DD/YYYY'),
);
const blankable = v.pipe(v.string(), v.maxLength(100));

const header = {
  doc_id: id,
  rev_no: count,
  vend_id: id,
  vend_addr_line: v.nullable(count),
  co_id: id,
  proj_co_id: id,
  curr_cd: id,
  curr_id: id,
};
const detail = {
  line_id: id,
  line_no: count,
  line_desc: text,
  line_amt: amount,
  acct_no: blankable,
  epis_no: blankable,
  locn_cd: blankable,
  set_cd: blankable,
  ins_cd: blankable,
  free_fld: blankable,
  tax_cd: blankable,
};
const orderDetail = v.object({
  ...detail,
  qty: amount,
  unit_amt: amount,
  rent_cd: blankable,
  rent_from: v.nullable(day),
  rent_to: v.nullable(day),
});
const invoiceDetail = v.object({ ...detail, po_line_id: blankable, po_gl_dtl_id: blankable });
const purchaseOrder = v.object({
  po_hdr: v.object({ ...header, po_no: id, co_no: count, po_dt: day, po_desc: text, po_amt: amount }),
  po_dtl: v.array(orderDetail),
});
const invoice = v.object({
  inv_hdr: v.object({ ...header, inv_no: id, inv_dt: day, due_dt: day, inv_desc: text, inv_amt: amount }),
  inv_dtl: v.array(invoiceDetail),
});

const segments = {
  acct_no: 'ACCOUNT',
  epis_no: 'EPISODE',
  locn_cd: 'LOCATION',
  set_cd: 'SET',
  ins_cd: 'INSURANCE',
  free_fld: 'FREE_FIELD',
} as const;
type Detail = v.InferOutput<typeof orderDetail> | v.InferOutput<typeof invoiceDetail>;

function lineOf(each: Detail): PostedDocument['lines'][number] {
  const codes = Object.entries(segments).map(([field, type]) => ({
    type,
    code: each[field as keyof typeof segments],
  }));
  return {
    lineId: each.line_id,
    lineNumber: each.line_no,
    totalCents: each.line_amt,
    codes: codes.filter(({ code }) => code !== ''),
    taxCode: each.tax_cd === '' ? null : each.tax_cd,
    relievedLineId: 'po_line_id' in each && each.po_line_id !== '' ? each.po_line_id : null,
  };
}

function headerOf(sent: v.InferOutput<v.ObjectSchema<typeof header, undefined>>) {
  return {
    docId: sent.doc_id,
    revision: sent.rev_no,
    vendorExternalId: sent.vend_id,
    companyExternalId: sent.co_id,
    currencyCode: sent.curr_cd,
    currencyExternalId: sent.curr_id,
  };
}

function readOrder(body: unknown): PostedDocument {
  const { po_hdr: sent, po_dtl: lines } = parseBody(purchaseOrder, body);
  const own = {
    number: sent.po_no,
    description: sent.po_desc,
    totalCents: sent.po_amt,
    changeOrder: sent.co_no,
  };
  return { ...headerOf(sent), ...own, lines: lines.map(lineOf) };
}

function readInvoice(body: unknown): PostedDocument {
  const { inv_hdr: sent, inv_dtl: lines } = parseBody(invoice, body);
  const own = { number: sent.inv_no, description: sent.inv_desc, totalCents: sent.inv_amt, changeOrder: 0 };
  return { ...headerOf(sent), ...own, lines: lines.map(lineOf) };
}

function writeOrder(order: OrderInBooks): unknown {
  return {
    po_hdr: { doc_id: order.docId, rev_no: order.revision, po_stat: order.isVoid ? 'V' : 'O' },
    po_dtl: order.lines.map((each) => ({
      line_id: each.lineId,
      line_no: each.lineNumber,
      line_amt: (each.totalCents / 100).toFixed(2),
      open_amt: (each.openCents / 100).toFixed(2),
      gl_dtl_id: each.transactionId,
    })),
  };
}

export const v5: Dialect = {
  longest: { order: 250, invoice: 100 },
  acceptsLowerLines: true,
  readOrder,
  readInvoice,
  writeOrder,
};
