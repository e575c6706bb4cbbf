import * as v from 'valibot';
import { noteLimit, reasonLimit } from '#domain/document';
import { stripInvisible } from './safe-text.ts';

/** Every incoming string has a limit; absent and null are the empty text (DEC-01). */
export function text(maximum: number) {
  return v.nullish(v.pipe(v.string(), v.maxLength(maximum), v.transform(stripInvisible)), '');
}

/** Typed text without invisible characters and surrounding blanks. */
export const trimmedText = v.transform((input: string) => stripInvisible(input).trim());

/** A text of at most `maximum` characters that may be absent; an empty string counts as absent. */
export const nullableText = (maximum: number) =>
  v.pipe(
    v.nullish(v.pipe(v.string(), v.maxLength(maximum)), null),
    v.transform((value) => (value === '' ? null : value)),
  );

/** An id or an external id that may be absent. */
export const optionalId = nullableText(100);

export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** The reason of an action. A longer one is cut (AP-23). */
export const actionReason = v.nullish(
  v.pipe(
    v.string(),
    v.maxLength(2000),
    trimmedText,
    v.transform((reason) => reason.slice(0, reasonLimit)),
  ),
  null,
);

/** A list with at most `maximum` entries; absent and null are the empty list. */
export function list<const Item extends v.GenericSchema>(item: Item, maximum: number) {
  return v.nullish(v.pipe(v.array(item), v.maxLength(maximum)), []);
}

/** The content of a document that the caller saw; null when the request names none (DEC-30). */
export const namedContent = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), null);

/** The same as a query parameter. */
export const namedContentQuery = v.object({
  contentVersion: v.nullish(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)), null),
});

/** A submit names the content, and why the document goes over budget if it does (BUD-30). */
export const submitQuery = v.object({
  ...namedContentQuery.entries,
  budgetReason: v.nullish(
    v.pipe(
      v.string(),
      v.maxLength(noteLimit),
      v.description('Why the document takes an account over its budget, for flows that require a reason.'),
    ),
    null,
  ),
});

/** False unless it is `true`. */
export const booleanFlag = v.nullish(v.boolean(), false);
