/** Unsaved work, kept in this browser until it is saved or thrown away. */
export interface Kept<Draft> {
  draft: Draft;
  /** The version of the document it began from; 0 for a new one. */
  version: number;
  /** The content of the document it began from; an older build kept none. */
  contentVersion?: number;
  /** An instant. */
  at: string;
}

/** A kept piece of work and where it lies. */
export interface Found<Draft> extends Kept<Draft> {
  slot: string;
}

type Parse<Draft> = (value: unknown) => Draft | null;

/** What all slots of one user, show and document begin with, so that nobody is offered another's work. */
export function keptPrefix(userId: string, showId: string, document: string): string {
  return `draft:${userId}:${showId}:${document}`;
}

/**
 * A new document that begins from another is a piece of work of its own. Its slots lie within those of the empty form: that
 * one offers them too, as there they overwrite nothing, but a form that comes filled in is offered only what began as it did.
 */
export function newSlotOf(newSlot: string, begunFrom: string | null): string {
  return begunFrom === null ? newSlot : `${newSlot}:${begunFrom}`;
}

/** Each open form writes to a slot of its own, so that two tabs never write over each other. */
export function freshSlot(prefix: string): string {
  return `${prefix}:${crypto.randomUUID()}`;
}

/** Whether a key of the storage is a slot of this document. */
export function isSlotOf(prefix: string, key: string): boolean {
  return key === prefix || key.startsWith(`${prefix}:`);
}

function isKept(value: unknown): value is Kept<unknown> {
  return (
    typeof value === 'object' && value !== null && 'draft' in value && 'version' in value && 'at' in value
  );
}

/** What is kept, if it still reads as a draft: an older build may have kept another shape. */
export function readDraft<Draft>(slot: string, parse: Parse<Draft>): Kept<Draft> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(slot) ?? 'null');
    if (!isKept(value)) return null;
    const draft = parse(value.draft);
    const { version, at, contentVersion } = value;
    return draft === null
      ? null
      : { draft, version, at, ...(contentVersion !== undefined && { contentVersion }) };
  } catch {
    return null;
  }
}

// Documents whose work was thrown away here: a form of theirs that is still closing has nothing more to keep.
const ended = new Set<string>();

function isEnded(slot: string): boolean {
  return [...ended].some((prefix) => isSlotOf(prefix, slot));
}

/** A full or forbidden storage costs the safety net, not the form. */
export function keep<Draft>(slot: string, kept: Kept<Draft> | null): void {
  if (kept !== null && isEnded(slot)) return;
  try {
    if (kept === null) localStorage.removeItem(slot);
    else localStorage.setItem(slot, JSON.stringify(kept));
  } catch {
    // Nothing to do: the form itself still holds the work.
  }
}

function slotsOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => isSlotOf(prefix, key));
  } catch {
    return [];
  }
}

/** Whether this browser keeps unsaved work of the user's in a show. */
export function hasUnsavedDraft(userId: string, showId: string): boolean {
  return slotsOf(`draft:${userId}:${showId}`).length > 0;
}

/** Throws away all work about a document that is no longer to be edited. */
export function deleteDrafts(prefix: string): void {
  ended.add(prefix);
  for (const slot of slotsOf(prefix)) keep(slot, null);
}

// The browser's own list of locks lags a moment behind what this page has just let go of.
const letGoHere = new Set<string>();

/** The browser's locks, where it has them: they end with the tab, also when it crashes. */
function locks(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

/** Tells other tabs that the work in this slot is under way; what comes back lets go of it. */
export function claimSlot(slot: string): () => void {
  letGoHere.delete(slot);
  for (const prefix of ended) if (isSlotOf(prefix, slot)) ended.delete(prefix);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  locks()
    ?.request(slot, () => held)
    .catch(() => undefined);
  return () => {
    letGoHere.add(slot);
    letGo();
  };
}

async function claimed(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name && !letGoHere.has(name) ? [name] : [])));
}

/** So many pieces of unsaved work about one document are kept beside each other; the oldest goes first. */
const KEPT_AT_MOST = 5;

/** Work that was left behind, the newest first: not `own`, and nothing that another tab has open. */
export async function orphanedDrafts<Draft>(
  prefix: string,
  own: string,
  parse: Parse<Draft>,
): Promise<Found<Draft>[]> {
  const open = await claimed().catch(() => new Set<string>());
  const found = slotsOf(prefix)
    .filter((slot) => slot !== own && !open.has(slot))
    .flatMap((slot): Found<Draft>[] => {
      const kept = readDraft(slot, parse);
      return kept ? [{ ...kept, slot }] : [];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
  for (const { slot } of found.slice(KEPT_AT_MOST)) keep(slot, null);
  return found.slice(0, KEPT_AT_MOST);
}
