import * as v from 'valibot';
import { withoutUnseen } from './safe-text.ts';

/** DEC-01: every string that comes in has a bound; absent and null are the empty text. */
export function text(maximum: number) {
  return v.nullish(v.pipe(v.string(), v.maxLength(maximum), v.transform(withoutUnseen)), '');
}

/** What somebody typed, without the blanks around it. */
export const trimmed = v.transform((given: string) => withoutUnseen(given).trim());

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

/** DEC-30: the content of a document that the caller saw; null: none is named. */
export const namedContent = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), null);

/** The same in an address. */
export const namedContentQuery = v.object({
  contentVersion: v.nullish(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)), null),
});

/** A flag that is off unless it is `true`. */
export const flag = v.nullish(v.boolean(), false);
