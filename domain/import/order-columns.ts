import { orderLineFields } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import type { OrderLineTexts } from '#domain/documents/line-fields';
import type { ImportColumn, NamedRow } from './table.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

/** Columns with one value per purchase order, given in any of its rows. */
const headerColumns = [
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
    // `Amount` and `Cost` are not aliases: they may be the line's total, which must not be multiplied again.
    aliases: ['Unit Price', 'Price', 'Rate', 'Total Rental Cost'],
    isRequired: true,
  },
  { id: 'itemType', heading: 'Item Type', aliases: ['Type'] },
  { id: 'rentalStart', heading: 'Rental Start', aliases: ['Start', 'Rental Start Date'] },
  { id: 'rentalEnd', heading: 'Rental End', aliases: ['End', 'Rental End Date'] },
] as const satisfies readonly ImportColumn<string>[];

/** The texts of a line (DEC-52). */
const textColumns = fieldsOf(orderLineFields).flatMap(({ name, label, aliases, isImported }) =>
  isImported ? [{ id: name, heading: label, aliases }] : [],
);

export type HeaderColumn = (typeof headerColumns)[number]['id'];
type LineColumn = (typeof lineColumns)[number]['id'] | keyof OrderLineTexts;
export type OrderColumn = HeaderColumn | LineColumn | `coding.${string}`;

export const headerColumnIds: readonly HeaderColumn[] = headerColumns.map(({ id }) => id);

/** The columns of a purchase order file in a show with this chart of accounts. */
export function orderColumns(fields: readonly Pick<AccountField, 'header' | 'config_type'>[]) {
  const coding = fields.map(({ header, config_type }): ImportColumn<OrderColumn> => ({
    id: `coding.${config_type}`,
    heading: header,
    aliases: [config_type],
  }));
  const fixedColumns: readonly ImportColumn<OrderColumn>[] = [
    ...headerColumns,
    ...lineColumns,
    ...textColumns,
  ];
  const usedHeadings = new Set(fixedColumns.map(({ heading }) => heading.toLowerCase()));
  return [...fixedColumns, ...coding.filter(({ heading }) => !usedHeadings.has(heading.toLowerCase()))];
}

/** Reports an error at a cell of a row. */
export type ReportError = (row: NamedRow, column: OrderColumn, message: string) => void;
