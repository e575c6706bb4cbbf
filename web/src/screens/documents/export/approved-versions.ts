import { versionsOf } from './versions.ts';
import type { StoredDocument } from '../document.ts';

/** A version as the export calls it: its id is the index of DEC-69. */
export interface OlderVersion {
  id: string;
  text: string;
}

/** What a purchase order was before: an approved one is its own last version, so that one is not among them. */
export function olderVersions(document: StoredDocument): OlderVersion[] {
  if (document.docType !== 'PO') return [];
  const { approved, all } = versionsOf(document.wire);
  const older = document.status === 'APPROVED' ? approved.slice(0, -1) : approved;
  return older.map((_version, index) => ({ id: String(index), text: all[index]?.text ?? '' }));
}
