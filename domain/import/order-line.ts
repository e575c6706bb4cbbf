import { withOnlyChoice, coaExternalId, isCodeAvailable } from '#domain/reference-data/chart-of-accounts';
import type { AccountField, AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { ImportLookups } from './import-lookups.ts';
import type { Blame, OrderColumn } from './order-columns.ts';
import { quoted } from './order-header.ts';
import { cellText } from './table.ts';
import type { ImportCell, NamedRow } from './table.ts';
import { emptyLine, quantityInput, unitCostInput } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import type { Coding } from '#domain/reference-data/coding';
import { formatMoney, fromCents, fromHundredths, parseAmount, toCents } from '#domain/values/money';
import { isSameName } from '#domain/values/names';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { quantityAfterRental, readItemType } from '#domain/documents/rental';
import { parsePastedDate } from './spreadsheet-dates.ts';

type Around = ImportLookups & { draft: PurchaseOrderDraft };

/**
 * A number with two decimals, in hundredths: as the sheet keeps it, but for what reckoning leaves far behind the point, or as
 * somebody of this currency writes it (LI-22). Null for what has more decimals, or is none: nothing is rounded unseen.
 */
function hundredthsOf(cell: ImportCell, currency: string): number | null {
  if (typeof cell === 'string') return parseAmount(cell, currency);
  const hundredths = toCents(cell);
  return Math.abs(cell - fromCents(hundredths)) > 1e-6 ? null : hundredths;
}

/** A sheet may show two decimals of a number that has more. */
function unreadable(cell: ImportCell, message: string): string {
  return typeof cell === 'number' ? 'A number can have at most two decimals.' : message;
}

function notAnAmount(cell: ImportCell, currency: string): string {
  const said = `${quoted(cellText(cell))} is not an amount.`;
  return currency === '' ? said : `${said} Write it as ${formatMoney(120_000, currency)}.`;
}

/** One row of a file as a line; what cannot be read is blamed, and null or empty in the line. */
export function parseOrderLine(row: NamedRow, around: Around, blame: Blame, index: number): LineDraft {
  const { draft } = around;
  const text = (column: OrderColumn) => cellText(row.cells.get(column));
  const typed = itemTypeOf(row, blame);
  const rental = (column: 'rentalStart' | 'rentalEnd') => dayOf(row, column, around, blame);
  const line: LineDraft = {
    ...emptyLine(`line-${index + 1}`),
    ...typed,
    description: text('lineDescription'),
    rentalStart: rental('rentalStart'),
    rentalEnd: rental('rentalEnd'),
    unitCost: unitCostOf(row, draft.currency, blame),
    taxCode: taxCodeOf(text('taxCode'), row, around, blame),
    ...codingOf(row, around, blame),
  };
  return { ...line, quantity: quantityOf(row, line, around, blame) };
}

/** A line with rental days is a rental, whether or not it says so. */
function itemTypeOf(row: NamedRow, blame: Blame): Pick<LineDraft, 'acquisitionType' | 'rentalType'> {
  const said = cellText(row.cells.get('itemType'));
  const hasDays = row.cells.has('rentalStart') || row.cells.has('rentalEnd');
  const found = readItemType(said === '' && hasDays ? 'rental' : said || 'purchase');
  if (!found) blame(row, 'itemType', 'Enter Purchase, or a rental type: Daily, Weekly, Monthly or Episodic.');
  return found ?? { acquisitionType: 'PURCHASE', rentalType: 'UNDEFINED' };
}

function dayOf(row: NamedRow, column: 'rentalStart' | 'rentalEnd', around: Around, blame: Blame): string {
  const said = cellText(row.cells.get(column));
  if (said === '') return '';
  const day = parsePastedDate(said, around);
  if (day === null) blame(row, column, `${quoted(said)} is not a date. Write it as 2026-11-20.`);
  return day ?? '';
}

function unitCostOf(row: NamedRow, currency: string, blame: Blame): number | null {
  const cell = row.cells.get('unitCost');
  if (cell === undefined) return null;
  const cents = hundredthsOf(cell, currency);
  if (cents === null) blame(row, 'unitCost', unreadable(cell, notAnAmount(cell, currency)));
  else if (Math.abs(fromCents(cents)) > unitCostInput.maximum)
    blame(row, 'unitCost', 'This number is too large.');
  else return fromCents(cents);
  return null;
}

/** LI-23: where a rental counts nothing, its days do. */
function quantityOf(row: NamedRow, line: LineDraft, around: Around, blame: Blame): number | null {
  const cell = row.cells.get('quantity');
  if (cell === undefined) return quantityAfterRental(line, { ...around, locked: false });
  const hundredths = hundredthsOf(cell, around.draft.currency);
  if (hundredths === null)
    blame(row, 'quantity', unreadable(cell, `${quoted(cellText(cell))} is not a number. Write it as 2.50.`));
  else if (fromHundredths(hundredths) > quantityInput.maximum)
    blame(row, 'quantity', 'This number is too large.');
  else return fromHundredths(hundredths);
  return null;
}

function taxCodeOf(said: string, row: NamedRow, { companies, draft }: Around, blame: Blame): string | null {
  if (said === '') return null;
  const company = companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === draft.projectCompanyExternalId,
  );
  const offered = company?.hasTaxInfo ? company.taxCodes : [];
  const found = offered.find(
    ({ code, description }) => isSameName(code, said) || isSameName(description, said),
  );
  if (!found && company) blame(row, 'taxCode', `${company.company_name} does not have this tax code.`);
  return found?.code ?? null;
}

/** Of a purchase order whose department nobody knows. */
const allAllowed: AllowedCodes = {};

/** LI-29, LI-30, DEC-52: codes that the department may use, and the one that there is no choice about. */
function codingOf(row: NamedRow, { fields, departments, draft }: Around, blame: Blame) {
  const allowed = departments.find(({ id }) => id === draft.department?.id)?.allowed ?? allAllowed;
  const coding: Coding = {};
  for (const field of fields) {
    const column = `coding.${field.config_type}` as const;
    const said = cellText(row.cells.get(column));
    if (said === '') continue;
    const code = codeOf(said, field, allowed);
    if (code === null)
      blame(row, column, `${field.header} does not have this code, or this department may not use it.`);
    else coding[field.config_type] = code;
  }
  const coded = withOnlyChoice(coding, fields, allowed);
  return { coding: coded, coaExternalId: coaExternalId(coded, fields) };
}

/** A cell may hold the code alone, or the code and its name. A column without codes takes any text. */
function codeOf(said: string, field: AccountField, allowed: AllowedCodes): string | null {
  if (field.account_parts.length === 0) return said.slice(0, 100);
  const [first = ''] = said.split(/\s/);
  return [said, first].find((code) => isCodeAvailable(field, allowed, code)) ?? null;
}
