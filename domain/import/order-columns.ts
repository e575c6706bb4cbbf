import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import type { ImportColumn, NamedRow } from './table.ts';

/** Columns that a purchase order has once, whichever of its rows say it. */
const headColumns = [
  { id: 'key', heading: 'Import Key', aliases: ['Key', 'PO', 'PO #', 'Number', 'Group', 'Reference'] },
  { id: 'department', heading: 'Department', aliases: ['Dept'], isRequired: true },
  { id: 'vendor', heading: 'Vendor', aliases: ['Vendor Name', 'Supplier'] },
  { id: 'vendorNumber', heading: 'Vendor Number', aliases: ['Vendor No', 'Vendor ID'] },
  { id: 'description', heading: 'Description', aliases: ['PO Description'], isRequired: true },
  { id: 'poDate', heading: 'PO Date', aliases: ['Date'] },
  { id: 'company', heading: 'Company', aliases: ['Production Company'] },
  { id: 'currency', heading: 'Currency', aliases: ['Currency Code'] },
  { id: 'category', heading: 'Category', aliases: ['PO Category'] },
  { id: 'billTo', heading: 'Bill To', aliases: ['Bill To Address'] },
  { id: 'shipTo', heading: 'Ship To', aliases: ['Ship To Address', 'Deliver To'] },
  { id: 'notes', heading: 'Notes', aliases: ['Note', 'Comment'] },
] as const satisfies readonly ImportColumn<string>[];

const lineColumns = [
  { id: 'lineDescription', heading: 'Line Description', aliases: ['Item', 'Item Description'] },
  { id: 'quantity', heading: 'Quantity', aliases: ['Qty'] },
  {
    id: 'unitCost',
    heading: 'Unit Cost',
    // `Amount` and `Cost` may be a line's total, which is not to be multiplied again.
    aliases: ['Unit Price', 'Price', 'Rate', 'Total Rental Cost'],
    isRequired: true,
  },
  { id: 'itemType', heading: 'Item Type', aliases: ['Type'] },
  { id: 'rentalStart', heading: 'Rental Start', aliases: ['Start', 'Rental Start Date'] },
  { id: 'rentalEnd', heading: 'Rental End', aliases: ['End', 'Rental End Date'] },
  { id: 'taxCode', heading: 'Tax Code', aliases: ['Tax'] },
] as const satisfies readonly ImportColumn<string>[];

export type HeadColumn = (typeof headColumns)[number]['id'];
type LineColumn = (typeof lineColumns)[number]['id'];
export type OrderColumn = HeadColumn | LineColumn | `coding.${string}`;

export const headColumnIds: readonly HeadColumn[] = headColumns.map(({ id }) => id);

/** The columns of a file of purchase orders in a show with this chart of accounts. */
export function orderColumns(fields: readonly Pick<AccountField, 'header' | 'config_type'>[]) {
  const coding = fields.map(({ header, config_type }): ImportColumn<OrderColumn> => ({
    id: `coding.${config_type}`,
    heading: header,
    aliases: [config_type],
  }));
  const taken = new Set([...headColumns, ...lineColumns].map(({ heading }) => heading.toLowerCase()));
  const own: readonly ImportColumn<OrderColumn>[] = [...headColumns, ...lineColumns];
  return [...own, ...coding.filter(({ heading }) => !taken.has(heading.toLowerCase()))];
}

/** Says that something is wrong with a cell of a row. */
export type Blame = (row: NamedRow, column: OrderColumn, message: string) => void;
