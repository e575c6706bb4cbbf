import * as v from 'valibot';

/** A field, and what the API's description says of it. */
export function said<Field extends v.GenericSchema>(text: string, field: Field) {
  return v.pipe(field, v.description(text));
}
