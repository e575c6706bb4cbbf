import * as fc from 'fast-check';
import type { GenericSchema } from 'valibot';
import { arbitraryOf, type Known } from './schema.ts';

/** The index of a route in the route list, and its schemas. */
export interface RouteShape {
  method: string;
  pattern: string;
  /** The body's schema and encoding; null for a route without a body. */
  body: { schema: GenericSchema; as: 'json' | 'form' | 'multipart' } | null;
  query: GenericSchema | null;
  /** Path and body of a successful call for the show with this id. */
  path: (showId: string) => string;
  sample: ((showId: string) => unknown) | null;
}

export interface Call {
  route: string;
  /** The defect; empty for a valid call. */
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  /** Whether the schema rejects this body, so that the route must refuse it. */
  mustRefuse: boolean;
}

/** A call before it is encoded. */
export interface Draft {
  shape: RouteShape;
  path: string;
  value: unknown;
}

/** Returns the ids of the same kind as an id in a path. */
export type Siblings = (id: string) => readonly string[];

/** Data of the show for calls: ids by kind, field values by name, bodies that succeed. */
export interface FuzzData {
  siblings: Siblings;
  known: Known;
  samples: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

export const routeOf = ({ method, pattern }: RouteShape) => `${method} ${pattern}`;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathsOf({ path, query }: RouteShape, siblings: Siblings, known: Known): fc.Arbitrary<string> {
  const [base = '', search = ''] = path('alpha1').split('?');
  const segments = base.split('/').map((segment) => fc.constantFrom(segment, ...siblings(segment)));
  const asked = query ? arbitraryOf(query, known) : fc.constant({});
  return fc.tuple(fc.tuple(...segments), asked).map(([parts, extra]) => {
    const all = new URLSearchParams(search);
    for (const [name, value] of Object.entries(extra as Record<string, unknown>))
      if (typeof value === 'string' && name !== 'showId') all.set(name, value);
    return all.size > 0 ? `${parts.join('/')}?${all.toString()}` : parts.join('/');
  });
}

/**
 * Generates the sample itself, the sample with some other fields, or an entirely new body; always one that the schema
 * accepts.
 */
function bodiesOf(
  { body, sample }: RouteShape,
  known: Known,
  samples: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined);
  const fresh = arbitraryOf(body.schema, known);
  const samplesOrDefault = samples ?? (sample && fc.constant(null).map(() => sample('alpha1')));
  if (!samplesOrDefault) return fresh;
  const mixed = fc.tuple(samplesOrDefault, fresh, fc.nat()).map(([base, other, which]) => {
    if (!isRecord(base) || !isRecord(other)) return base;
    const chosen = Object.entries(other).filter((_, index) => index % 5 === which % 5);
    return { ...base, ...Object.fromEntries(chosen) };
  });
  return fc.oneof(
    { weight: 1, arbitrary: samplesOrDefault },
    { weight: 3, arbitrary: mixed },
    { weight: 1, arbitrary: fresh },
  );
}

/** Generates calls that the route's schemas accept. */
export function draftsOf(shape: RouteShape, { siblings, known, samples }: FuzzData): fc.Arbitrary<Draft> {
  return fc
    .tuple(pathsOf(shape, siblings, known), bodiesOf(shape, known, samples[routeOf(shape)]))
    .map(([path, value]) => ({ shape, path, value }));
}

/** Encodes a body and returns it with its headers. */
function encodeBody(as: 'json' | 'form' | 'multipart', value: unknown): Pick<Call, 'headers' | 'body'> {
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

/** Encodes a draft. */
export function callOf({ shape, path, value }: Draft): Call {
  const plain = { route: routeOf(shape), what: '', method: shape.method, path, mustRefuse: false };
  if (!shape.body) return { ...plain, headers: {}, body: null };
  return { ...plain, ...encodeBody(shape.body.as, value) };
}
