/**
 * A text of a document or of a line, described once. The schemas, drafts, the stored row, versions, comparisons and the
 * list of changes derive from this. Not the search of the show, filters, e-mails or what accounting receives: a new field
 * is in none of them until it is added by hand.
 */
export interface TextField {
  /** Names it wherever it is shown. */
  label: string;
  /** In characters; more is refused. */
  maxLength: number;
  /** Whether an empty value is null rather than ''. */
  isNullable: boolean;
}
export type TextFields = Readonly<Record<string, TextField>>;

/** The values of these fields in one document or line. */
export type TextsOf<Fields extends TextFields> = {
  -readonly [Name in keyof Fields]: Fields[Name]['isNullable'] extends false ? string : string | null;
};

/** Each field with its name, in the order in which they are shown. */
export function fieldsOf<Field extends TextField, Name extends string>(
  fields: Readonly<Record<Name, Field>>,
) {
  return (Object.keys(fields) as Name[]).map((name) => ({ name, ...fields[name] }));
}

/** One value for each field. */
export function mapFields<Field extends TextField, Name extends string, Value>(
  fields: Readonly<Record<Name, Field>>,
  valueOf: (field: Field, name: Name) => Value,
): Record<Name, Value> {
  const entries = (Object.keys(fields) as Name[]).map((name) => [name, valueOf(fields[name], name)]);
  return Object.fromEntries(entries) as Record<Name, Value>;
}

/** The fields of a new document or line. */
export function emptyTexts<Fields extends TextFields>(fields: Fields): TextsOf<Fields> {
  return mapFields(fields, ({ isNullable }) => (isNullable ? null : '')) as TextsOf<Fields>;
}

/** Only these fields of a document or line. An approved version from before a field was added has it empty. */
export function textsOf<Fields extends TextFields>(fields: Fields, values: TextsOf<Fields>): TextsOf<Fields> {
  const empty = emptyTexts(fields);
  return mapFields(
    fields,
    (_field, name) => values[name as keyof Fields] ?? empty[name as keyof Fields],
  ) as TextsOf<Fields>;
}
