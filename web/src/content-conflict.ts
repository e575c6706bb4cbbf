import { contentConflictIn } from '#domain/content-conflict';
import type { ContentConflict } from '#domain/content-conflict';
import { ApiError } from './api.ts';

/** What changed, where a request was refused because it named another content than the current one (DEC-30); else null. */
export function conflictIn(error: unknown): ContentConflict | null {
  const isConflict = error instanceof ApiError && error.code === 'WORKFLOW_CONFLICT';
  return isConflict ? contentConflictIn(error.body) : null;
}
