import { leftOutTexts } from '#domain/bulk-approval/left-out';
import { readPreview } from '../bulk/calls.ts';
import type { StoredDocument } from '../document.ts';

/**
 * Why the document should be read before it is approved, as the preview of a bulk approval finds it. Null if nothing
 * speaks against it. Throws `ApiError` (DEC-234).
 */
export async function findApprovalObstacle(document: StoredDocument): Promise<string | null> {
  const { id, docType, showId, contentVersion } = document;
  const { leftOut, missing } = await readPreview({
    docType,
    action: 'approve',
    showId,
    items: [{ id, contentVersion }],
  });
  const [flagged] = leftOut;
  if (flagged) return `${leftOutTexts(flagged.reasons)}.`;
  return missing.length > 0 ? 'It no longer waits for you.' : null;
}
