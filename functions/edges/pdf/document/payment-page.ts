import { printedLabel } from '#domain/documents/attachments';
import { dateInZone } from '#domain/values/days';
import { formatMoney, toCents } from '#domain/values/money';
import type { Payment, PaymentInvoice } from '#domain/payments/payment';
import { timelineOf } from '#domain/history/timeline';
import { amountWidth, chipsOf, day, markOf, money, shownNotes } from './formatting.ts';
import type { Cell, Setting, Sheet, Table, Total } from './page-model.ts';

/** The total is set larger than the amounts over it, and has only their column. */
const totalRoom = 7;

/** What is paid beyond the invoices above, so that the column adds up; nothing where there are none. */
function restOf({ invoices, currency, totalCost }: Payment): Total[] {
  const listed = invoices.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const rest = toCents(totalCost) - listed;
  if (invoices.length === 0 || rest === 0) return [];
  return [{ name: 'Not itemized here', amount: formatMoney(rest, currency) }];
}

/** What the payment settles, as far as Backlot knows; null for none. */
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
      { key: 'amount', name: 'Amount', width: amountWidth(amounts, currency) + totalRoom, isFigure: true },
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

/** PD-09, DEC-55: what a printed payment says. */
export function paymentSheet(payment: Payment, setting: Setting): Sheet {
  const { include, letterhead, timeZone, dateFormat } = setting;
  const { currency, totalCost } = payment;
  return {
    docType: 'PAYMENT',
    title: 'Payment',
    number: payment.number,
    currency,
    chips: chipsOf('PAYMENT', { ...payment, currentChangeOrderNumber: 0 }),
    edition: '',
    mark: markOf(payment.submissionStatus),
    legalText: '',
    letterhead,
    description: '',
    facts: [
      { name: 'Date', value: day(dateInZone(payment.created, timeZone), setting) },
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
      ...restOf(payment),
      { name: `Total ${currency}`, amount: money(totalCost, currency), isGrand: true },
    ],
    steps: payment.workflow?.steps ?? [],
    approvalsOf: '',
    contentVersion: payment.contentVersion,
    notices: [{ title: 'Attachments', lines: include.attachments ? attachmentLines(payment) : [] }],
    notes: shownNotes(payment.notes, include.notes),
    history: include.history ? timelineOf(payment.historyEvents, payment.changes) : [],
    timeZone,
    dateFormat,
  };
}
