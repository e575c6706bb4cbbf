import { Refusal } from '#domain/codes';
import type { AccountingInvoice } from '#edges/accounting/port';
import { markDone } from '#store/show/outbox/outbox';
import type { InvoiceRows } from '#store/show/invoices/read-invoice';
import { withPushAttempt, recordAttempts } from './push-attempt.ts';
import type { PushAttempt, JobContext } from '#verbs/outbox/job-context';
import { callAccounting } from './circuit-breaker.ts';
import type { PushRows } from './push-document.ts';

const changedMessage = 'The invoice changed before it reached the accounting system.';

/**
 * Sends a fully approved invoice with a permanent vendor to the show's accounting system, unless it was voided
 * meanwhile, and records the result in the send history. Throws `accounting_interface_error` (DEC-32, DEC-33).
 */
export async function pushInvoice(
  context: JobContext,
  rows: PushRows,
  { revision }: { revision?: number },
  attempt: PushAttempt,
): Promise<void> {
  const { store, now } = context;
  const { invoice, circuit } = rows;
  if (!invoice) throw new Refusal('NOT_FOUND');
  const { document } = invoice;
  if (document.status === 'VOID') return markDone(store, attempt.id, now, null);
  const outcome = await withPushAttempt(context, rows, { ...document, prefix: '' }, attempt, async () => {
    if (document.status !== 'APPROVED' || document.temporaryVendorId !== null) {
      throw new Refusal('accounting_interface_error', { message: changedMessage });
    }
    const sent = accountingInvoiceOf(invoice, revision);
    await callAccounting(context, circuit, (accounting) => accounting.pushInvoice(sent));
  });
  await recordAttempts(context, [outcome.record]);
  if (outcome.refusal) throw outcome.refusal;
}

/**
 * The invoice in the format of accounting. A note raises our version without changing the approved content, so the
 * revision is the version that was approved: a retry posts nothing twice.
 */
function accountingInvoiceOf(
  { document, invoice, references, lines }: InvoiceRows,
  revision = document.version,
): AccountingInvoice {
  return {
    docId: document.id,
    revision,
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
