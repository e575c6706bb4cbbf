import type { DraftHeader } from '#domain/documents/document-draft';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLinesCents } from '#domain/invoices/invoice-line';
import { totalCents } from '#domain/documents/line';
import { invoiceLineFields, orderLineFields } from '#domain/documents/line-fields';
import type { LineFields } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import type { TextsOf } from '#domain/documents/text-fields';
import { formatMoney, toCents } from '#domain/values/money';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';

/** A field in which two drafts of one document differ. '' means no value: for a line, that it does not exist. */
export interface DraftDifference {
  field: string;
  label: string;
  /** With `day`, both values are ISO days or ''. */
  unit: 'text' | 'day';
  mine: string;
  theirs: string;
  /** Who changed it since the common base. */
  changedBy: 'me' | 'them' | 'both';
}

type AnyDraft = PurchaseOrderDraft | InvoiceDraft;

interface Value {
  label: string;
  unit: 'text' | 'day';
  /** The value to compare. */
  key: string;
  /** The value to show. */
  text: string;
}

/** Display names of ids in a draft. */
export type DraftNames = ReadonlyMap<string, string>;

const moneyText = (amount: number | null, currency: string) =>
  amount === null ? '' : formatMoney(toCents(amount), currency);

function nameText(id: string | null, names: DraftNames): string {
  return id === null || id === '' ? '' : (names.get(id) ?? 'A different one');
}

function vendorText({ vendor }: DraftHeader): string {
  if (!vendor) return '';
  const details = [
    vendor.name,
    vendor.isTemporary ? '(temporary)' : '',
    vendor.isTemporary ? vendor.address : '',
  ];
  return details.filter((text) => text !== '').join(' ');
}

/** `Episode 101`, `Tax Code T1`. */
function textsWithLabels<Fields extends LineFields>(fields: Fields, line: TextsOf<Fields>): string[] {
  return fieldsOf(fields).flatMap(({ name, label }) => (line[name] ? [`${label} ${line[name]}`] : []));
}

/** Describes a line in a sentence; the key covers its whole content. */
function lineValue(draft: AnyDraft, position: number): Value | null {
  const line = draft.lineItems[position];
  if (!line) return null;
  const { id: _id, keyId: _keyId, ...content } = line;
  const { currency } = draft;
  const parts =
    'quantity' in line
      ? [
          `${line.quantity ?? 0} × ${moneyText(line.unitCost ?? 0, currency)}`,
          line.acquisitionType === 'RENTAL' ? `rental ${line.rentalStart} to ${line.rentalEnd}` : '',
        ]
      : [moneyText(line.amount ?? 0, currency), line.referencePo && `PO ${line.referencePo}`];
  const texts =
    'quantity' in line ? textsWithLabels(orderLineFields, line) : textsWithLabels(invoiceLineFields, line);
  const text = [line.description, ...parts, ...Object.values(line.coding), ...texts]
    .filter(Boolean)
    .join(', ');
  return { label: `Line ${position + 1}`, unit: 'text', key: JSON.stringify(content), text };
}

function headerValues(draft: AnyDraft, names: DraftNames): Record<string, Value> {
  const text = (label: string, value: string, key = value): Value => ({
    label,
    unit: 'text',
    key,
    text: value,
  });
  const day = (label: string, value: string): Value => ({ label, unit: 'day', key: value, text: value });
  const named = (label: string, id: string | null) => text(label, nameText(id, names), id ?? '');
  const { department, category, vendor } = draft;
  const files = (draft.attachments ?? []).filter(({ shouldDelete }) => !shouldDelete);
  const isOrder = 'poDate' in draft;
  const cents = isOrder ? totalCents(draft.lineItems) : invoiceLinesCents(draft.lineItems);
  return {
    ...(isOrder ? {} : { number: text('Invoice number', draft.number) }),
    description: text('Description', draft.description),
    vendor: text('Vendor', vendorText(draft), JSON.stringify(vendor)),
    vendorAddress: named('Vendor address', draft.vendorAddress?.id ?? null),
    vendorContact: text('Vendor contact', draft.vendorContact),
    ...(isOrder
      ? { poDate: day('Date', draft.poDate) }
      : {
          date: day('Invoice date', draft.date),
          dueDate: day('Due date', draft.dueDate),
          amount: text('Invoice amount', moneyText(draft.amount, draft.currency)),
          contactName: text('Contact name', draft.contactName),
          contactNumber: text('Contact number', draft.contactNumber),
        }),
    department: text('Department', department?.name ?? '', department?.id ?? ''),
    category: text('Category', category?.name ?? '', category?.id ?? ''),
    company: named('Company', draft.projectCompanyExternalId),
    currency: text('Currency', draft.currency),
    billTo: named('Bill to', draft.billToAddressId),
    shipTo: named('Ship to', draft.shipToAddressId),
    attachments: text(
      'Attachments',
      files.map(({ label }) => label).join(', '),
      files.map(({ attachmentId }) => attachmentId).join(' '),
    ),
    total: text('Total', formatMoney(cents, draft.currency)),
  };
}

/** Returns every field and line of a draft. A stored line is identified by its id, a new one by its key. */
function valuesOf(draft: AnyDraft, names: DraftNames): Map<string, Value> {
  const values = new Map(Object.entries(headerValues(draft, names)));
  for (const [position, line] of draft.lineItems.entries()) {
    const value = lineValue(draft, position);
    if (value) values.set(`lines.${line.id ?? line.keyId}`, value);
  }
  return values;
}

/**
 * Compares the user's draft with the version that another user stored meanwhile. Each difference states who changed it
 * since the common base (DEC-82).
 */
export function draftDifferences(
  base: AnyDraft,
  mine: AnyDraft,
  theirs: AnyDraft,
  names: DraftNames,
): DraftDifference[] {
  const [baseValues, ownValues, storedValues] = [base, mine, theirs].map((draft) => valuesOf(draft, names));
  if (!baseValues || !ownValues || !storedValues) return [];
  const fields = [...new Set([...ownValues.keys(), ...storedValues.keys()])];
  return fields.flatMap((field): DraftDifference[] => {
    const [was, is, stored] = [baseValues.get(field), ownValues.get(field), storedValues.get(field)];
    const shown = stored ?? is;
    if (!shown || is?.key === stored?.key) return [];
    const isMine = is?.key !== was?.key;
    const changedBy = !isMine ? 'them' : stored?.key === was?.key ? 'me' : 'both';
    const { label, unit } = shown;
    return [{ field, label, unit, mine: is?.text ?? '', theirs: stored?.text ?? '', changedBy }];
  });
}
