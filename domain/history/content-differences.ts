import { attachmentFields, columnLabel, headerFields, lineFields } from './content-fields.ts';
import type { ContentField } from './content-fields.ts';
import type { Content } from './content.ts';
import { boundedChanges, boundedText, changeLimits } from './document-changes.ts';
import type { FieldChange } from './document-changes.ts';
import type { Json } from './history.ts';
import { formatMoney } from '#domain/values/money';

type Row = Readonly<Record<string, Json>>;

/** What formatting a value for display needs. */
interface FormatContext {
  currency: string;
  /** Names of records that the content refers to by id: categories, addresses, invoices. */
  names: ReadonlyMap<string, string>;
}

interface Side {
  row: Row;
  context: FormatContext;
}

function plainText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Flattens nested values to dotted names: `vendor.name`, `coding.ACCOUNT`. */
function flatten(row: Row, prefix = ''): Map<string, Json> {
  const columns = new Map<string, Json>();
  for (const [name, value] of Object.entries(row)) {
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      for (const [inner, one] of flatten(value as Row, `${prefix}${name}.`)) columns.set(inner, one);
    else columns.set(`${prefix}${name}`, value);
  }
  return columns;
}

function textOf(value: Json, kind: ContentField['kind'], { currency, names }: FormatContext): string {
  if (value === null || value === '') return '';
  if (kind === 'cents') return formatMoney(Number(value), currency);
  if (kind === 'hundredths') return String(Number(value) / 100);
  if (kind === 'flag') return value === 1 ? 'Yes' : 'No';
  const text = plainText(value);
  return boundedText(kind === 'name' ? (names.get(text) ?? text) : text);
}

type Fields = Readonly<Record<string, ContentField>>;

/** Returns the columns in which two rows differ, without those that another changed column covers. */
function rowDifferences(
  fields: Fields,
  before: Side,
  after: Side,
  place: { field: string; label: string; ignored: readonly string[] },
): FieldChange[] {
  const [was, is] = [flatten(before.row), flatten(after.row)];
  const columns = [...new Set([...Object.keys(fields), ...was.keys(), ...is.keys()])];
  const valueOf = (side: Map<string, Json>, column: string) => side.get(column) ?? null;
  const isChanged = (column: string) =>
    JSON.stringify(valueOf(was, column)) !== JSON.stringify(valueOf(is, column));
  const changed = columns.filter((column) => !place.ignored.includes(column) && isChanged(column));
  const isCovered = (column: string) =>
    fields[column]?.coveredBy?.some((by) => changed.some((one) => one === by || one.startsWith(`${by}.`)));
  return changed
    .filter((column) => isCovered(column) !== true)
    .map((column) => {
      const { label = columnLabel(column), kind } = fields[column] ?? {};
      return {
        field: `${place.field}${column}`,
        label: `${place.label}${label}`,
        before: textOf(valueOf(was, column), kind, before.context),
        after: textOf(valueOf(is, column), kind, after.context),
        unit: kind === 'day' ? 'day' : 'text',
      };
    });
}

/** Describes a whole line: `Grip truck; Quantity 2; Unit cost $100.00; Amount $200.00; Account 6100`. */
function wholeLine({ row, context }: Side, ignored: readonly string[]): string {
  const columns = flatten(row);
  const known = [...new Set([...Object.keys(lineFields), ...columns.keys()])];
  const parts = known.flatMap((column) => {
    const { label = columnLabel(column), kind, usual, coveredBy } = lineFields[column] ?? {};
    const text = textOf(columns.get(column) ?? null, kind, context);
    if (text === '' || text === usual || coveredBy || ignored.includes(column)) return [];
    return column === 'description' ? [text] : [`${label} ${text}`];
  });
  return boundedText(parts.join('; '));
}

function lineDifferences(before: Content, after: Content, sides: { was: FormatContext; is: FormatContext }) {
  // Invoice lines have an amount, but no quantity or unit cost of their own.
  const isInvoice = after.header['type'] === 'INVOICE';
  const omittedColumns = [
    'id',
    'keyId',
    'lineNumber',
    ...(isInvoice ? ['quantityHundredths', 'unitCostCents'] : []),
  ];
  const known = new Map(before.lines.map((line) => [line['id'] ?? null, line]));
  const currentIds = new Set(after.lines.map((line) => line['id'] ?? null));
  const idsKept = (lines: readonly Row[], other: { has: (id: Json) => boolean }) =>
    lines.filter((line) => other.has(line['id'] ?? null)).map((line) => plainText(line['id']));
  const isReordered = idsKept(before.lines, currentIds).join() !== idsKept(after.lines, known).join();
  const ignored = isReordered ? omittedColumns.filter((column) => column !== 'lineNumber') : omittedColumns;
  const placeOf = (line: Row) => ({
    field: `lines.${plainText(line['id'])}`,
    label: `Line ${plainText(line['lineNumber'])}`,
  });
  const removed = before.lines
    .filter((line) => !currentIds.has(line['id'] ?? null))
    .map((row): FieldChange => {
      const text = wholeLine({ row, context: sides.was }, omittedColumns);
      return { ...placeOf(row), before: text, after: '', unit: 'text' };
    });
  const remaining = after.lines.flatMap((row): FieldChange[] => {
    const was = known.get(row['id'] ?? null);
    const { field, label } = placeOf(row);
    if (!was)
      return [
        {
          field,
          label,
          before: '',
          after: wholeLine({ row, context: sides.is }, omittedColumns),
          unit: 'text',
        },
      ];
    return rowDifferences(
      lineFields,
      { row: was, context: sides.was },
      { row, context: sides.is },
      { field: `${field}.`, label: `${label}, `, ignored },
    );
  });
  return [...removed, ...remaining];
}

function fileText(file: Row, isExact: boolean): string {
  const size = `${Number(file['size']).toLocaleString('en-US')} bytes`;
  const hash = isExact ? `, SHA-256 ${plainText(file['sha256']).slice(0, 12)}…` : '';
  return boundedText(`${plainText(file['label'])} (${size}${hash})`);
}

function fileDifferences(before: Content, after: Content, context: FormatContext): FieldChange[] {
  const byId = (content: Content) => new Map(content.files.map((file) => [file['fileId'], file]));
  const [was, is] = [byId(before), byId(after)];
  const removed = before.files.filter((file) => !is.has(file['fileId']));
  const added = after.files.filter((file) => !was.has(file['fileId']));
  const replacedBy = (file: Row) => added.find((one) => one['position'] === file['position']);
  const replacing = new Set(removed.map(replacedBy));
  const entry = (file: Row, texts: Pick<FieldChange, 'before' | 'after'>): FieldChange => ({
    field: `attachments.${plainText(file['fileId'])}`,
    label: 'Attachment',
    ...texts,
    unit: 'text',
  });
  const remaining = after.files.flatMap((file) => {
    const old = was.get(file['fileId'] ?? null);
    if (!old) return [];
    const place = {
      field: `attachments.${plainText(file['fileId'])}.`,
      label: `Attachment ${plainText(file['label'])}, `,
      ignored: ['position'],
    };
    return rowDifferences(attachmentFields, { row: old, context }, { row: file, context }, place);
  });
  return [
    ...removed.map((file) => {
      const next = replacedBy(file);
      const isSameName = next?.['label'] === file['label'] && next?.['size'] === file['size'];
      const text = next ? fileText(next, isSameName) : '';
      return entry(next ?? file, { before: fileText(file, isSameName), after: text });
    }),
    ...added
      .filter((file) => !replacing.has(file))
      .map((file) => entry(file, { before: '', after: fileText(file, false) })),
    ...remaining,
    ...orderDifference(before, after),
  ];
}

/** Reports remaining attachments whose order changed. */
function orderDifference(before: Content, after: Content): FieldChange[] {
  const inOrder = (content: Content, other: Content) =>
    content.files
      .filter((file) => other.files.some((one) => one['fileId'] === file['fileId']))
      .toSorted((one, next) => Number(one['position']) - Number(next['position']));
  const [was, is] = [inOrder(before, after), inOrder(after, before)];
  const ids = (files: readonly Row[]) => files.map((file) => plainText(file['fileId'])).join();
  const texts = (files: readonly Row[]) =>
    boundedText(files.map((file) => plainText(file['label'])).join(', '));
  return ids(was) === ids(is)
    ? []
    : [
        {
          field: 'attachments.order',
          label: 'Order of attachments',
          before: texts(was),
          after: texts(is),
          unit: 'text',
        },
      ];
}

function settlementDifferences(
  before: Content,
  after: Content,
  sides: { was: FormatContext; is: FormatContext },
) {
  const amounts = (content: Content) =>
    new Map(content.settles.map((row) => [plainText(row['invoiceId']), row['amountCents'] ?? null]));
  const [was, is] = [amounts(before), amounts(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((id) => was.get(id) !== is.get(id))
    .map((id): FieldChange => {
      const label = `Invoice ${sides.is.names.get(id) ?? id}`;
      const text = (cents: Json | undefined, context: FormatContext) =>
        textOf(cents ?? null, 'cents', context);
      return {
        field: `settles.${id}`,
        label,
        before: text(was.get(id), sides.was),
        after: text(is.get(id), sides.is),
        unit: 'text',
      };
    });
}

/**
 * Returns every difference between two contents of one document as display text (DEC-90): header fields, lines matched
 * by id, files and settled invoices. Long texts are cut, and changes over the limits are counted. `names` maps ids to
 * names.
 */
export function contentDifferences(
  before: Content,
  after: Content,
  names: ReadonlyMap<string, string> = new Map(),
): FieldChange[] {
  const contextOf = ({ header }: Content): FormatContext => ({
    currency: plainText(header['currencyCode']),
    names,
  });
  const sides = { was: contextOf(before), is: contextOf(after) };
  const header = rowDifferences(
    headerFields,
    { row: before.header, context: sides.was },
    { row: after.header, context: sides.is },
    { field: '', label: '', ignored: [] },
  );
  const others = [
    ...header,
    ...fileDifferences(before, after, sides.is),
    ...settlementDifferences(before, after, sides),
  ];
  return [
    ...boundedChanges(others, changeLimits.others, { field: 'others', label: 'More' }),
    ...boundedChanges(lineDifferences(before, after, sides), changeLimits.lines, {
      field: 'lines',
      label: 'More lines',
    }),
  ];
}

/** Returns the ids in differing columns, files and settlements that `names` should cover. */
export function idsToName(before: Content, after: Content): string[] {
  const named = Object.keys(headerFields).filter((column) => headerFields[column]?.kind === 'name');
  const header = named
    .filter((column) => before.header[column] !== after.header[column])
    .flatMap((column) => [before.header[column], after.header[column]]);
  const ofRows = (content: Content) => [...content.settles, ...content.files].map((row) => row['invoiceId']);
  return [...new Set([...header, ...ofRows(before), ...ofRows(after)].map(plainText))].filter(Boolean);
}
