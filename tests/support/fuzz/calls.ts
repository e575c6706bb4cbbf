import * as fc from 'fast-check';
import type { GenericSchema } from 'valibot';
import { arbitraryOf, type Known } from './schema.ts';

/** What a route says of itself: its place in the route list, and the schemas that check it. */
export interface RouteShape {
  method: string;
  pattern: string;
  /** The body's schema with how a body is written; null for a route without one. */
  body: { schema: GenericSchema; as: 'json' | 'form' | 'multipart' } | null;
  query: GenericSchema | null;
  /** A path and a body that the route answers, of a show with this id. */
  path: (showId: string) => string;
  sample: ((showId: string) => unknown) | null;
}

export interface Call {
  route: string;
  /** What was done to it on purpose; empty for a valid one. */
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  /** Whether the schema refuses this body, so that the route must. */
  mustRefuse: boolean;
}

/** A call before it is written down. */
export interface Draft {
  shape: RouteShape;
  path: string;
  value: unknown;
}

/** Ids of the same kind as one that a path names. */
export type Kin = (id: string) => readonly string[];

/** What the show has for calls: ids of a kind, values of fields by name, bodies that a route answers with success. */
export interface Given {
  kin: Kin;
  known: Known;
  samples: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

export const routeOf = ({ method, pattern }: RouteShape) => `${method} ${pattern}`;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathsOf({ path, query }: RouteShape, kin: Kin, known: Known): fc.Arbitrary<string> {
  const [base = '', search = ''] = path('alpha1').split('?');
  const segments = base.split('/').map((segment) => fc.constantFrom(segment, ...kin(segment)));
  const asked = query ? arbitraryOf(query, known) : fc.constant({});
  return fc.tuple(fc.tuple(...segments), asked).map(([parts, extra]) => {
    const all = new URLSearchParams(search);
    for (const [name, value] of Object.entries(extra as Record<string, unknown>))
      if (typeof value === 'string' && name !== 'showId') all.set(name, value);
    return all.size > 0 ? `${parts.join('/')}?${all.toString()}` : parts.join('/');
  });
}

/** The sample itself, the sample with a few other fields, or a body that is new throughout; always one that the schema takes. */
function bodiesOf(
  { body, sample }: RouteShape,
  known: Known,
  samples: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined);
  const fresh = arbitraryOf(body.schema, known);
  const given = samples ?? (sample && fc.constant(null).map(() => sample('alpha1')));
  if (!given) return fresh;
  const mixed = fc.tuple(given, fresh, fc.nat()).map(([base, other, which]) => {
    if (!isRecord(base) || !isRecord(other)) return base;
    const chosen = Object.entries(other).filter((_, index) => index % 5 === which % 5);
    return { ...base, ...Object.fromEntries(chosen) };
  });
  return fc.oneof(
    { weight: 1, arbitrary: given },
    { weight: 3, arbitrary: mixed },
    { weight: 1, arbitrary: fresh },
  );
}

/** Calls that the route's own schemas take. */
export function draftsOf(shape: RouteShape, { kin, known, samples }: Given): fc.Arbitrary<Draft> {
  return fc
    .tuple(pathsOf(shape, kin, known), bodiesOf(shape, known, samples[routeOf(shape)]))
    .map(([path, value]) => ({ shape, path, value }));
}

/** A value as the route takes bodies, with the headers that say so. */
function written(as: 'json' | 'form' | 'multipart', value: unknown): Pick<Call, 'headers' | 'body'> {
  if (as === 'json') return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
  const fields = isRecord(value) ? Object.entries(value) : [];
  const texts = fields.map(([name, one]): [string, string] => [
    name,
    typeof one === 'string' ? one : JSON.stringify(one ?? ''),
  ]);
  if (as === 'form') return { headers: {}, body: new URLSearchParams(texts) };
  const form = new FormData();
  for (const [name, text] of texts) {
    if (name === 'file') form.set(name, new File([text], `${text.slice(0, 40)}.pdf`));
    else form.set(name, text);
  }
  return { headers: {}, body: form };
}

/** The call of a draft as it stands. */
export function callOf({ shape, path, value }: Draft): Call {
  const plain = { route: routeOf(shape), what: '', method: shape.method, path, mustRefuse: false };
  if (!shape.body) return { ...plain, headers: {}, body: null };
  return { ...plain, ...written(shape.body.as, value) };
}
