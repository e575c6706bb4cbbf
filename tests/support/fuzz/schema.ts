import * as fc from 'fast-check';
import * as v from 'valibot';

/** The parts of a valibot schema that define its values. */
interface Part {
  type: string;
  pipe?: readonly Part[];
  wrapped?: Part;
  entries?: Record<string, Part>;
  item?: Part;
  key?: Part;
  value?: Part;
  options?: readonly unknown[];
  literal?: unknown;
  requirement?: unknown;
}

/** Valid values by field name: ids of existing rows, codes, days. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Hostile texts that are allowed wherever text is. */
const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://evil.example")',
  "'; DROP TABLE documents; --",
  'a\r\nBcc: all@evil.example',
  '\u202Egnp.exe',
  'e\u0301\u0301\u0301',
  '\uD83D\uDE00',
  '\uD800',
  '\u0000',
  '__proto__',
  '../../etc/passwd',
  '%00%0d%0a',
  '${7*7}{{7*7}}',
];
const shaped = ['2026-11-03', '2026-02-29', '', 'someone@backlot.example', 'ART', '0', '-1', '1e9'];

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.constantFrom(...shaped) },
);

const anything = fc.oneof(
  fc.integer({ min: -5, max: 5000 }),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.constantFrom(null, '', 'x', true, [], {}, -0, 1e308),
);

/** Returns the bound of this validation, or `other`. */
function bound(parts: readonly Part[], type: string, other: number): number {
  const found = parts.find((part) => part.type === type)?.requirement;
  return typeof found === 'number' ? found : other;
}

function textOf(rules: readonly Part[]): fc.Arbitrary<unknown> {
  const pattern = rules.find((part) => part.type === 'regex')?.requirement;
  const minLength = bound(rules, 'min_length', 0);
  const maxLength = Math.min(bound(rules, 'max_length', 5000), 5000);
  const edges = fc.constantFrom(minLength, maxLength).map((length) => 'm'.repeat(length));
  return fc.oneof(
    { weight: 8, arbitrary: pattern instanceof RegExp ? fc.stringMatching(pattern) : anyText },
    { weight: 1, arbitrary: edges },
  );
}

function numberOf(rules: readonly Part[]): fc.Arbitrary<unknown> {
  const min = bound(rules, 'min_value', -1_000_000);
  const max = bound(rules, 'max_value', 1_000_000_000);
  return rules.some((part) => part.type === 'integer')
    ? fc.integer({ min, max: Math.min(max, Number.MAX_SAFE_INTEGER) })
    : fc.double({ min, max, noNaN: true });
}

function listOf(item: fc.Arbitrary<unknown>, rules: readonly Part[]): fc.Arbitrary<unknown> {
  const minLength = bound(rules, 'min_length', 0);
  return fc.array(item, {
    minLength,
    maxLength: Math.max(minLength, Math.min(bound(rules, 'max_length', 4), 4)),
  });
}

function objectOf(entries: Record<string, Part>, known: Known): fc.Arbitrary<unknown> {
  const names = Object.keys(entries);
  const fields = Object.fromEntries(
    Object.entries(entries).map(([name, part]) => {
      const own = valuesOf(part, known);
      const given = known[name];
      return [name, given ? fc.oneof({ weight: 4, arbitrary: given }, { weight: 1, arbitrary: own }) : own];
    }),
  );
  const mayMiss = /^(optional|nullish|exact_optional)$/;
  const requiredKeys = names.filter((name) => !mayMiss.test(entries[name]?.type ?? ''));
  return fc.record(fields, { requiredKeys });
}

type Maker = (part: Part, rules: readonly Part[], known: Known) => fc.Arbitrary<unknown>;
const object: Maker = (part, _, known) => objectOf(part.entries ?? {}, known);
const optional: Maker = (part, _, known) => boundedPart(part.wrapped, known);
const union: Maker = (part, _, known) =>
  fc.oneof(...(part.options ?? []).map((one) => valuesOf(one as Part, known)));
const orNull: Maker = (part, _, known) => fc.option(boundedPart(part.wrapped, known), { freq: 6, nil: null });

/** One generator per kind of schema that the product uses; a new kind fails until it has one. */
const makers: Record<string, Maker> = {
  string: (_, rules) => textOf(rules),
  number: (_, rules) => numberOf(rules),
  boolean: () => fc.boolean(),
  unknown: () => anything,
  literal: (part) => fc.constant(part.literal),
  picklist: (part) => fc.constantFrom(...(part.options ?? [])),
  union,
  variant: union,
  array: (part, rules, known) => listOf(boundedPart(part.item, known), rules),
  object,
  strict_object: object,
  record: (part, _, known) =>
    fc.dictionary(boundedPart(part.key, known) as fc.Arbitrary<string>, boundedPart(part.value, known), {
      maxKeys: 4,
    }),
  optional,
  exact_optional: optional,
  nullish: orNull,
  nullable: orNull,
};

function boundedPart(part: Part | undefined, known: Known): fc.Arbitrary<unknown> {
  if (!part) throw new Error('a schema without its part');
  return valuesOf(part, known);
}

function valuesOf(part: Part, known: Known): fc.Arbitrary<unknown> {
  const [first = part, ...rules] = part.pipe ?? [part];
  const last = rules.at(-1);
  if (last && rules.some(({ type }) => type === 'parse_json'))
    return valuesOf(last, known).map((value) => JSON.stringify(value));
  const values = first.pipe ? valuesOf(first, known) : makeValues(first, rules, known);
  // Custom check functions can only be tested by calling them.
  if (!rules.some(({ type }) => type === 'check' || type === 'max_entries')) return values;
  const isRight = (value: unknown) => v.is(part as unknown as v.GenericSchema, value);
  return fc.oneof(values, fc.constantFrom<unknown>(...shaped)).filter(isRight);
}

function makeValues(part: Part, rules: readonly Part[], known: Known): fc.Arbitrary<unknown> {
  const make = makers[part.type];
  if (!make) throw new Error(`no values for a schema of type ${part.type}`);
  return make(part, rules, known);
}

/** Generates values that `schema` accepts. Throws for an unknown kind of schema. */
export function arbitraryOf(schema: v.GenericSchema, known: Known = {}): fc.Arbitrary<unknown> {
  return valuesOf(schema as unknown as Part, known).filter((value) => v.is(schema, value));
}
