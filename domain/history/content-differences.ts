import { attachmentFields, columnLabel, headerFields, lineFields } from './content-fields.ts';
import type { ContentField } from './content-fields.ts';
import type { Content } from './content.ts';
import { boundedChanges, boundedText, changeLimits } from './document-changes.ts';
import type { FieldChange } from './document-changes.ts';
import type { Json } from './history.ts';
import { formatMoney } from '#domain/values/money';

type Row = Readonly<Record<string, Json>>;

/** What is needed to write a value as people read it. */
interface Reading {
  currency: string;
  /** Names of what the content refers to by id alone: categories, addresses, invoices. */
  names: ReadonlyMap<string, string>;
}

interface Side {
  row: Row;
  reading: Reading;
}

function plain(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Nested values behind a dot: `vendor.name`, `coding.ACCOUNT`. */
function flat(row: Row, prefix = ''): Map<string, Json> {
  const columns = new Map<string, Json>();
  for (const [name, value] of Object.entries(row)) {
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      for (const [inner, one] of flat(value as Row, `${prefix}${name}.`)) columns.set(inner, one);
    else columns.set(`${prefix}${name}`, value);
  }
  return columns;
}

function textOf(value: Json, kind: ContentField['kind'], { currency, names }: Reading): string {
  if (value === null || value === '') return '';
  if (kind === 'cents') return formatMoney(Number(value), currency);
  if (kind === 'hundredths') return String(Number(value) / 100);
  if (kind === 'flag') return value === 1 ? 'Yes' : 'No';
  const text = plain(value);
  return boundedText(kind === 'name' ? (names.get(text) ?? text) : text);
}

type Fields = Readonly<Record<string, ContentField>>;

/** The columns in which two rows differ, but for those that others of these cover. */
function rowDifferences(
  fields: Fields,
  before: Side,
  after: Side,
  place: { field: string; label: string; ignored: readonly string[] },
): FieldChange[] {
  const [was, is] = [flat(before.row), flat(after.row)];
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
        before: textOf(valueOf(was, column), kind, before.reading),
        after: textOf(valueOf(is, column), kind, after.reading),
        unit: kind === 'day' ? 'day' : 'text',
      };
    });
}

/** A whole line in a sentence: `Grip truck; Quantity 2; Unit cost $100.00; Amount $200.00; Account 6100`. */
function wholeLine({ row, reading }: Side, ignored: readonly string[]): string {
  const columns = flat(row);
  const known = [...new Set([...Object.keys(lineFields), ...columns.keys()])];
  const parts = known.flatMap((column) => {
    const { label = columnLabel(column), kind, usual, coveredBy } = lineFields[column] ?? {};
    const text = textOf(columns.get(column) ?? null, kind, reading);
    if (text === '' || text === usual || coveredBy || ignored.includes(column)) return [];
    return column === 'description' ? [text] : [`${label} ${text}`];
  });
  return boundedText(parts.join('; '));
}

function lineDifferences(before: Content, after: Content, sides: { was: Reading; is: Reading }) {
  // The lines of an invoice have an amount, and no quantity or unit cost of their own.
  const isInvoice = after.header['type'] === 'INVOICE';
  const bare = ['id', 'keyId', 'lineNumber', ...(isInvoice ? ['quantityHundredths', 'unitCostCents'] : [])];
  const known = new Map(before.lines.map((line) => [line['id'] ?? null, line]));
  const present = new Set(after.lines.map((line) => line['id'] ?? null));
  const idsKept = (lines: readonly Row[], other: { has: (id: Json) => boolean }) =>
    lines.filter((line) => other.has(line['id'] ?? null)).map((line) => plain(line['id']));
  const isReordered = idsKept(before.lines, present).join() !== idsKept(after.lines, known).join();
  const ignored = isReordered ? bare.filter((column) => column !== 'lineNumber') : bare;
  const placeOf = (line: Row) => ({
    field: `lines.${plain(line['id'])}`,
    label: `Line ${plain(line['lineNumber'])}`,
  });
  const removed = before.lines
    .filter((line) => !present.has(line['id'] ?? null))
    .map((row): FieldChange => {
      const text = wholeLine({ row, reading: sides.was }, bare);
      return { ...placeOf(row), before: text, after: '', unit: 'text' };
    });
  const kept = after.lines.flatMap((row): FieldChange[] => {
    const was = known.get(row['id'] ?? null);
    const { field, label } = placeOf(row);
    if (!was)
      return [{ field, label, before: '', after: wholeLine({ row, reading: sides.is }, bare), unit: 'text' }];
    return rowDifferences(
      lineFields,
      { row: was, reading: sides.was },
      { row, reading: sides.is },
      { field: `${field}.`, label: `${label}, `, ignored },
    );
  });
  return [...removed, ...kept];
}

function fileText(file: Row, isExact: boolean): string {
  const size = `${Number(file['size']).toLocaleString('en-US')} bytes`;
  const hash = isExact ? `, SHA-256 ${plain(file['sha256']).slice(0, 12)}…` : '';
  return boundedText(`${plain(file['label'])} (${size}${hash})`);
}

function fileDifferences(before: Content, after: Content, reading: Reading): FieldChange[] {
  const byId = (content: Content) => new Map(content.files.map((file) => [file['fileId'], file]));
  const [was, is] = [byId(before), byId(after)];
  const removed = before.files.filter((file) => !is.has(file['fileId']));
  const added = after.files.filter((file) => !was.has(file['fileId']));
  const replacedBy = (file: Row) => added.find((one) => one['position'] === file['position']);
  const replacing = new Set(removed.map(replacedBy));
  const entry = (file: Row, texts: Pick<FieldChange, 'before' | 'after'>): FieldChange => ({
    field: `attachments.${plain(file['fileId'])}`,
    label: 'Attachment',
    ...texts,
    unit: 'text',
  });
  const kept = after.files.flatMap((file) => {
    const old = was.get(file['fileId'] ?? null);
    if (!old) return [];
    const place = {
      field: `attachments.${plain(file['fileId'])}.`,
      label: `Attachment ${plain(file['label'])}, `,
      ignored: ['position'],
    };
    return rowDifferences(attachmentFields, { row: old, reading }, { row: file, reading }, place);
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
    ...kept,
    ...orderDifference(before, after),
  ];
}

/** Attachments that stay, in another order. */
function orderDifference(before: Content, after: Content): FieldChange[] {
  const inOrder = (content: Content, other: Content) =>
    content.files
      .filter((file) => other.files.some((one) => one['fileId'] === file['fileId']))
      .toSorted((one, next) => Number(one['position']) - Number(next['position']));
  const [was, is] = [inOrder(before, after), inOrder(after, before)];
  const ids = (files: readonly Row[]) => files.map((file) => plain(file['fileId'])).join();
  const texts = (files: readonly Row[]) => boundedText(files.map((file) => plain(file['label'])).join(', '));
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

function settlementDifferences(before: Content, after: Content, sides: { was: Reading; is: Reading }) {
  const amounts = (content: Content) =>
    new Map(content.settles.map((row) => [plain(row['invoiceId']), row['amountCents'] ?? null]));
  const [was, is] = [amounts(before), amounts(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((id) => was.get(id) !== is.get(id))
    .map((id): FieldChange => {
      const label = `Invoice ${sides.is.names.get(id) ?? id}`;
      const text = (cents: Json | undefined, reading: Reading) => textOf(cents ?? null, 'cents', reading);
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
 * Every difference of two contents of one document as people read it (DEC-90): header fields, lines matched by id, files
 * and settled invoices. Long texts are cut, and what passes the limits is counted. `names` has words for ids.
 */
export function contentDifferences(
  before: Content,
  after: Content,
  names: ReadonlyMap<string, string> = new Map(),
): FieldChange[] {
  const readingOf = ({ header }: Content): Reading => ({
    currency: plain(header['currencyCode']),
    names,
  });
  const sides = { was: readingOf(before), is: readingOf(after) };
  const header = rowDifferences(
    headerFields,
    { row: before.header, reading: sides.was },
    { row: after.header, reading: sides.is },
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

/** The ids by which the contents name what they differ in: the ids that `names` should have words for. */
export function idsToName(before: Content, after: Content): string[] {
  const named = Object.keys(headerFields).filter((column) => headerFields[column]?.kind === 'name');
  const header = named
    .filter((column) => before.header[column] !== after.header[column])
    .flatMap((column) => [before.header[column], after.header[column]]);
  const ofRows = (content: Content) => [...content.settles, ...content.files].map((row) => row['invoiceId']);
  return [...new Set([...header, ...ofRows(before), ...ofRows(after)].map(plain))].filter(Boolean);
}
