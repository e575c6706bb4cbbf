import * as v from 'valibot';
import { told } from '../../functions/routes/openapi/responses/by-route.ts';

/** What is wrong with an answer as its route describes it; null: every field is described, and as it says. */
export function difference(
  route: string,
  { status, body }: { status: number; body: unknown },
): string | null {
  const { answer, status: documented = 200, orLater } = told[route] ?? {};
  if (status >= 400) return `${route}: ${status} ${JSON.stringify(body)}`;
  if (status !== documented && !(orLater && status === 202)) return `${route}: answers ${status}`;
  if (!answer) return `${route}: describes no answer`;
  const parsed = v.safeParse(answer, body);
  if (!parsed.success)
    return `${route}: ${parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join('; ')}`;
  // What is not described is taken away by the schema.
  return JSON.stringify(sorted(parsed.output)) === JSON.stringify(sorted(body))
    ? null
    : `${route}: more than is described: ${JSON.stringify(body).slice(0, 600)}`;
}

/** Fields in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
