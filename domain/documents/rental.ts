import { daysBetween, isDay } from '#domain/values/days';
import type { AcquisitionType, LineDraft, RentalType } from './line.ts';
import { fromCents, toHundredths } from '#domain/values/money';

/** Days per unit of a rental; types that are not listed have no length and count 1. */
const unitDays: Partial<Record<RentalType, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 30 };

/** Returns the quantity between two valid days, with at most two decimals, rounded half up (LI-24 to LI-26, DEC-50). */
export function rentalQuantity(rentalType: RentalType, start: string, end: string): number {
  const unit = unitDays[rentalType];
  if (unit === undefined || start >= end) return 1;
  const inclusive = daysBetween(start, end) + 1;
  return Math.floor((200 * inclusive + unit) / (2 * unit)) / 100;
}

/**
 * Returns the quantity after the rental days or type changed. It stays the same when the setting is off, a change order
 * locks the line (`locked`), the line is no rental, or a day is missing (LI-23, DEC-50).
 */
export function quantityAfterRental(
  line: Pick<LineDraft, 'acquisitionType' | 'rentalType' | 'rentalStart' | 'rentalEnd' | 'quantity'>,
  rule: { updateRentalQuantity: boolean; locked: boolean },
): number | null {
  const { acquisitionType, rentalType, rentalStart, rentalEnd, quantity } = line;
  if (!rule.updateRentalQuantity || rule.locked || acquisitionType !== 'RENTAL') return quantity;
  if (!isDay(rentalStart) || !isDay(rentalEnd)) return quantity;
  return rentalQuantity(rentalType, rentalStart, rentalEnd);
}

const itemType =
  /^(?:(?:rental|rent|hire)[\s,:-]*)?\(?(daily|weekly|monthly|episodic)?\)?(?:[\s,:-]*(?:rental|hire))?$/;

/**
 * Parses an item type of a spreadsheet: `Purchase`, `Rental`, `Weekly`, `Rental, monthly`. Returns null for anything
 * else (LI-10).
 */
export function readItemType(
  cell: string,
): { acquisitionType: AcquisitionType; rentalType: RentalType } | null {
  const text = cell.trim().toLowerCase();
  if (text === 'purchase') return { acquisitionType: 'PURCHASE', rentalType: 'UNDEFINED' };
  const match = itemType.exec(text);
  if (text === '' || !match) return null;
  const rentalType = (match[1] ?? 'daily').toUpperCase() as RentalType;
  return { acquisitionType: 'RENTAL', rentalType };
}

/**
 * Returns the line with this amount: sets the unit cost where the quantity divides it exactly, else a quantity of one
 * (LI-04).
 */
export function withAmount<Line extends Pick<LineDraft, 'quantity' | 'unitCost'>>(
  line: Line,
  amountCents: number,
): Line {
  const hundredths = line.quantity === null ? 0 : toHundredths(line.quantity);
  const unitCents = hundredths > 0 ? (amountCents * 100) / hundredths : Number.NaN;
  const isExact = Number.isInteger(unitCents) && Number.isSafeInteger(amountCents * 100);
  return isExact
    ? { ...line, unitCost: fromCents(unitCents) }
    : { ...line, quantity: 1, unitCost: fromCents(amountCents) };
}
