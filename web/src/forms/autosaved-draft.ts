/** Unsaved input, stored in this browser until it is saved or discarded. */
export interface AutosavedDraft<Draft> {
  draft: Draft;
  /** The version of the document that it is based on; 0 for a new one. */
  version: number;
  /** The content version that it is based on; missing in drafts of older builds. */
  contentVersion?: number;
  /** An instant. */
  at: string;
}

/** A draft and its local-storage key. */
export interface StoredDraft<Draft> extends AutosavedDraft<Draft> {
  slot: string;
}

type Parse<Draft> = (value: unknown) => Draft | null;

/** Prefix of the slots of one user, show and document, so that no user is offered another's draft. */
export function slotPrefix(userId: string, showId: string, document: string): string {
  return `draft:${userId}:${showId}:${document}`;
}

/**
 * Slots of a new document that is based on another one have a longer prefix. The empty form also offers their drafts,
 * because they overwrite nothing there; a prefilled form only offers drafts with the same source.
 */
export function newSlotOf(newSlot: string, begunFrom: string | null): string {
  return begunFrom === null ? newSlot : `${newSlot}:${begunFrom}`;
}

/** A slot per open form, so that two tabs do not overwrite each other's draft. */
export function createSlot(prefix: string): string {
  return `${prefix}:${crypto.randomUUID()}`;
}

/** Whether a storage key is a slot of this document. */
export function isSlotOf(prefix: string, key: string): boolean {
  return key === prefix || key.startsWith(`${prefix}:`);
}

function isAutosavedDraft(value: unknown): value is AutosavedDraft<unknown> {
  return (
    typeof value === 'object' && value !== null && 'draft' in value && 'version' in value && 'at' in value
  );
}

/** Returns the stored draft, or null if it does not parse: an older build may have stored another shape. */
export function readDraft<Draft>(slot: string, parse: Parse<Draft>): AutosavedDraft<Draft> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(slot) ?? 'null');
    if (!isAutosavedDraft(value)) return null;
    const draft = parse(value.draft);
    const { version, at, contentVersion } = value;
    return draft === null
      ? null
      : { draft, version, at, ...(contentVersion !== undefined && { contentVersion }) };
  } catch {
    return null;
  }
}

// Documents whose drafts were discarded here: a form that is still closing must not store another one.
const discardedPrefixes = new Set<string>();

function isDiscarded(slot: string): boolean {
  return [...discardedPrefixes].some((prefix) => isSlotOf(prefix, slot));
}

/** Stores a draft, or deletes it if null. A full or blocked storage must not break the form. */
export function saveDraft<Draft>(slot: string, draft: AutosavedDraft<Draft> | null): void {
  if (draft !== null && isDiscarded(slot)) return;
  try {
    if (draft === null) localStorage.removeItem(slot);
    else localStorage.setItem(slot, JSON.stringify(draft));
  } catch {
    // The form itself still has the input.
  }
}

function slotsOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => isSlotOf(prefix, key));
  } catch {
    return [];
  }
}

/** Whether this browser has unsaved drafts of the user in a show. */
export function hasUnsavedDraft(userId: string, showId: string): boolean {
  return slotsOf(`draft:${userId}:${showId}`).length > 0;
}

/** Deletes all drafts of a document that can no longer be edited. */
export function deleteDrafts(prefix: string): void {
  discardedPrefixes.add(prefix);
  for (const slot of slotsOf(prefix)) saveDraft(slot, null);
}

// Slots released by this page: the browser's list of locks is updated a moment later.
const releasedSlots = new Set<string>();

/** The Web Locks API, if available: its locks end with the tab, also after a crash. */
function locks(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

/** Marks a slot as in use for other tabs. Returns a function that releases it. */
export function claimSlot(slot: string): () => void {
  releasedSlots.delete(slot);
  for (const prefix of discardedPrefixes) if (isSlotOf(prefix, slot)) discardedPrefixes.delete(prefix);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks()
    ?.request(slot, () => held)
    .catch(() => undefined);
  return () => {
    releasedSlots.add(slot);
    release();
  };
}

async function lockedSlots(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name && !releasedSlots.has(name) ? [name] : [])));
}

/** Maximum number of drafts per document; the oldest are deleted. */
const MAX_DRAFTS = 5;

/** Drafts that no open form uses, the newest first. */
export async function orphanedDrafts<Draft>(
  prefix: string,
  ownSlot: string,
  parse: Parse<Draft>,
): Promise<StoredDraft<Draft>[]> {
  const open = await lockedSlots().catch(() => new Set<string>());
  const found = slotsOf(prefix)
    .filter((slot) => slot !== ownSlot && !open.has(slot))
    .flatMap((slot): StoredDraft<Draft>[] => {
      const stored = readDraft(slot, parse);
      return stored ? [{ ...stored, slot }] : [];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
  for (const { slot } of found.slice(MAX_DRAFTS)) saveDraft(slot, null);
  return found.slice(0, MAX_DRAFTS);
}
