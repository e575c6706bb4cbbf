import { vValidator } from '@hono/valibot-validator';
import type { GenericSchema } from 'valibot';
import { Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import type { AppContext } from './context.ts';

/**
 * Checks a part of the request against a domain schema. A body that is absent or misses a required field answers
 * `MISSING_REQUIRED_FIELDS`, a value of the wrong kind `invalid_parameter` (DEC-02). The message names the fields in
 * sentences of ours: dialogs show it to users.
 */
export function valid<Target extends 'json' | 'query' | 'param', Schema extends GenericSchema>(
  target: Target,
  schema: Schema,
) {
  const check = vValidator(target, schema, (result) => {
    if (result.success) return;
    const missing = result.issues.some((issue) => issue.input === undefined);
    const code: Code = missing && target === 'json' ? 'MISSING_REQUIRED_FIELDS' : 'invalid_parameter';
    const sentences = [...new Set(result.issues.map((issue) => sentenceOf(issue)))].slice(0, maxFields);
    throw new Refusal(code, { message: sentences.join(' ') });
  });
  checks.set(check, { target, schema });
  return check;
}

/** What each check of a route asks for, by its handler: the route list tells what every route takes. */
export const checks = new WeakMap<object, { target: 'json' | 'query' | 'param'; schema: GenericSchema }>();

/** More fields than this are not named. */
const maxFields = 20;

interface Issue {
  path?: readonly { key: unknown }[] | undefined;
  input: unknown;
  message: string;
}

/** `lineItems.2.quantity is missing.`; a schema's own words follow the field, the validator's never do. */
function sentenceOf({ path = [], input, message }: Issue): string {
  const field = path
    .map(({ key }) => String(key))
    .join('.')
    .slice(0, 200);
  const isOurs = !message.startsWith('Invalid ');
  if (field === '') return isOurs ? message : 'The request is not valid.';
  if (isOurs) return `${field}: ${message}`;
  return `${field} is ${input === undefined ? 'missing' : 'not valid'}.`;
}

/** A form body, multipart or not. Throws `invalid_parameter` for one that is broken. */
export async function formOf(c: AppContext): Promise<Record<string, unknown>> {
  return c.req.parseBody().catch(() => {
    throw new Refusal('invalid_parameter', { message: 'The form is not valid.' });
  });
}
