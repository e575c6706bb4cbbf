import { printedLabel } from '#domain/documents/attachments';
import { invoiceLineFields, printedTexts } from '#domain/documents/line-fields';
import { closesLineText } from '#domain/relief/relief-reference';
import type { ReliefIndicator } from '#domain/relief/relief';
import { printedChanges } from '#domain/history/printed-changes';
import { timelineOf } from '#domain/history/timeline';
import { codesOf } from './coding-columns.ts';
import { amountWidth, statusChips, day, watermarkOf, money, shownNotes } from './formatting.ts';
import { partiesOf } from './parties.ts';
import type { Cell, PrintSettings, PageModel, Table } from './page-model.ts';
import type { PrintedInvoice, InvoiceLine } from '#domain/invoices/invoice-response';

/** The indicator of each line in order; null when indicators are not printed (RL-03, PD-26). */
export type Indicators = readonly ReliefIndicator[] | null;

const widths = { number: 4.5, tax: 9, reference: 11, indicator: 9 } as const;

const tones: Record<ReliefIndicator, NonNullable<Cell['tone']>> = {
  NONE: 'muted',
  MATCH: 'approved',
  UNDER: 'badge',
  OVER: 'refused',
  ERROR: 'refused',
};

const hasReference = ({ referencePo }: InvoiceLine) => referencePo.trim() !== '';

function referenceCell({ referencePo, referencePoLineNumber: line, closesPoLine }: InvoiceLine): Cell {
  const under = line === null ? [] : [`Line ${line}`];
  return { text: referencePo, under: closesPoLine ? [...under, closesLineText] : under };
}

function linesTable(invoice: PrintedInvoice, indicators: Indicators, { codeFields }: PrintSettings): Table {
  const { lineItems, currency } = invoice;
  const hasTax = lineItems.some(({ taxCode }) => Boolean(taxCode));
  const hasOrders = lineItems.some(hasReference);
  const shownIndicators = hasOrders ? indicators : null;
  const amount = amountWidth(
    lineItems.map((line) => line.amount),
    currency,
  );
  const ownColumns = [
    ...(hasTax ? [{ key: 'tax', name: 'Tax Code', width: widths.tax }] : []),
    ...(hasOrders ? [{ key: 'reference', name: 'PO', width: widths.reference }] : []),
    ...(shownIndicators ? [{ key: 'indicator', name: 'Relief', width: widths.indicator }] : []),
    { key: 'amount', name: 'Amount', width: amount, isFigure: true },
  ];
  const usedWidth = widths.number + ownColumns.reduce((sum, { width }) => sum + width, 0);
  const codes = codesOf(lineItems, codeFields, usedWidth);
  const row = (line: InvoiceLine, index: number): Cell[] => {
    const indicator = shownIndicators?.[index] ?? 'NONE';
    return [
      { text: String(line.lineNumber), tone: 'muted' },
      { text: line.description, under: [...printedTexts(invoiceLineFields, line), codes.under(line)] },
      ...codes.cells(line),
      ...(hasTax ? [{ text: line.taxCode ?? '' }] : []),
      ...(hasOrders ? [referenceCell(line)] : []),
      ...(shownIndicators ? [{ text: indicator, tone: tones[indicator] }] : []),
      { text: money(line.amount, currency) },
    ];
  };
  const first = { key: 'number', name: '#', width: widths.number };
  const columns = [first, { key: 'description', name: 'Description' }, ...codes.columns, ...ownColumns];
  return { columns, rows: lineItems.map(row) };
}

interface Extras {
  indicators: Indicators;
  /** Address of the paying company. */
  companyLines: readonly string[];
}

/** The page model of a printed invoice (PD-10, PD-26, DEC-55). */
export function invoicePage(invoice: PrintedInvoice, settings: PrintSettings, extras: Extras): PageModel {
  const { include, letterhead, timeZone, dateFormat } = settings;
  const { currency, amount } = invoice;
  return {
    docType: 'INVOICE',
    title: 'Invoice',
    number: invoice.number,
    currency,
    chips: statusChips('INVOICE', { ...invoice, currentChangeOrderNumber: 0 }),
    edition: '',
    watermark: watermarkOf(invoice.submissionStatus),
    legalText: '',
    letterhead,
    description: invoice.description,
    facts: [
      { name: 'Invoice Date', value: day(invoice.date, settings) },
      { name: 'Due Date', value: day(invoice.dueDate, settings) },
      { name: 'Department', value: invoice.department?.name ?? '' },
      { name: 'Created By', value: invoice.creator.name },
      { name: 'Currency', value: currency },
      { name: 'Category', value: invoice.category?.name ?? '' },
      { name: 'Contact', value: [invoice.contactName, invoice.contactNumber].filter(Boolean).join(' · ') },
    ],
    parties: partiesOf(invoice, extras.companyLines),
    table: linesTable(invoice, extras.indicators, settings),
    totals: [{ name: `Total ${currency}`, amount: money(amount, currency), isGrand: true }],
    steps: invoice.workflow?.steps ?? [],
    approvalsNote: '',
    contentVersion: invoice.contentVersion,
    notices: [
      {
        title: 'Attachments',
        lines: include.attachments ? invoice.attachments.map(printedLabel) : [],
      },
    ],
    notes: shownNotes(invoice.notes, include.notes),
    history: include.history ? timelineOf(invoice.historyEvents, printedChanges(invoice.changes)) : [],
    timeZone,
    dateFormat,
  };
}
