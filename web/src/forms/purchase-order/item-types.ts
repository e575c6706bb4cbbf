import { labelledTexts, orderLineFields } from '#domain/documents/line-fields';
import type { AcquisitionType, LineDraft, RentalType } from '#domain/documents/line';
import { quantityAfterRental } from '#domain/documents/rental';

export interface RentalRule {
  updateRentalQuantity: boolean;
  locked: boolean;
}

/** A changed rental takes its quantity from its days if the show is set to that (LI-23, DEC-50). */
export function withRental(
  line: LineDraft,
  change: Partial<Pick<LineDraft, 'acquisitionType' | 'rentalType' | 'rentalStart' | 'rentalEnd'>>,
  rule: RentalRule,
): LineDraft {
  const next = { ...line, ...change };
  return { ...next, quantity: quantityAfterRental(next, rule) };
}

/** The item types as one list (LI-10). */
export const itemTypes = [
  { id: 'PURCHASE', text: 'Purchase' },
  { id: 'RENTAL-DAILY', text: 'Rental, daily' },
  { id: 'RENTAL-WEEKLY', text: 'Rental, weekly' },
  { id: 'RENTAL-MONTHLY', text: 'Rental, monthly' },
  { id: 'RENTAL-EPISODIC', text: 'Rental, episodic' },
] as const;
export type ItemType = (typeof itemTypes)[number]['id'];

interface TypedItem {
  acquisitionType: AcquisitionType;
  rentalType: RentalType;
}

const typed: Record<ItemType, TypedItem> = {
  PURCHASE: { acquisitionType: 'PURCHASE', rentalType: 'UNDEFINED' },
  'RENTAL-DAILY': { acquisitionType: 'RENTAL', rentalType: 'DAILY' },
  'RENTAL-WEEKLY': { acquisitionType: 'RENTAL', rentalType: 'WEEKLY' },
  'RENTAL-MONTHLY': { acquisitionType: 'RENTAL', rentalType: 'MONTHLY' },
  'RENTAL-EPISODIC': { acquisitionType: 'RENTAL', rentalType: 'EPISODIC' },
};

/** The item type of a line; a rental of unknown period counts as daily. */
export function itemTypeOf(line: TypedItem): ItemType {
  const found = itemTypes.find(
    ({ id }) =>
      typed[id].acquisitionType === line.acquisitionType &&
      (line.acquisitionType === 'PURCHASE' || typed[id].rentalType === line.rentalType),
  );
  return found?.id ?? 'RENTAL-DAILY';
}

export function typedItem(id: string): TypedItem {
  return typed[itemTypes.find((type) => type.id === id)?.id ?? 'PURCHASE'];
}

/** LI-09. */
export function unitCostLabel(acquisitionType: AcquisitionType): string {
  return acquisitionType === 'RENTAL' ? 'Total Rental Cost' : 'Unit Cost';
}

/** The line has no input yet, so pasted rows may replace it. */
export function isUntouched(line: LineDraft): boolean {
  const hasText = line.description.trim() !== '' || labelledTexts(orderLineFields, line).length > 0;
  return line.id === null && !hasText && !line.unitCost;
}
