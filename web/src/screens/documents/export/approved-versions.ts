import { versionsOf } from './versions.ts';
import type { StoredDocument } from '../document.ts';

/** A version in the export dialog. Its id is the index of DEC-69. */
export interface OlderVersion {
  id: string;
  text: string;
}

/**
 * The earlier versions of a purchase order. The last version of an approved one is the current document, so it is left
 * out.
 */
export function olderVersions(document: StoredDocument): OlderVersion[] {
  if (document.docType !== 'PO') return [];
  const { approved, all } = versionsOf(document.wire);
  const older = document.status === 'APPROVED' ? approved.slice(0, -1) : approved;
  return older.map((_version, index) => ({ id: String(index), text: all[index]?.text ?? '' }));
}
