import type { LineDraft, RentalType } from './line.ts';
import { formatMoney, lineTotalCents, toCents, toHundredths } from '#domain/values/money';

/** The unit that a quantity of each rental type counts. */
const units: Partial<Record<RentalType, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  EPISODIC: 'episode',
};

/**
 * Returns the calculation of a rental amount, such as `$600.00 × 2 weeks = $1,200.00`; '' for a purchase or without an
 * amount.
 */
export function rentalCalculation(
  line: Pick<LineDraft, 'acquisitionType' | 'rentalType' | 'quantity' | 'unitCost'>,
  currency: string,
): string {
  const { acquisitionType, rentalType, quantity, unitCost } = line;
  if (acquisitionType !== 'RENTAL' || quantity === null || unitCost === null) return '';
  const totalCents = lineTotalCents(toHundredths(quantity), toCents(unitCost));
  if (Number.isNaN(totalCents)) return '';
  const unit = units[rentalType];
  const unitText = unit ? ` ${unit}${quantity === 1 ? '' : 's'}` : '';
  const cost = formatMoney(toCents(unitCost), currency);
  return `${cost} × ${quantity}${unitText} = ${formatMoney(totalCents, currency)}`;
}

/** Returns the header of the unit cost column for these lines (LI-09). */
export function unitCostHeader(lines: readonly Pick<LineDraft, 'acquisitionType'>[]): string {
  const rentals = lines.filter(({ acquisitionType }) => acquisitionType === 'RENTAL').length;
  if (rentals === 0) return 'Unit Cost';
  return rentals === lines.length ? 'Total Rental Cost' : 'Unit / Rental Cost';
}
