import { autoCoded, coaExternalId } from '#domain/chart-of-accounts';
import type { AccountField, AllowedCodes } from '#domain/chart-of-accounts';
import { emptyLine } from '#domain/line';
import type { AcquisitionType, LineDraft, RentalType } from '#domain/line';
import { quantityAfterRental } from '#domain/rental';

/** What a line's coding depends on. `fields` is null while the chart of accounts has not come. */
export interface CodingRules {
  fields: readonly AccountField[] | null;
  allowed: AllowedCodes;
}

/** LI-29, LI-30: a line with what the department and the chart leave no choice about. */
export function codedLine(line: LineDraft, { fields, allowed }: CodingRules): LineDraft {
  if (fields === null) return line;
  const coding = autoCoded(line.coding, fields, allowed);
  const same = JSON.stringify(coding) === JSON.stringify(line.coding);
  return same ? line : { ...line, coding, coaExternalId: coaExternalId(coding, fields) };
}

/** One code of one line; '' takes it out. */
export function withCode(
  line: LineDraft,
  configType: string,
  code: string,
  fields: readonly AccountField[],
): LineDraft {
  const { [configType]: _old, ...others } = line.coding;
  const coding = code === '' ? others : { ...others, [configType]: code };
  return { ...line, coding, coaExternalId: coaExternalId(coding, fields) };
}

export interface RentalRule {
  updateRentalQuantity: boolean;
  locked: boolean;
}

/** LI-23, DEC-50: a changed rental takes its quantity from its days, where the show wants that. */
export function withRental(
  line: LineDraft,
  change: Partial<Pick<LineDraft, 'acquisitionType' | 'rentalType' | 'rentalStart' | 'rentalEnd'>>,
  rule: RentalRule,
): LineDraft {
  const next = { ...line, ...change };
  return { ...next, quantity: quantityAfterRental(next, rule) };
}

/** LI-10: what the item type offers, as one list. */
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

/** The item type of a line; a rental of no known length is shown as daily. */
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

export function replaced(lines: readonly LineDraft[], index: number, line: LineDraft): LineDraft[] {
  return lines.map((old, at) => (at === index ? line : old));
}

/** LI-11: the copy stands right below, as a line of its own. */
export function copied(lines: readonly LineDraft[], index: number, keyId: string): LineDraft[] {
  return lines.flatMap((line, at) => (at === index ? [line, { ...line, id: null, keyId }] : [line]));
}

export function removed(lines: readonly LineDraft[], index: number): LineDraft[] {
  return lines.filter((_line, at) => at !== index);
}

/** A removed line where it was. */
export function restored(lines: readonly LineDraft[], index: number, line: LineDraft): LineDraft[] {
  return [...lines.slice(0, index), line, ...lines.slice(index)];
}

/** A new row is of the kind of the one above, because people enter alike things one after the other. */
export function appended(lines: readonly LineDraft[], keyId: string, rules: CodingRules): LineDraft[] {
  const line = emptyLine(keyId);
  const before = lines.at(-1);
  const coding = before ? before.coding : {};
  return [...lines, codedLine({ ...line, coding, coaExternalId: before?.coaExternalId ?? null }, rules)];
}

/** Nothing was typed into it yet, so that pasted rows may take its place. */
export function isUntouched(line: LineDraft): boolean {
  return (
    line.id === null && line.description.trim() === '' && (line.unitCost === 0 || line.unitCost === null)
  );
}
