import * as v from 'valibot';

/** NUL is no character of any text, and the database counts a text only as far as one: it is left out. */
export function withoutNul(given: string): string {
  return given.replaceAll('\0', '');
}

/** DEC-01: every string that comes in has a bound; absent and null are the empty text. */
export function text(maximum: number) {
  return v.nullish(v.pipe(v.string(), v.maxLength(maximum), v.transform(withoutNul)), '');
}

/** What somebody typed, without the blanks around it. */
export const trimmed = v.transform((given: string) => withoutNul(given).trim());

/** An id or an external id that may be absent; the empty text counts as absent. */
export const optionalId = v.pipe(
  v.nullish(v.pipe(v.string(), v.maxLength(100)), null),
  v.transform((value) => (value === '' ? null : value)),
);

export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** A list with at most `maximum` entries; absent and null are the empty list. */
export function list<const Item extends v.GenericSchema>(item: Item, maximum: number) {
  return v.nullish(v.pipe(v.array(item), v.maxLength(maximum)), []);
}

/** A flag that is off unless it is `true`. */
export const flag = v.nullish(v.boolean(), false);
