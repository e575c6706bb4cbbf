import { canonicalContent, contentText, versionText } from './content.ts';
import type { ContentRow, ContentRows, ContentStamp } from './content.ts';
import { stateOf } from './document-state.ts';
import type { DocumentState } from './document-state.ts';
import { verifyFiles } from './verify-files.ts';
import { canonical } from './history.ts';
import type { CastBy } from '#domain/workflow/workflow-response';
import type { VoteChanges } from '#domain/workflow/send-back';
import type { Json } from './history.ts';

/** A document as stored in the tables, to compare with its history. */
export interface StoredDocument {
  /** Derived columns as stored and as recomputed. */
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

/** Columns that are recomputed from other rows. */
export interface DerivedColumns {
  attachmentCount: number;
  numberSort: string;
  isRelieved: boolean;
  /** Of an invoice; null until the sweep fills it in. */
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
  /** The event that kept or restored it (BACK-02). */
  keptSeq?: number | null;
  /** The user who gave it on behalf of `userId` (COV-06). */
  castBy?: CastBy | null;
}

/** An event whose hash was verified. */
export interface CheckedEvent {
  seq: number;
  action: string;
  actorId: string;
  at: string;
  payload: { readonly [key: string]: Json };
}

type HashOf = (text: string) => string;

/**
 * Returns every mismatch between a document's rows and its history: content, state, snapshots and votes. Documents from
 * before content versions that are not sealed yet have no event to compare with (DEC-30).
 */
export function verifyContent(
  document: StoredDocument,
  events: readonly CheckedEvent[],
  hashOf: HashOf,
): string[] {
  return [
    ...stampErrors(document, events, hashOf),
    ...derivedErrors(document),
    ...reductionErrors(document),
    ...stateErrors(document, events),
    ...snapshotErrors(document, events, hashOf),
    ...voteErrors(document, events),
    ...verifyFiles(document, events),
  ];
}

function stampErrors({ rows, stamp }: StoredDocument, events: readonly CheckedEvent[], hashOf: HashOf) {
  const errors: string[] = [];
  const newest = events.findLast(({ payload }) => 'contentHash' in payload);
  if (!newest) return stamp.contentHash === '' ? errors : [...errors, 'no event contains its content hash'];
  const { contentVersion, contentHash } = newest.payload;
  if (hashOf(contentText(canonicalContent(rows))) !== contentHash)
    errors.push(`its content does not match event ${newest.seq}`);
  if (stamp.contentHash !== contentHash || stamp.contentVersion !== contentVersion)
    errors.push(`its content version does not match event ${newest.seq}`);
  return errors;
}

function derivedErrors({ derived: { stored, expected } }: StoredDocument): string[] {
  const names = Object.keys(expected) as (keyof DerivedColumns)[];
  return names
    .filter((name) => stored[name] !== expected[name])
    .map((name) => `${name} is ${stored[name]}, but should be ${expected[name]}`);
}

/** What a lowered line keeps of its approved amounts is what the newest approved version has (CHANGE-05). */
function reductionErrors({ rows, snapshots }: StoredDocument): string[] {
  const newest = snapshots.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).at(-1);
  return rows.lines.flatMap(({ lineNumber, approvedAmounts }) => {
    if (!approvedAmounts) return [];
    const { quantityHundredths, unitCostCents, totalCents } =
      newest?.snapshot.lines.find((line) => line['lineNumber'] === lineNumber) ?? {};
    const approved = { quantityHundredths, unitCostCents, totalCents } as Json;
    return canonical(approvedAmounts as Json) === canonical(approved)
      ? []
      : [`the approved amounts of line ${String(lineNumber)} are not those of the approved version`];
  });
}

function stateErrors({ state }: StoredDocument, events: readonly CheckedEvent[]): string[] {
  const newest = events.findLast(({ payload }) => 'state' in payload);
  if (!newest) return [];
  const known: Record<string, Json> = { sendBacks: null, accountingPeriod: null, effectiveDay: null };
  // The state of the next event contains a number that a batch assigned.
  for (const { payload } of events) Object.assign(known, payload['state']);
  const stored = stateOf(state);
  return Object.entries(known)
    .filter(([name, value]) => canonical(stored[name] ?? null) !== canonical(value))
    .map(
      ([name, value]) =>
        `${name} is ${canonical(stored[name] ?? null)}, but event ${newest.seq} says ${canonical(value)}`,
    );
}

function snapshotErrors(
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
  // The `seal` event will list the approved versions from before content versions.
  const isSealed = stamp.contentHash !== '';
  const errors = snapshots
    .filter(({ id }) => isSealed && known.size > 0 && !known.has(id))
    .map(({ id }) => `no event created the approved version ${id}`);
  for (const [index, { position }] of snapshots.entries())
    if (position !== index) errors.push(`approved version ${index + 1} is missing`);
  for (const { id, hash } of sealed) {
    const stored = snapshots.find((one) => one.id === id);
    if (!stored || sealedHash(stored, hashOf) !== hash)
      errors.push(`approved version ${id} was changed after it was sealed`);
  }
  for (const { seq, at, payload } of approvals) {
    const stored = snapshots.find(({ id }) => id === payload['snapshotId']);
    if (!stored) {
      errors.push(`the approved version of event ${seq} is missing`);
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
      errors.push(`the approved version of event ${seq} does not match what was approved`);
  }
  return errors;
}

function sealedSnapshots(value: Json | undefined): { id: string; hash: string }[] {
  return Array.isArray(value) ? (value as { id: string; hash: string }[]) : [];
}

/** The hash in a seal of a version that was approved before content versions. */
export function sealedHash({ createdAt, totalCents, snapshot }: StoredSnapshot, hashOf: HashOf): string {
  return hashOf(canonical({ createdAt, totalCents, snapshot } as unknown as Json));
}

function voteErrors({ votes }: StoredDocument, events: readonly CheckedEvent[]): string[] {
  return votes.flatMap((vote) => {
    const event = events.find(({ seq }) => seq === vote.seq);
    // Events from before content versions have neither field; another check finds votes without an event.
    if (!event || !('state' in event.payload)) return [];
    const matchesEvent =
      event.at === vote.at &&
      (event.payload['contentVersion'] ?? 1) === vote.contentVersion &&
      vote.droppedAt === dropOf(vote.seq, events) &&
      (vote.keptSeq ?? null) === keptOf(vote.seq, events);
    return matchesEvent ? [] : [`the vote of event ${vote.seq} does not match its event`];
  });
}

/**
 * Returns when the vote of this event was dropped, or null. Only drops of the same copy of the workflow count (DEC-40).
 */
function dropOf(voteSeq: number, events: readonly CheckedEvent[]): string | null {
  let [own, current]: (Json | undefined)[] = [];
  let droppedAt: string | null = null;
  for (const { seq, action, at, payload } of events) {
    const isCleared = seq > voteSeq && payload['votesDropped'] === true && current === own;
    // Only the newest approval can be taken back.
    const isTakenBack = seq === voteSeq + 1 && action === 'take-back';
    if (isCleared || isTakenBack || namesVote(payload, 'dropped', voteSeq)) droppedAt ??= at;
    if (namesVote(payload, 'restored', voteSeq)) droppedAt = null;
    const state = payload['state'] as { workflowId?: Json } | undefined;
    if (state) current = state.workflowId;
    if (seq === voteSeq) own = current;
  }
  return droppedAt;
}

/** The last event that kept the vote of this event (BACK-02). */
function keptOf(voteSeq: number, events: readonly CheckedEvent[]): number | null {
  return events.findLast(({ payload }) => namesVote(payload, 'kept', voteSeq))?.seq ?? null;
}

function namesVote(payload: CheckedEvent['payload'], list: keyof VoteChanges, voteSeq: number): boolean {
  const votes = payload['votes'] as Partial<VoteChanges> | undefined;
  return votes?.[list]?.includes(voteSeq) ?? false;
}
