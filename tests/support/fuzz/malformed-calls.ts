import * as fc from 'fast-check';
import * as v from 'valibot';
import { callOf, type Call, type Draft } from './calls.ts';
import {
  badHeaders,
  badQueries,
  badSegments,
  rawMark,
  hostileValues,
  nonObjectBodies,
} from './hostile-values.ts';

type Step = string | number;

/** Returns the path of every field of a value. */
function pathsIn(value: unknown, before: readonly Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const fieldPath = [...before, Array.isArray(value) ? Number(key) : key];
    return [fieldPath, ...pathsIn(one, fieldPath)];
  });
}

function schemaFields(schema: v.GenericSchema): Step[][] {
  return 'entries' in schema ? Object.keys(schema.entries as object).map((name) => [name]) : [];
}

/** Returns `value` with the field at the path replaced, or removed for `undefined`. */
function replaceAt(value: unknown, fieldPath: readonly Step[], to: unknown): unknown {
  const [step, ...rest] = fieldPath;
  if (step === undefined) return to;
  if (Array.isArray(value))
    return value.map((one, index) => (index === step ? replaceAt(one, rest, to) : one));
  const entries = Object.entries(value ?? {});
  const others = entries.filter(([key]) => key !== step);
  const own = (value as Record<string, unknown> | null | undefined)?.[step];
  return Object.fromEntries([...others, [String(step), replaceAt(own, rest, to)]]);
}

function textOf(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(
    new RegExp(`"${rawMark}(.*?)${rawMark}"`, 'gs'),
    (_, inner: string) => inner.replaceAll(String.raw`\"`, '"'),
  );
}

type Break = (draft: Draft, dice: (of: number) => number) => Partial<Call> & { what: string };

/** Whether the schema rejects this body after decoding. */
function refuses({ shape }: Draft, text: string, isJson = true): boolean {
  if (shape.body?.as !== 'json') return false;
  let value: unknown = {};
  try {
    if (isJson) value = JSON.parse(text);
  } catch {
    return true;
  }
  return !v.is(shape.body.schema, value);
}

function jsonOf(draft: Draft, what: string, text: string): ReturnType<Break> {
  const mustRefuse = refuses(draft, text);
  return { what, body: text, headers: { 'content-type': 'application/json' }, mustRefuse };
}

const field: Break = (draft, dice) => {
  const { shape, value } = draft;
  const fieldPaths = [...pathsIn(value), ...(shape.body ? schemaFields(shape.body.schema) : [])];
  const fieldPath = fieldPaths[dice(fieldPaths.length)] ?? ['name'];
  const names = Object.keys(hostileValues);
  const name = names[dice(names.length)] ?? '';
  const what = `${fieldPath.join('.')}: ${name}`;
  const other = replaceAt(value, fieldPath, hostileValues[name]?.());
  if (shape.body?.as === 'json') return jsonOf(draft, what, textOf(other));
  const { headers, body } = callOf({ ...draft, value: other });
  return { what, headers, body };
};

const missing: Break = (draft, dice) => {
  const fieldPaths = pathsIn(draft.value);
  const fieldPath = fieldPaths[dice(fieldPaths.length)] ?? ['name'];
  const what = `${fieldPath.join('.')}: missing`;
  const other = replaceAt(draft.value, fieldPath, undefined);
  if (draft.shape.body?.as === 'json') return jsonOf(draft, what, textOf(other));
  const { headers, body } = callOf({ ...draft, value: other });
  return { what, headers, body };
};

const whole: Break = (draft, dice) => {
  const names = Object.keys(nonObjectBodies);
  const name = names[dice(names.length)] ?? '';
  return jsonOf(draft, `body: ${name}`, nonObjectBodies[name] ?? '');
};

const truncated: Break = (draft, dice) => {
  const text = JSON.stringify(draft.value ?? {});
  return jsonOf(draft, 'body: truncated', text.slice(0, dice(text.length)));
};

const doubled: Break = (draft) => {
  const text = JSON.stringify(draft.value ?? {});
  const keys = Object.keys(draft.value ?? {});
  return jsonOf(
    draft,
    'every key twice',
    text
      .replace(/\}$/, `,${keys.map((key) => `${JSON.stringify(key)}:[null]`).join(',')}}`)
      .replace('{,', '{'),
  );
};

const badUtf8: Break = (draft) => {
  const text = new TextEncoder().encode(JSON.stringify(draft.value ?? { a: 'b' }));
  const at = text.lastIndexOf(0x22);
  const bytes = new Uint8Array([
    ...text.subarray(0, at),
    0xff,
    0xc0,
    0x80,
    0xed,
    0xa0,
    0x80,
    ...text.subarray(at),
  ]);
  return { what: 'invalid UTF-8', body: bytes, headers: { 'content-type': 'application/json' } };
};

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/JSON; charset=utf-16',
  '',
];
const wrongType: Break = (draft, dice) => {
  const type = types[dice(types.length)] ?? '';
  const isJson = /json/i.test(type);
  const text = JSON.stringify(draft.value ?? {});
  // `application/JSON` may or may not be parsed as JSON.
  const mustRefuse = refuses(draft, text) && (isJson || refuses(draft, text, false));
  return { what: `content type: ${type}`, body: text, headers: { 'content-type': type }, mustRefuse };
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];
const otherMethod: Break = ({ shape }, dice) => {
  const others = methods.filter((method) => method !== shape.method);
  return { what: 'method', method: others[dice(others.length)] ?? 'PUT', body: null, headers: {} };
};

const otherPath: Break = ({ shape, path }, dice) => {
  const [base = '', search] = path.split('?');
  const params = shape.pattern.split('/').flatMap((part, index) => (part.startsWith(':') ? [index] : []));
  const at = params[dice(params.length)] ?? shape.pattern.split('/').length;
  const segments = base.split('/');
  segments[at] = badSegments[dice(badSegments.length)] ?? '';
  const joined = segments.join('/');
  return { what: `path: ${segments[at].slice(0, 40)}`, path: search ? `${joined}?${search}` : joined };
};

const otherQuery: Break = ({ path }, dice) => {
  const [base = '', search = ''] = path.split('?');
  const extra = badQueries[dice(badQueries.length)] ?? '';
  const params = [extra, ...search.split('&')].filter((one) => one !== '');
  return { what: `query: ${extra.slice(0, 40)}`, path: `${base}?${params.join('&')}` };
};

const otherHeaders: Break = (draft, dice) => {
  const extra = badHeaders[dice(badHeaders.length)] ?? {};
  const call = callOf(draft);
  return {
    what: `header: ${Object.keys(extra).join()}`,
    body: call.body,
    headers: { ...call.headers, ...extra },
  };
};

const anywhere: readonly Break[] = [otherMethod, otherPath, otherQuery, otherHeaders];
const inBodies: readonly Break[] = [
  field,
  field,
  field,
  field,
  missing,
  missing,
  whole,
  truncated,
  doubled,
  badUtf8,
  wrongType,
];

/** Generates calls with one defect each; routes with a body get most defects in the body. */
export function malformedCalls(drafts: fc.Arbitrary<Draft>, hasBody: boolean): fc.Arbitrary<Call> {
  const fieldPaths = hasBody ? [...inBodies, ...anywhere] : anywhere;
  return fc
    .tuple(drafts, fc.constantFrom(...fieldPaths), fc.infiniteStream(fc.nat()))
    .map(([draft, fieldPath, numbers]) => {
      const dice = (of: number) => (of > 0 ? (numbers.next().value ?? 0) % of : 0);
      return { ...callOf(draft), ...fieldPath(draft, dice) };
    });
}
