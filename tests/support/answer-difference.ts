import * as v from 'valibot';
import { responseByRoute } from '../../functions/routes/openapi/responses/by-route.ts';

/**
 * Returns the difference between an answer and its documented schema; null when every field is documented and valid.
 */
export function difference(
  route: string,
  { status, body }: { status: number; body: unknown },
): string | null {
  const { answer, status: documented = 200, orLater } = responseByRoute[route] ?? {};
  if (status >= 400) return `${route}: ${status} ${JSON.stringify(body)}`;
  if (status !== documented && !(orLater && status === 202)) return `${route}: answers ${status}`;
  if (!answer) return `${route}: describes no answer`;
  const parsed = v.safeParse(answer, body);
  if (!parsed.success)
    return `${route}: ${parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join('; ')}`;
  // The schema drops undocumented fields.
  return JSON.stringify(sorted(parsed.output)) === JSON.stringify(sorted(body))
    ? null
    : `${route}: more than is described: ${JSON.stringify(body).slice(0, 600)}`;
}

/** Sorts the fields of objects. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
