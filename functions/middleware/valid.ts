import { vValidator } from '@hono/valibot-validator';
import type { GenericSchema } from 'valibot';
import { Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import type { AppContext } from './context.ts';

/**
 * Checks a part of the request against a domain schema. A body that is absent or misses a required field answers
 * `MISSING_REQUIRED_FIELDS`, a value of the wrong kind `invalid_parameter` (DEC-02).
 */
export function valid<Target extends 'json' | 'query' | 'param', Schema extends GenericSchema>(
  target: Target,
  schema: Schema,
) {
  const check = vValidator(target, schema, (result) => {
    if (result.success) return;
    const missing = result.issues.some((issue) => issue.input === undefined);
    const code: Code = missing && target === 'json' ? 'MISSING_REQUIRED_FIELDS' : 'invalid_parameter';
    throw new Refusal(code, { message: result.issues.map((issue) => pathOf(issue)).join(', ') });
  });
  checks.set(check, { target, schema });
  return check;
}

/** What each check of a route asks for, by its handler: the route list tells what every route takes. */
export const checks = new WeakMap<object, { target: 'json' | 'query' | 'param'; schema: GenericSchema }>();

function pathOf(issue: { path?: readonly { key: unknown }[] | undefined; message: string }): string {
  const path = issue.path?.map((part) => String(part.key)).join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
}

/** A form body, multipart or not. Throws `invalid_parameter` for one that is broken. */
export async function formOf(c: AppContext): Promise<Record<string, unknown>> {
  return c.req.parseBody().catch(() => {
    throw new Refusal('invalid_parameter', { message: 'form' });
  });
}
