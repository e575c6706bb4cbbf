import { printedLabel } from '#domain/documents/attachments';
import { dateInZone } from '#domain/values/days';
import { formatMoney, toCents } from '#domain/values/money';
import { timelineOf } from '#domain/history/timeline';
import { amountWidth, statusChips, day, watermarkOf, money, shownNotes } from './formatting.ts';
import type { Cell, PrintSettings, PageModel, Table, Total } from './page-model.ts';
import type { Payment, PaymentInvoice } from '#domain/payments/payment-response';

/** Extra width for the total, which is larger than the amounts above and has only their column. */
const totalExtraWidth = 7;

/** The amount beyond the listed invoices, so that the column adds up; empty without invoices. */
function remainderTotal({ invoices, currency, totalCost }: Payment): Total[] {
  const listedCents = invoices.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const remainder = toCents(totalCost) - listedCents;
  if (invoices.length === 0 || remainder === 0) return [];
  return [{ name: 'Not itemized here', amount: formatMoney(remainder, currency) }];
}

/** The invoices that the payment settles and Backlot has; null for none. */
function invoicesTable({ invoices, currency, totalCost }: Payment): Table | null {
  if (invoices.length === 0) return null;
  const row = ({ number, amount }: PaymentInvoice, index: number): Cell[] => [
    { text: String(index + 1), tone: 'muted' },
    { text: number },
    { text: money(amount, currency) },
  ];
  const amounts = [totalCost, ...invoices.map(({ amount }) => amount)];
  return {
    columns: [
      { key: 'number', name: '#', width: 4.5 },
      { key: 'invoice', name: 'Invoice' },
      {
        key: 'amount',
        name: 'Amount',
        width: amountWidth(amounts, currency) + totalExtraWidth,
        isFigure: true,
      },
    ],
    rows: invoices.map(row),
  };
}

function attachmentLines({ attachments, invoices }: Payment): string[] {
  return attachments.map((file) => {
    const label = printedLabel(file);
    const invoice = invoices.find(({ id }) => id === file.invoiceId);
    return invoice ? `${label} · Invoice ${invoice.number}` : label;
  });
}

/** The page model of a printed payment (PD-09, DEC-55). */
export function paymentPage(payment: Payment, settings: PrintSettings): PageModel {
  const { include, letterhead, timeZone, dateFormat } = settings;
  const { currency, totalCost } = payment;
  return {
    docType: 'PAYMENT',
    title: 'Payment',
    number: payment.number,
    currency,
    chips: statusChips('PAYMENT', { ...payment, currentChangeOrderNumber: 0 }),
    edition: '',
    watermark: watermarkOf(payment.submissionStatus),
    legalText: '',
    letterhead,
    description: '',
    facts: [
      { name: 'Date', value: day(dateInZone(payment.created, timeZone), settings) },
      { name: 'Payment Type', value: payment.paymentType },
      { name: 'Bank Name', value: payment.bankName },
      { name: 'Currency', value: currency },
    ],
    parties: [
      { title: 'Vendor', name: payment.vendorName, lines: [] },
      { title: 'Payee', name: payment.payeeName, lines: [] },
    ],
    table: invoicesTable(payment),
    totals: [
      ...remainderTotal(payment),
      { name: `Total ${currency}`, amount: money(totalCost, currency), isGrand: true },
    ],
    steps: payment.workflow?.steps ?? [],
    approvalsNote: '',
    contentVersion: payment.contentVersion,
    notices: [{ title: 'Attachments', lines: include.attachments ? attachmentLines(payment) : [] }],
    notes: shownNotes(payment.notes, include.notes),
    history: include.history ? timelineOf(payment.historyEvents, payment.changes) : [],
    timeZone,
    dateFormat,
  };
}
