import * as v from 'valibot';

/** A field with its description for the API reference. */
export function described<Field extends v.GenericSchema>(text: string, field: Field) {
  return v.pipe(field, v.description(text));
}
