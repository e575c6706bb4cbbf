import { Refusal } from '#domain/codes';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingInvoice } from '#edges/accounting/port';
import { readInvoice } from '#store/show/read-invoice';
import type { InvoiceRows } from '#store/show/read-invoice';
import { attempted } from './errands.ts';
import type { Attempt, Errands } from './errands.ts';

const overtaken = 'The invoice changed before it reached the accounting system.';

/**
 * Sends a fully approved invoice with a permanent vendor to the show's accounting system (DEC-32, DEC-33) and keeps
 * what came of it in the send history. One that was voided meanwhile is not sent. Throws `accounting_interface_error`.
 */
export async function pushInvoice(errands: Errands, id: string, attempt: Attempt): Promise<void> {
  const rows = await readInvoice(errands.store, id);
  if (!rows) throw new Refusal('NOT_FOUND');
  const { document } = rows;
  if (document.status === 'VOID') return;
  await attempted(errands, id, attempt, async () => {
    if (document.status !== 'APPROVED' || document.temporaryVendorId !== null) {
      throw new Refusal('accounting_interface_error', { message: overtaken });
    }
    await accountingFor(errands.env, errands.show).pushInvoice(accountingInvoiceOf(rows));
  });
}

/** The invoice as accounting takes it; its revision there is our version, which rises with every content. */
function accountingInvoiceOf({ document, invoice, references, lines }: InvoiceRows): AccountingInvoice {
  return {
    docId: document.id,
    revision: document.version,
    number: document.number,
    description: document.description,
    vendorExternalId: document.vendorExternalId ?? '',
    vendorAddressLineNumber: references?.vendorAddress?.lineNumber ?? null,
    companyExternalId: invoice.companyExternalId,
    projectCompanyExternalId: invoice.projectCompanyExternalId,
    currencyCode: document.currencyCode,
    currencyExternalId: invoice.currencyExternalId,
    totalCents: document.totalCents,
    invoiceDay: document.businessDay,
    dueDay: invoice.dueDay ?? document.businessDay,
    lines: lines.map((line) => ({
      lineId: line.id,
      lineNumber: line.lineNumber,
      description: line.description,
      totalCents: line.totalCents,
      coding: line.coding,
      taxCode: line.taxCode,
      relieves:
        line.relievePoLineId === null
          ? null
          : {
              poLineId: line.relievePoLineId,
              glTransactionDetailExternalId: line.glTransactionDetailExternalId,
            },
    })),
  };
}
