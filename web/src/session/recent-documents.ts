import { docTypes, personas } from '#domain/document';
import type { DocType, Persona } from '#domain/document';
import { readStored, writeStored } from './local-storage.ts';

/** A document that the user has opened. */
export interface RecentDocument {
  docType: DocType;
  id: string;
  persona: Persona;
  /** Its number with the prefix. */
  number: string;
  vendorName: string;
}

interface Owner {
  userId: string;
  showId: string;
}

/** How many are kept and offered (CMD-05). */
const limit = 8;

function isRecent(value: unknown): value is RecentDocument {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Partial<RecentDocument>;
  const texts = [one.id, one.number, one.vendorName];
  return (
    texts.every((text) => typeof text === 'string') &&
    docTypes.some((type) => type === one.docType) &&
    personas.some((persona) => persona === one.persona)
  );
}

/** The documents that this user opened last in this show, newest first; of another user or show, none. */
export function readRecent({ userId, showId }: Owner): RecentDocument[] {
  try {
    const stored = JSON.parse(readStored('recentDocuments') ?? '{}') as Partial<Owner> & {
      documents?: unknown;
    };
    const isOwn = stored.userId === userId && stored.showId === showId;
    return isOwn && Array.isArray(stored.documents) ? stored.documents.filter(isRecent).slice(0, limit) : [];
  } catch {
    return [];
  }
}

export function addRecent(owner: Owner, opened: RecentDocument): void {
  const others = readRecent(owner).filter(({ id }) => id !== opened.id);
  writeStored(
    'recentDocuments',
    JSON.stringify({ ...owner, documents: [opened, ...others].slice(0, limit) }),
  );
}
