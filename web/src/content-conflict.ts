import type { ContentConflict } from '#domain/history/content-conflict';
import { ApiError } from './api.ts';

/** What changed, where a request was refused because it named another content than the current one (DEC-30); else null. */
export function conflictIn(error: unknown): ContentConflict | null {
  if (!(error instanceof ApiError) || error.code !== 'WORKFLOW_CONFLICT') return null;
  const { contentVersion, changes } = error.body;
  return typeof contentVersion === 'number' && Array.isArray(changes) ? { contentVersion, changes } : null;
}
