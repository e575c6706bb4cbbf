import { withOnlyChoice, coaExternalId, isCodeAvailable } from '#domain/reference-data/chart-of-accounts';
import type { AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { ImportLookups } from './import-lookups.ts';
import type { ReportError, OrderColumn } from './order-columns.ts';
import { quoteText } from './order-header.ts';
import { cellText } from './table.ts';
import type { ImportCell, NamedRow } from './table.ts';
import { emptyLine, quantityInput, unitCostInput } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { orderLineFields } from '#domain/documents/line-fields';
import { mapFields } from '#domain/documents/text-fields';
import type { LineField, OrderLineTexts } from '#domain/documents/line-fields';
import type { Coding } from '#domain/reference-data/coding';
import { formatMoney, fromCents, fromHundredths, parseAmount, toCents } from '#domain/values/money';
import { isSameName } from '#domain/values/names';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { quantityAfterRental, readItemType } from '#domain/documents/rental';
import { parsePastedDate } from './spreadsheet-dates.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

type LineContext = ImportLookups & { draft: PurchaseOrderDraft };

/**
 * Returns a number in hundredths. A numeric cell may be off by floating-point error only; a text is parsed in the
 * format of the currency (LI-22). Returns null for more decimals or no number, so that nothing is rounded silently.
 */
function hundredthsOf(cell: ImportCell, currency: string): number | null {
  if (typeof cell === 'string') return parseAmount(cell, currency);
  const hundredths = toCents(cell);
  return Math.abs(cell - fromCents(hundredths)) > 1e-6 ? null : hundredths;
}

/** A spreadsheet may display two decimals of a number that has more. */
function unreadableMessage(cell: ImportCell, message: string): string {
  return typeof cell === 'number' ? 'A number can have at most two decimals.' : message;
}

function notAnAmountMessage(cell: ImportCell, currency: string): string {
  const value = `${quoteText(cellText(cell))} is not an amount.`;
  return currency === '' ? value : `${value} Write it as ${formatMoney(120_000, currency)}.`;
}

/** Parses a row as a line. Reports cells that cannot be read and leaves them null or empty. */
export function parseOrderLine(
  row: NamedRow,
  context: LineContext,
  reportError: ReportError,
  index: number,
): LineDraft {
  const { draft } = context;
  const text = (column: OrderColumn) => cellText(row.cells.get(column));
  const itemType = itemTypeOf(row, reportError);
  const rental = (column: 'rentalStart' | 'rentalEnd') => dayOf(row, column, context, reportError);
  const line: LineDraft = {
    ...emptyLine(`line-${index + 1}`),
    ...itemType,
    description: text('lineDescription'),
    rentalStart: rental('rentalStart'),
    rentalEnd: rental('rentalEnd'),
    unitCost: unitCostOf(row, draft.currency, reportError),
    ...textsOfRow(row),
    taxCode: taxCodeOf(text('taxCode'), row, context, reportError),
    ...codingOf(row, context, reportError),
  };
  return { ...line, quantity: quantityOf(row, line, context, reportError) };
}

/** Reads the text boxes of a line. Codes have readers of their own. */
function textsOfRow(row: NamedRow): OrderLineTexts {
  const fields: Readonly<Record<keyof OrderLineTexts, LineField>> = orderLineFields;
  return mapFields(fields, ({ control, isNullable }, name) => {
    const value = control === 'text' ? cellText(row.cells.get(name)) : '';
    return value === '' && isNullable ? null : value;
  }) as OrderLineTexts;
}

/** A line with rental days is a rental even without an item type. */
function itemTypeOf(
  row: NamedRow,
  reportError: ReportError,
): Pick<LineDraft, 'acquisitionType' | 'rentalType'> {
  const value = cellText(row.cells.get('itemType'));
  const hasDays = row.cells.has('rentalStart') || row.cells.has('rentalEnd');
  const found = readItemType(value === '' && hasDays ? 'rental' : value || 'purchase');
  if (!found)
    reportError(row, 'itemType', 'Enter Purchase, or a rental type: Daily, Weekly, Monthly or Episodic.');
  return found ?? { acquisitionType: 'PURCHASE', rentalType: 'UNDEFINED' };
}

function dayOf(
  row: NamedRow,
  column: 'rentalStart' | 'rentalEnd',
  context: LineContext,
  reportError: ReportError,
): string {
  const value = cellText(row.cells.get(column));
  if (value === '') return '';
  const day = parsePastedDate(value, context);
  if (day === null) reportError(row, column, `${quoteText(value)} is not a date. Write it as 2026-11-20.`);
  return day ?? '';
}

function unitCostOf(row: NamedRow, currency: string, reportError: ReportError): number | null {
  const cell = row.cells.get('unitCost');
  if (cell === undefined) return null;
  const cents = hundredthsOf(cell, currency);
  if (cents === null)
    reportError(row, 'unitCost', unreadableMessage(cell, notAnAmountMessage(cell, currency)));
  else if (Math.abs(fromCents(cents)) > unitCostInput.maximum)
    reportError(row, 'unitCost', 'This number is too large.');
  else return fromCents(cents);
  return null;
}

/** A rental without a quantity takes it from its days (LI-23). */
function quantityOf(
  row: NamedRow,
  line: LineDraft,
  context: LineContext,
  reportError: ReportError,
): number | null {
  const cell = row.cells.get('quantity');
  if (cell === undefined) return quantityAfterRental(line, { ...context, locked: false });
  const hundredths = hundredthsOf(cell, context.draft.currency);
  if (hundredths === null)
    reportError(
      row,
      'quantity',
      unreadableMessage(cell, `${quoteText(cellText(cell))} is not a number. Write it as 2.50.`),
    );
  else if (fromHundredths(hundredths) > quantityInput.maximum)
    reportError(row, 'quantity', 'This number is too large.');
  else return fromHundredths(hundredths);
  return null;
}

function taxCodeOf(
  value: string,
  row: NamedRow,
  { companies, draft }: LineContext,
  reportError: ReportError,
): string | null {
  if (value === '') return null;
  const company = companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === draft.projectCompanyExternalId,
  );
  const taxCodes = company?.hasTaxInfo ? company.taxCodes : [];
  const found = taxCodes.find(
    ({ code, description }) => isSameName(code, value) || isSameName(description, value),
  );
  if (!found && company) reportError(row, 'taxCode', `${company.company_name} does not have this tax code.`);
  return found?.code ?? null;
}

/** Used when the purchase order's department is unknown. */
const allAllowed: AllowedCodes = {};

/** Takes the codes that the department may use, and fills in a code that is the only choice (LI-29, LI-30, DEC-52). */
function codingOf(row: NamedRow, { fields, departments, draft }: LineContext, reportError: ReportError) {
  const allowed = departments.find(({ id }) => id === draft.department?.id)?.allowed ?? allAllowed;
  const coding: Coding = {};
  for (const field of fields) {
    const column = `coding.${field.config_type}` as const;
    const value = cellText(row.cells.get(column));
    if (value === '') continue;
    const code = codeOf(value, field, allowed);
    if (code === null)
      reportError(row, column, `${field.header} does not have this code, or this department may not use it.`);
    else coding[field.config_type] = code;
  }
  const completeCoding = withOnlyChoice(coding, fields, allowed);
  return { coding: completeCoding, coaExternalId: coaExternalId(completeCoding, fields) };
}

/** A cell may contain the code alone, or the code and its name. A column without codes accepts any text. */
function codeOf(value: string, field: AccountField, allowed: AllowedCodes): string | null {
  if (field.account_parts.length === 0) return value.slice(0, 100);
  const [first = ''] = value.split(/\s/);
  return [value, first].find((code) => isCodeAvailable(field, allowed, code)) ?? null;
}
