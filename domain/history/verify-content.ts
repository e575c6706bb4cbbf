import { canonicalContent, contentText, versionText } from './content.ts';
import type { ContentRow, ContentRows, ContentStamp } from './content.ts';
import { stateOf } from './document-state.ts';
import type { DocumentState } from './document-state.ts';
import { evidenceFaults } from './verify-files.ts';
import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** A document as the tables hold it, beside its history. */
export interface StoredDocument {
  /** Derived columns as they are, and as they come out anew. */
  derived: { stored: DerivedColumns; expected: DerivedColumns };
  rows: ContentRows;
  state: DocumentState;
  stamp: ContentStamp;
  /** `withdrawn_attachments` joined with `files`. */
  withdrawn: readonly ContentRow[];
  /** Ids of its files whose bytes were erased on legal request. */
  erased: readonly string[];
  snapshots: readonly StoredSnapshot[];
  votes: readonly StoredVote[];
}

/** What is recomputed from other rows. */
export interface DerivedColumns {
  attachmentCount: number;
  numberSort: string;
  isRelieved: boolean;
  /** Of an invoice; null also while the sweep has not yet filled it in. */
  numberKey: string | null;
}

export interface StoredSnapshot {
  id: string;
  position: number;
  createdAt: string;
  totalCents: number;
  snapshot: { header: ContentRow; lines: readonly ContentRow[]; files?: readonly ContentRow[] };
}

export interface StoredVote {
  seq: number;
  userId: string;
  stepId: string;
  at: string;
  droppedAt: string | null;
  contentVersion: number;
}

/** An event whose hash was checked. */
export interface CheckedEvent {
  seq: number;
  action: string;
  actorId: string;
  at: string;
  payload: { readonly [key: string]: Json };
}

type HashOf = (text: string) => string;

/**
 * Everything in which a document's rows are not what its history says of them (DEC-30): content, state, snapshots and
 * votes. Empty for what no event covers: documents of before content versions that were not sealed yet.
 */
export function contentFaults(
  document: StoredDocument,
  events: readonly CheckedEvent[],
  hashOf: HashOf,
): string[] {
  return [
    ...stampFaults(document, events, hashOf),
    ...derivedFaults(document),
    ...stateFaults(document, events),
    ...snapshotFaults(document, events, hashOf),
    ...voteFaults(document, events),
    ...evidenceFaults(document, events),
  ];
}

function stampFaults({ rows, stamp }: StoredDocument, events: readonly CheckedEvent[], hashOf: HashOf) {
  const found: string[] = [];
  const newest = events.findLast(({ payload }) => 'contentHash' in payload);
  if (!newest) return stamp.contentHash === '' ? found : [...found, 'no event contains its content hash'];
  const { contentVersion, contentHash } = newest.payload;
  if (hashOf(contentText(canonicalContent(rows))) !== contentHash)
    found.push(`its content does not match event ${newest.seq}`);
  if (stamp.contentHash !== contentHash || stamp.contentVersion !== contentVersion)
    found.push(`its content version does not match event ${newest.seq}`);
  return found;
}

function derivedFaults({ derived: { stored, expected } }: StoredDocument): string[] {
  const names = Object.keys(expected) as (keyof DerivedColumns)[];
  return names
    .filter((name) => stored[name] !== expected[name])
    .map((name) => `${name} is ${stored[name]}, but should be ${expected[name]}`);
}

function stateFaults({ state }: StoredDocument, events: readonly CheckedEvent[]): string[] {
  const newest = events.findLast(({ payload }) => 'state' in payload);
  if (!newest) return [];
  const known: Record<string, Json> = {};
  // A number that a batch gave is in the state of the next event.
  for (const { payload } of events) Object.assign(known, payload['state']);
  const stored = stateOf(state);
  return Object.entries(known)
    .filter(([name, value]) => canonical(stored[name] ?? null) !== canonical(value))
    .map(
      ([name, value]) =>
        `${name} is ${canonical(stored[name] ?? null)}, but event ${newest.seq} says ${canonical(value)}`,
    );
}

function snapshotFaults(
  { snapshots, stamp }: StoredDocument,
  events: readonly CheckedEvent[],
  hashOf: HashOf,
): string[] {
  const approvals = events.filter(({ payload }) => 'snapshotId' in payload);
  const sealed = events.flatMap(({ payload }) => sealedSnapshots(payload['snapshots']));
  const known = new Set([
    ...approvals.map(({ payload }) => payload['snapshotId']),
    ...sealed.map(({ id }) => id),
  ]);
  // The `seal` event will name the approved versions from before content versions.
  const isSealed = stamp.contentHash !== '';
  const found = snapshots
    .filter(({ id }) => isSealed && known.size > 0 && !known.has(id))
    .map(({ id }) => `no event created the approved version ${id}`);
  for (const [index, { position }] of snapshots.entries())
    if (position !== index) found.push(`approved version ${index + 1} is missing`);
  for (const { id, hash } of sealed) {
    const stored = snapshots.find((one) => one.id === id);
    if (!stored || sealedHash(stored, hashOf) !== hash)
      found.push(`approved version ${id} was changed after it was sealed`);
  }
  for (const { seq, at, payload } of approvals) {
    const stored = snapshots.find(({ id }) => id === payload['snapshotId']);
    if (!stored) {
      found.push(`the approved version of event ${seq} is missing`);
      continue;
    }
    const { revision, ...header } = stored.snapshot.header;
    const hash = hashOf(versionText({ ...stored.snapshot, header }));
    const state = payload['state'] as { revision?: Json } | undefined;
    const isAsApproved =
      hash === payload['contentHash'] &&
      stored.createdAt === at &&
      stored.totalCents === header['totalCents'] &&
      revision === state?.revision;
    // An approval of content that was not sealed yet has no hash to compare.
    if ('contentHash' in payload && !isAsApproved)
      found.push(`the approved version of event ${seq} does not match what was approved`);
  }
  return found;
}

function sealedSnapshots(value: Json | undefined): { id: string; hash: string }[] {
  return Array.isArray(value) ? (value as { id: string; hash: string }[]) : [];
}

/** The hash by which a seal covers a version that was approved before content versions. */
export function sealedHash({ createdAt, totalCents, snapshot }: StoredSnapshot, hashOf: HashOf): string {
  return hashOf(canonical({ createdAt, totalCents, snapshot } as unknown as Json));
}

function voteFaults({ votes }: StoredDocument, events: readonly CheckedEvent[]): string[] {
  return votes.flatMap((vote) => {
    const event = events.find(({ seq }) => seq === vote.seq);
    // Events of before content versions name neither; a vote without its event is found elsewhere.
    if (!event || !('state' in event.payload)) return [];
    const isOwn =
      event.at === vote.at &&
      (event.payload['contentVersion'] ?? 1) === vote.contentVersion &&
      vote.droppedAt === dropOf(vote.seq, events);
    return isOwn ? [] : [`the vote of event ${vote.seq} does not match its event`];
  });
}

/** When the vote of this event was taken back, or null: while its copy of the flow was the document's (DEC-40). */
function dropOf(voteSeq: number, events: readonly CheckedEvent[]): string | null {
  let [own, current]: (Json | undefined)[] = [];
  for (const { seq, at, payload } of events) {
    if (seq > voteSeq && payload['votesDropped'] === true && current === own) return at;
    const state = payload['state'] as { workflowId?: Json } | undefined;
    if (state) current = state.workflowId;
    if (seq === voteSeq) own = current;
  }
  return null;
}
