import type { DocType, Persona } from '#domain/document';
import { reviewPath } from './review-path.ts';

/**
 * Returns the URL of a document's review (SH-12). It opens the document's show, as the reader may have another one open
 * (SH-30). `origin` is the deployment's own; returns null without it.
 */
export function reviewLink(
  origin: string,
  document: { type: DocType; id: string; showId: string },
  persona: Persona,
): string | null {
  if (origin === '') return null;
  const url = new URL(reviewPath(document.type, document.id, persona), origin);
  url.searchParams.set('restoreShow', document.showId);
  return url.href;
}
