import * as v from 'valibot';
import { id } from '#domain/values/schema-fields';
import { lineInput, storedLines, type LineDraft } from '#domain/documents/line';

const field = lineInput.entries;

/** The changed fields of one line; absent fields stay unchanged (LI-36, DEC-51). */
export const lineUpdate = v.object({
  id,
  description: v.exactOptional(field.description),
  quantity: v.exactOptional(field.quantity),
  unitCost: v.exactOptional(field.unitCost),
  acquisitionType: v.exactOptional(field.acquisitionType),
  rentalType: v.exactOptional(field.rentalType),
  rentalStart: v.exactOptional(field.rentalStart),
  rentalEnd: v.exactOptional(field.rentalEnd),
  episode: v.exactOptional(field.episode),
  coding: v.exactOptional(field.coding),
  coaExternalId: v.exactOptional(field.coaExternalId),
  taxCode: v.exactOptional(field.taxCode),
});
export type LineUpdate = v.InferOutput<typeof lineUpdate>;

export function updatedLine(line: LineDraft, update: LineUpdate): LineDraft {
  return { ...line, ...update };
}

function withoutCoding(line: LineDraft): string {
  const uncoded = { ...line, coding: {}, coaExternalId: null, episode: '', taxCode: null };
  return JSON.stringify(storedLines([uncoded]));
}

/** True when only fields differ that a current approver may change: account codes, episode and tax code (DEC-51). */
export function changesOnlyCoding(before: LineDraft, after: LineDraft): boolean {
  return withoutCoding(before) === withoutCoding(after);
}
