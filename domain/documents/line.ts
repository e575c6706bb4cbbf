import * as v from 'valibot';
import { optionalId, text } from '#domain/values/schema-fields';
import { isDay } from '#domain/values/days';
import { lineTotalCents, toCents, toHundredths } from '#domain/values/money';
import { descriptionField, orderLineFields } from './line-fields.ts';
import { emptyTexts, textsOf } from './text-fields.ts';
import type { OrderLineTexts } from './line-fields.ts';
import { inputsOf } from './text-field-schemas.ts';
import { issue, type Issue } from './validation.ts';
import type { Coding } from '#domain/reference-data/coding';
import type { Line } from '#domain/purchase-orders/purchase-order-response';

const acquisitionTypes = ['PURCHASE', 'RENTAL'] as const;
export type AcquisitionType = (typeof acquisitionTypes)[number];

export const rentalTypes = ['UNDEFINED', 'DAILY', 'WEEKLY', 'MONTHLY', 'EPISODIC'] as const;
export type RentalType = (typeof rentalTypes)[number];

/**
 * Bounds of the quantity and the unit-cost input. Beyond `maximum` no line total is valid, so cents stay exact (LI-21,
 * LI-22).
 */
export const quantityInput = { minimum: 1, maximumLength: 6, maximum: 999_999.99 } as const;
export const unitCostInput = { maximumLength: 17, maximum: 999_999_999_999.99 } as const;

/** A number, or null for any other value, so that the check names the field where a schema would reject the body. */
function amount(maximum: number) {
  return v.pipe(
    v.unknown(),
    v.description('A number.'),
    v.transform((value): number | null =>
      typeof value === 'number' && Math.abs(value) <= maximum ? value : null,
    ),
  );
}

/** An amount of money in the body of a form. */
export const wireAmount = amount(unitCostInput.maximum);

export const codingInput = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(50)), v.pipe(v.string(), v.maxLength(100))),
    v.maxEntries(20),
  ),
  {},
);

/** A line of a save. Only its bounds are checked here; `checkLines` has the rules. */
export const lineInput = v.object({
  id: optionalId,
  keyId: text(100),
  description: text(descriptionField.maxLength),
  quantity: v.optional(amount(quantityInput.maximum), 1),
  unitCost: v.optional(wireAmount, null),
  acquisitionType: v.optional(v.picklist(acquisitionTypes), 'PURCHASE'),
  rentalType: v.optional(v.picklist(rentalTypes), 'UNDEFINED'),
  rentalStart: text(40),
  rentalEnd: text(40),
  coding: codingInput,
  coaExternalId: optionalId,
  ...inputsOf(orderLineFields),
});
/** A line in the form and in the body of a save. null is an invalid number; '' is an unset day. */
export type LineDraft = v.InferOutput<typeof lineInput>;

/** A new row (LI-03). */
export function emptyLine(keyId: string): LineDraft {
  return {
    id: null,
    keyId,
    description: '',
    quantity: 1,
    unitCost: 0,
    acquisitionType: 'PURCHASE',
    rentalType: 'UNDEFINED',
    rentalStart: '',
    rentalEnd: '',
    coding: {},
    coaExternalId: null,
    ...emptyTexts(orderLineFields),
  };
}

/** Turns a saved line into a form's draft. */
export function lineDraft(line: Line): LineDraft {
  const { id, keyId, description, quantity, unitCost, acquisitionType, rentalType, coding } = line;
  return {
    id,
    keyId,
    description,
    quantity,
    unitCost,
    acquisitionType,
    rentalType,
    rentalStart: line.rentalStart ?? '',
    rentalEnd: line.rentalEnd ?? '',
    coding,
    coaExternalId: line.coaExternalId,
    ...textsOf(orderLineFields, line),
  };
}

/** A checked line in stored units: cents and hundredths. */
export interface StoredLine extends OrderLineTexts {
  id: string | null;
  keyId: string;
  lineNumber: number;
  description: string;
  quantityHundredths: number;
  unitCostCents: number;
  totalCents: number;
  acquisitionType: AcquisitionType;
  rentalType: RentalType;
  rentalStart: string | null;
  rentalEnd: string | null;
  coding: Coding;
  coaExternalId: string | null;
}

/** Returns the cents of one line, NaN while quantity or unit cost is not a number (LI-04, DEC-48). */
export function draftTotalCents(line: Pick<LineDraft, 'quantity' | 'unitCost'>): number {
  if (line.quantity === null || line.unitCost === null) return Number.NaN;
  return lineTotalCents(toHundredths(line.quantity), toCents(line.unitCost));
}

/** Returns the cents of the whole document, NaN while a line has none (LI-37). */
export function totalCents(lines: readonly Pick<LineDraft, 'quantity' | 'unitCost'>[]): number {
  return lines.reduce((sum, line) => sum + draftTotalCents(line), 0);
}

/** Drops empty codes. */
export function storedCoding(coding: Coding): Coding {
  return Object.fromEntries(Object.entries(coding).filter(([, code]) => code !== ''));
}

/** Numbers lines that passed `checkLines` 1..n (DEC-51). A purchase has no rental type and no rental days. */
export function storedLines(drafts: readonly LineDraft[]): StoredLine[] {
  return drafts.map((draft, index) => {
    const rental = draft.acquisitionType === 'RENTAL';
    return {
      id: draft.id,
      keyId: draft.keyId,
      lineNumber: index + 1,
      description: draft.description.trim(),
      quantityHundredths: toHundredths(draft.quantity ?? Number.NaN),
      unitCostCents: toCents(draft.unitCost ?? Number.NaN),
      totalCents: draftTotalCents(draft),
      acquisitionType: draft.acquisitionType,
      rentalType: rental ? draft.rentalType : 'UNDEFINED',
      rentalStart: rental ? draft.rentalStart : null,
      rentalEnd: rental ? draft.rentalEnd : null,
      coding: storedCoding(draft.coding),
      coaExternalId: draft.coaExternalId,
      ...textsOf(orderLineFields, draft),
    };
  });
}

const rentalOrder = 'Rental Start Date must be before Rental End Date';
const rentalMissing = {
  rentalStart: 'Enter the Rental Start Date.',
  rentalEnd: 'Enter the Rental End Date.',
  both: 'Enter the Rental Start Date and the Rental End Date.',
} as const;

/** Both days must be present and valid, and the start not after the end (LI-16). */
function rentalIssue(line: LineDraft): { name: 'rentalStart' | 'rentalEnd'; message: string } | null {
  const { acquisitionType, rentalStart, rentalEnd } = line;
  if (acquisitionType !== 'RENTAL') return null;
  if (rentalStart === '')
    return { name: 'rentalStart', message: rentalMissing[rentalEnd === '' ? 'both' : 'rentalStart'] };
  if (rentalEnd === '') return { name: 'rentalEnd', message: rentalMissing.rentalEnd };
  if (isDay(rentalStart) && isDay(rentalEnd) && rentalStart <= rentalEnd) return null;
  return { name: 'rentalStart', message: rentalOrder };
}

/**
 * Checks LI-12 to LI-18 in the order of the contract. Fields are `lineItems.{index}.{name}`, or `lineItems` as a whole.
 */
export function checkLines(lines: readonly LineDraft[]): Issue[] {
  const at = (index: number, name: keyof LineDraft) => `lineItems.${index}.${name}`;
  const quantity = lines.flatMap((line, index) =>
    line.quantity === null || toHundredths(line.quantity) <= 0
      ? [issue('line_quantity', at(index, 'quantity'))]
      : [],
  );
  const description = lines.flatMap((line, index) =>
    line.description.trim() === '' ? [issue('line_description', at(index, 'description'))] : [],
  );
  const unitCost = lines.flatMap((line, index) =>
    line.unitCost === null || Number.isNaN(line.unitCost)
      ? [issue('line_unit_cost', at(index, 'unitCost'))]
      : [],
  );
  const rental = lines.flatMap((line, index) => {
    const found = rentalIssue(line);
    return found ? [issue('rental_dates', at(index, found.name), found.message)] : [];
  });
  // Missing days are reported only at their line.
  if (rental.some(({ message }) => message === rentalOrder)) rental.push(issue('rental_dates', 'lineItems'));
  const required = lines.length === 0 ? [issue('line_required', 'lineItems')] : [];
  return [...quantity, ...description, ...unitCost, ...rental, ...required];
}
