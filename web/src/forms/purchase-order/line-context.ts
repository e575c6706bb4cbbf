import { offeredParts } from '#domain/chart-of-accounts';
import type { AccountField } from '#domain/chart-of-accounts';
import type { TaxCode } from '#domain/company';
import type { LineDraft } from '#domain/line';
import type { Issue } from '#domain/validation';
import type { Option } from '../../parts/select.tsx';
import type { CodingRules } from './line-edits.ts';

export type CellName =
  | 'itemType'
  | 'rentalStart'
  | 'rentalEnd'
  | 'quantity'
  | 'unitCost'
  | 'description'
  | `coding.${string}`
  | 'taxCode';

/** What every line of the table is drawn with. */
export interface LineContext {
  currency: string;
  coding: CodingRules;
  taxCodes: readonly TaxCode[];
  updateRentalQuantity: boolean;
  /** Lines up to here may not be touched (CO-06). */
  lockedLineCount: number;
  /** LI-28: when the chart was read, an instant; null while it has not come. */
  codesAsOf: string | null;
}

export interface LineColumn {
  name: CellName;
  label: string;
  /** CSS width. */
  width: string;
  align?: 'right';
}

/** LI-06, between the row number and the amount. The days of rentals have columns only where there is a rental. */
export function lineColumns(context: LineContext, hasRental: boolean): LineColumn[] {
  const days: LineColumn[] = [
    { name: 'rentalStart', label: 'Rental Start', width: '9rem' },
    { name: 'rentalEnd', label: 'Rental End', width: '9rem' },
  ];
  const codes = (context.coding.fields ?? []).map((field): LineColumn => ({
    name: `coding.${field.config_type}`,
    label: field.header,
    width: field.config_type === 'ACCOUNT' ? '9rem' : '6.5rem',
  }));
  return [
    { name: 'itemType', label: 'Item Type', width: '10.5rem' },
    ...(hasRental ? days : []),
    { name: 'quantity', label: 'Quantity', width: '5.5rem', align: 'right' },
    { name: 'unitCost', label: 'Unit Cost', width: '8.5rem', align: 'right' },
    { name: 'description', label: 'Description', width: '15rem' },
    ...codes,
    { name: 'taxCode', label: 'Tax Code', width: '6.5rem' },
  ];
}

export function codingType(name: CellName): string | null {
  return name.startsWith('coding.') ? name.slice('coding.'.length) : null;
}

export function accountField(context: LineContext, name: CellName): AccountField | null {
  const type = codingType(name);
  return context.coding.fields?.find((field) => field.config_type === type) ?? null;
}

/** Codes are found by number and by name. */
export function codeOptions(field: AccountField, { allowed }: CodingRules): Option[] {
  return offeredParts(field, allowed).map((part) => ({
    id: part.id_code,
    text: [part.id_code, part.description].filter(Boolean).join(' '),
  }));
}

/** Whether a cell of this line has anything to edit. */
export function hasCell(name: CellName, line: LineDraft): boolean {
  return line.acquisitionType === 'RENTAL' || (name !== 'rentalStart' && name !== 'rentalEnd');
}

/** The words of the rule that this cell breaks, or null. */
export function cellError(issues: readonly Issue[], row: number, name: CellName): string | null {
  return issues.find(({ field }) => field === `lineItems.${row}.${name}`)?.message ?? null;
}
