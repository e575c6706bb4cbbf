import * as v from 'valibot';
import { id } from '#domain/values/schema-fields';
import { lineInput, storedLines, type LineDraft } from '#domain/documents/line';
import { orderLineFields } from '#domain/documents/line-fields';
import { emptyTexts, fieldsOf } from '#domain/documents/text-fields';
import { exactOptionals } from '#domain/documents/text-field-schemas';

const { id: _id, keyId: _keyId, ...fields } = lineInput.entries;

/** The changed fields of one line; absent fields stay unchanged (LI-36, DEC-51). */
export const lineUpdate = v.object({ id, ...exactOptionals(fields) });
export type LineUpdate = v.InferOutput<typeof lineUpdate>;

export function updatedLine(line: LineDraft, update: LineUpdate): LineDraft {
  return { ...line, ...update };
}

const noCodes = Object.fromEntries(
  fieldsOf(orderLineFields).flatMap(({ name, isCoding }) =>
    isCoding ? [[name, emptyTexts(orderLineFields)[name]]] : [],
  ),
);

function withoutCoding(line: LineDraft): string {
  const uncoded = { ...line, coding: {}, coaExternalId: null, ...noCodes };
  return JSON.stringify(storedLines([uncoded]));
}

/** True when only fields differ that a current approver may change: account codes, episode and tax code (DEC-51). */
export function changesOnlyCoding(before: LineDraft, after: LineDraft): boolean {
  return withoutCoding(before) === withoutCoding(after);
}
