import type { ContentConflict } from '#domain/history/content-conflict';
import { ApiError } from './api.ts';

/** Returns what changed if the server refused a request because of a stale content version, else null (DEC-30). */
export function conflictIn(error: unknown): ContentConflict | null {
  if (!(error instanceof ApiError) || error.code !== 'WORKFLOW_CONFLICT') return null;
  const { contentVersion, changes } = error.body;
  return typeof contentVersion === 'number' && Array.isArray(changes) ? { contentVersion, changes } : null;
}
