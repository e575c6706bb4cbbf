import { orderLineFields } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import type { OrderLineTexts } from '#domain/documents/line-fields';
import { codeOf } from '#domain/documents/line-codes';
import { toCents, toHundredths } from '#domain/values/money';
import type { Line, ApprovedVersion, PurchaseOrder, VersionHeader } from './purchase-order-response.ts';
import type { ResolvedAddress } from '#domain/documents/document-response';

/** The compared header fields, in the order of the review screen. */
export const versionFields = [
  'description',
  'vendor',
  'vendorAddress',
  'vendorContact',
  'poDate',
  'department',
  'category',
  'company',
  'currency',
  'billToAddress',
  'shipToAddress',
] as const;
export type VersionField = (typeof versionFields)[number];

/** A header field that differs, with the text of each version. Days are ISO; '' means empty. */
export interface FieldDifference {
  field: VersionField;
  unit: 'text' | 'day';
  before: string;
  after: string;
}

const textFields = [
  'description',
  'acquisitionType',
  'rentalType',
  ...fieldsOf(orderLineFields).map(({ name }) => name),
] as const;
type LineTextField = 'description' | 'acquisitionType' | 'rentalType' | keyof OrderLineTexts;
type LineDayField = 'rentalStart' | 'rentalEnd';

/** A field of a line that differs. Money in cents, quantity in hundredths, days ISO; '' means empty. */
export type LineFieldDifference =
  | { field: 'quantity'; unit: 'hundredths'; before: number; after: number }
  | { field: 'unitCost' | 'totalCost'; unit: 'cents'; before: number; after: number }
  | { field: LineTextField; unit: 'text'; before: string; after: string }
  | { field: LineDayField; unit: 'day'; before: string; after: string }
  /** `configType` is the type in the chart of accounts, such as `ACCOUNT`. */
  | { field: 'coding'; unit: 'text'; configType: string; before: string; after: string };

/** The difference of one line, matched by its id. */
export type LineDifference =
  | { kind: 'added'; after: Line }
  | { kind: 'removed'; before: Line }
  | { kind: 'changed'; before: Line; after: Line; fields: LineFieldDifference[] }
  | { kind: 'same'; before: Line; after: Line };

export interface VersionDifferences {
  /** Only fields that differ. */
  fields: FieldDifference[];
  /** Every line of either version, by line number; a removed line precedes the one that now has its number. */
  lines: LineDifference[];
  /** In cents; `delta` is after minus before. */
  total: { before: number; after: number; delta: number };
}

/** `key` is compared and `text` shown, so that a renamed category is not a difference. */
interface ComparedValue {
  key: string;
  text: string;
  unit?: 'day';
}

function textValue(value: string): ComparedValue {
  return { key: value, text: value };
}

function dayValue(value: string): ComparedValue {
  return { ...textValue(value), unit: 'day' };
}

function namedValue(value: { id: string; name: string } | null): ComparedValue {
  return { key: value?.id ?? '', text: value?.name ?? '' };
}

/** A temporary vendor's record may change under the same id, so its name is compared too. */
function vendorOf({ vendor }: VersionHeader): ComparedValue {
  const shown = vendor.number === '' ? vendor.name : `${vendor.name} (${vendor.number})`;
  return vendor.isTemporary || vendor.id === null
    ? { key: JSON.stringify([vendor.tempVendorId, vendor.name]), text: shown }
    : { key: vendor.id, text: shown };
}

function vendorAddressOf({ vendor }: VersionHeader): ComparedValue {
  const place = [vendor.state, vendor.postalCode].filter(Boolean).join(' ');
  return textValue([vendor.address, vendor.city, place].filter(Boolean).join(', '));
}

function addressOf(id: string | null, address: ResolvedAddress | null): ComparedValue {
  const shown = address ? [address.name, address.address1, address.address2].filter(Boolean).join(', ') : '';
  return { key: id ?? '', text: shown };
}

const comparedValues: Record<VersionField, (version: VersionHeader) => ComparedValue> = {
  description: (version) => textValue(version.description),
  vendor: vendorOf,
  vendorAddress: vendorAddressOf,
  vendorContact: ({ vendor }) => textValue([vendor.contact, vendor.email].filter(Boolean).join(', ')),
  poDate: (version) => dayValue(version.poDate),
  department: (version) => namedValue(version.department),
  category: (version) => namedValue(version.category),
  company: (version) => ({ key: version.projectCompanyExternalId, text: version.company }),
  currency: (version) => textValue(version.currency),
  billToAddress: (version) => addressOf(version.billToAddressId, version.billToAddress),
  shipToAddress: (version) => addressOf(version.shipToAddressId, version.shipToAddress),
};

function fieldDifferences(before: VersionHeader, after: VersionHeader): FieldDifference[] {
  return versionFields.flatMap((field) => {
    const [was, is] = [comparedValues[field](before), comparedValues[field](after)];
    const unit = is.unit ?? 'text';
    return was.key === is.key ? [] : [{ field, unit, before: was.text, after: is.text }];
  });
}

/** `coaExternalId` follows from the coding and `remainingBalance` from invoices: neither is a change of the order. */
function lineFields(before: Line, after: Line): LineFieldDifference[] {
  // Reports an episode once, although a line may have it in two places (LI-01).
  const isCoded = Boolean(before.coding['EPISODE'] ?? after.coding['EPISODE']);
  const texts = textFields
    .filter((field) => field !== 'episode' || !isCoded)
    .map((field) => ({
      field,
      unit: 'text' as const,
      before: before[field] ?? '',
      after: after[field] ?? '',
    }));
  const days = (['rentalStart', 'rentalEnd'] as const).map((field) => ({
    field,
    unit: 'day' as const,
    before: before[field] ?? '',
    after: after[field] ?? '',
  }));
  const money = (['unitCost', 'totalCost'] as const).map((field) => ({
    field,
    unit: 'cents' as const,
    before: toCents(before[field]),
    after: toCents(after[field]),
  }));
  const quantity = {
    field: 'quantity' as const,
    unit: 'hundredths' as const,
    before: toHundredths(before.quantity),
    after: toHundredths(after.quantity),
  };
  const configTypes = [...new Set([...Object.keys(before.coding), ...Object.keys(after.coding)])];
  const coding = configTypes.map((configType) => ({
    field: 'coding' as const,
    unit: 'text' as const,
    configType,
    before: codeOf(before, configType),
    after: codeOf(after, configType),
  }));
  return [...texts, ...days, quantity, ...money, ...coding].filter(
    (difference) => difference.before !== difference.after,
  );
}

function lineDifferences(before: readonly Line[], after: readonly Line[]): LineDifference[] {
  const previousById = new Map(before.map((line) => [line.id, line]));
  const remaining = after.map((line): LineDifference => {
    const was = previousById.get(line.id);
    if (!was) return { kind: 'added', after: line };
    // A change order removes a line by the amount 0 (CHANGE-05).
    if (line.totalCost === 0 && was.totalCost > 0) return { kind: 'removed', before: was };
    const fields = lineFields(was, line);
    return fields.length === 0
      ? { kind: 'same', before: was, after: line }
      : { kind: 'changed', before: was, after: line, fields };
  });
  const currentIds = new Set(after.map((line) => line.id));
  const removed = before
    .filter((line) => !currentIds.has(line.id))
    .map((line): LineDifference => ({ kind: 'removed', before: line }));
  return [...removed, ...remaining].toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf(difference: LineDifference): number {
  return difference.kind === 'removed' ? difference.before.lineNumber : difference.after.lineNumber;
}

/** Returns ` (+20 %)`, the change as a percentage of the total before to a tenth, or '' without a total before. */
export function changePercentText(beforeCents: number, deltaCents: number): string {
  if (beforeCents === 0) return '';
  const percent = Math.round((deltaCents / Math.abs(beforeCents)) * 1_000) / 10;
  return ` (${percent > 0 ? '+' : ''}${percent} %)`;
}

/** Compares an approved version with a later one or with the current PO (PO-04, DEC-26). Lines are matched by id. */
export function versionDifferences(
  before: ApprovedVersion,
  after: ApprovedVersion | PurchaseOrder,
): VersionDifferences {
  const [was, is] = [toCents(before.totalCost), toCents(after.totalCost)];
  return {
    fields: fieldDifferences(before, after),
    lines: lineDifferences(before.lineItems, after.lineItems),
    total: { before: was, after: is, delta: is - was },
  };
}
