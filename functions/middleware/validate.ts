import { vValidator } from '@hono/valibot-validator';
import type { GenericSchema } from 'valibot';
import { Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import type { AppContext } from './context.ts';

/**
 * Checks a part of the request against a domain schema. Throws `MISSING_REQUIRED_FIELDS` for a body that is absent or
 * misses a required field, `invalid_parameter` for an invalid value (DEC-02). The message names the fields in our own
 * texts, as dialogs show it to users.
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

/** The schema of each check, by its handler: the API description reads it. */
export const checks = new WeakMap<object, { target: 'json' | 'query' | 'param'; schema: GenericSchema }>();

/** Maximum fields that a message names. */
const maxFields = 20;

interface Issue {
  path?: readonly { key: unknown }[] | undefined;
  input: unknown;
  message: string;
}

/**
 * Returns `lineItems.2.quantity is missing.`, or the schema's own text after the field; never the validator's texts.
 */
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

/** Parses a form body, multipart or not. Throws `invalid_parameter` when it is malformed. */
export async function formOf(c: AppContext): Promise<Record<string, unknown>> {
  return c.req.parseBody().catch(() => {
    throw new Refusal('invalid_parameter', { message: 'The form is not valid.' });
  });
}

/** Reads the file of a form. Throws `MISSING_REQUIRED_FIELDS` without one. */
export async function fileOf(c: AppContext): Promise<{ fileName: string; bytes: Uint8Array }> {
  const { file } = await formOf(c);
  if (!(file instanceof File)) throw new Refusal('MISSING_REQUIRED_FIELDS', { message: 'file is missing.' });
  return { fileName: file.name.slice(0, 255), bytes: new Uint8Array(await file.arrayBuffer()) };
}
