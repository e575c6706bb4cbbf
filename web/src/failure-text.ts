import { ApiError } from './api.ts';
import { messageFor } from './words.ts';

/** The sentence of the server for a refusal; `otherwise` for a failure that it does not explain. */
export function failureText(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise;
  return error.text ?? (error.status < 500 ? messageFor(error.code) : otherwise);
}
