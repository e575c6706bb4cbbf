import * as v from 'valibot';
import { nullableText, text } from '#domain/values/schema-fields';
import { mapFields } from './text-fields.ts';
import type { TextFields, TextsOf } from './text-fields.ts';

type Input<Value> = null extends Value ? ReturnType<typeof nullableText> : ReturnType<typeof text>;

/** The schema entries of what a client sends. */
export function inputsOf<Fields extends TextFields>(fields: Fields) {
  return mapFields(fields, ({ isNullable, maxLength }) =>
    isNullable ? nullableText(maxLength) : text(maxLength),
  ) as { [Name in keyof Fields]: Input<TextsOf<Fields>[Name]> };
}

/** The schema entries of what the API returns. */
export function responsesOf<Fields extends TextFields>(fields: Fields) {
  return mapFields(fields, ({ isNullable, maxLength }) => {
    const value = v.pipe(v.string(), v.description(`At most ${maxLength} characters.`));
    return isNullable ? v.nullable(value) : value;
  }) as {
    [Name in keyof Fields]: v.GenericSchema<TextsOf<Fields>[Name]>;
  };
}

type ExactOptionals<Entries extends v.ObjectEntries> = {
  [Name in keyof Entries]: v.ExactOptionalSchema<Entries[Name], undefined>;
};

/** The same entries, each of which may be left out. */
export function exactOptionals<Entries extends v.ObjectEntries>(entries: Entries): ExactOptionals<Entries> {
  const optional = Object.entries(entries).map(([name, schema]) => [name, v.exactOptional(schema)]);
  return Object.fromEntries(optional) as ExactOptionals<Entries>;
}
