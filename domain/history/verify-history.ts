import { recordedCoverFacts } from '#domain/cover/cover';
import type { OnBehalfOf } from '#domain/cover/cover';
import { verifyContent } from './verify-content.ts';
import type { StoredDocument } from './verify-content.ts';
import { chainText } from './history.ts';
import type { ChainedEvent, Json } from './history.ts';

/** An event as stored in the database; `text` is its payload as stored. */
export interface StoredEvent extends Omit<ChainedEvent, 'payload'> {
  text: string;
  hash: string;
}

/** The document's other rows, which must match its history. */
export interface DocumentToVerify extends StoredDocument {
  version: number;
  totalCents: number;
  /** The sum of its lines; null for a payment, which has none. */
  linesCents: number | null;
}

/** The end of a history at an earlier time, stored where the database's writers have no access. */
export interface HistoryHead {
  seq: number;
  hash: string;
}

/** The document's values after the events so far; null where no event sets the value or it may have changed since. */
interface ReplayedState {
  status: Json;
  submissionStatus: Json;
  totalCents: Json;
  approvedCents: Json;
  files: Json;
}

/** Actions that may change the attachments without listing them in the event. */
const mayAttach: readonly string[] = ['create', 'save', 'edit-in-approval'];

/**
 * Returns every sign that a document's history was changed after it was written, as texts for the operator; empty when
 * it is intact (decision 0002). `document` is null when events exist without a document. `hashOf` is SHA-256 in hex.
 * Only `knownHead`, an earlier head, reveals a history that was rewritten from end to end.
 */
export function verifyHistory(
  document: DocumentToVerify | null,
  events: readonly StoredEvent[],
  hashOf: (text: string) => string,
  knownHead: HistoryHead | null = null,
): string[] {
  const errors = verifyChain(events, hashOf, knownHead);
  if (document === null) return [...errors, 'the document of these events is missing'];
  const seq = events.at(-1)?.seq ?? 0;
  if (document.version !== seq) errors.push(`it should have ${document.version} events, but has ${seq}`);
  const checked = events.map((event) => ({ ...event, payload: payloadOf(event.text) }));
  return [
    ...errors,
    ...approvalVoteErrors(document, events),
    ...replayErrors(document, events),
    ...verifyContent(document, checked, hashOf),
  ];
}

/** Checks the events alone: each is unchanged and follows its predecessor. */
export function verifyChain(
  events: readonly StoredEvent[],
  hashOf: (text: string) => string,
  knownHead: HistoryHead | null,
): string[] {
  const errors: string[] = [];
  let previousHash = '';
  let seq = 0;
  for (const event of events) {
    seq += 1;
    if (event.seq !== seq) errors.push(`event ${seq} is missing`);
    if (event.previousHash !== previousHash)
      errors.push(`event ${event.seq} does not follow the previous event`);
    if (!isOwnHash(event, hashOf)) errors.push(`event ${event.seq} was changed after it was written`);
    seq = event.seq;
    previousHash = event.hash;
  }
  if (knownHead && events.find((event) => event.seq === knownHead.seq)?.hash !== knownHead.hash)
    errors.push(`event ${knownHead.seq} does not match the stored copy`);
  return errors;
}

function isOwnHash({ text, hash, ...event }: StoredEvent, hashOf: (text: string) => string): boolean {
  const payload = payloadOf(text);
  // For a duplicate key, JSON.parse and SQL read different values.
  return JSON.stringify(payload) === text && hashOf(chainText({ ...event, payload })) === hash;
}

/** Returns {} for anything but an object; the comparison with `text` then fails. */
function payloadOf(text: string): { readonly [key: string]: Json } {
  try {
    const payload = JSON.parse(text) as { readonly [key: string]: Json } | null;
    return typeof payload === 'object' && payload !== null ? payload : {};
  } catch {
    return {};
  }
}

/** A vote on behalf of another user is theirs, and its event names both and the cover (COV-06). */
function isVoteOf({ userId, castBy }: DocumentToVerify['votes'][number], event: StoredEvent): boolean {
  const { onBehalfOf } = payloadOf(event.text) as { onBehalfOf?: OnBehalfOf };
  if (!onBehalfOf) return userId === event.actorId && !castBy;
  return (
    userId === onBehalfOf.userId &&
    castBy?.userId === event.actorId &&
    castBy.name === event.actorName &&
    recordedCoverFacts.every((name) => castBy[name] === onBehalfOf[name])
  );
}

/** Each vote must have its event, and each approval event its vote. */
function approvalVoteErrors({ votes }: DocumentToVerify, events: readonly StoredEvent[]): string[] {
  const approvals = events.filter(({ action }) => action === 'approve');
  const matchesVote = (event: StoredEvent) => (vote: DocumentToVerify['votes'][number]) =>
    vote.seq === event.seq && isVoteOf(vote, event) && vote.stepId === payloadOf(event.text)['stepId'];
  const missing = approvals.filter((event) => votes.filter(matchesVote(event)).length !== 1);
  const unmatched = votes.filter((vote) => !approvals.some((event) => matchesVote(event)(vote)));
  return [
    ...missing.map(({ seq }) => `the vote of event ${seq} is missing or was changed`),
    ...unmatched.map(({ seq, userId }) => `the vote of ${userId} has no event ${seq}`),
  ];
}

/** Compares status, amounts and files with the values that the history implies. */
function replayErrors(document: DocumentToVerify, events: readonly StoredEvent[]): string[] {
  const replayed: ReplayedState = {
    status: null,
    submissionStatus: null,
    totalCents: null,
    approvedCents: null,
    files: null,
  };
  for (const event of events) replayEvent(replayed, event);
  const { totalCents, linesCents, rows } = document;
  const { status, submissionStatus } = document.state;
  const fileIds = rows.files.map((file) => String(file['fileId']));
  const differs = (subject: string, stored: Json, expected: Json) => {
    const [is, was] = [JSON.stringify(stored), JSON.stringify(expected)];
    return expected === null || is === was ? [] : [`${subject} is ${is}, but the history says ${was}`];
  };
  return [
    ...differs('the status', [status, submissionStatus], statusPair(replayed)),
    ...differs('the total in cents', totalCents, replayed.totalCents),
    ...differs('the sum of its lines in cents', totalCents, linesCents),
    ...differs('the list of attachments', fileIds.toSorted(), sortedFileIds(replayed.files)),
  ];
}

function statusPair({ status, submissionStatus }: ReplayedState): Json {
  return status === null ? null : [status, submissionStatus];
}

function sortedFileIds(files: Json): Json {
  return Array.isArray(files) ? files.map(String).toSorted() : null;
}

function replayEvent(replayed: ReplayedState, { seq, action, text }: StoredEvent): void {
  const payload = payloadOf(text);
  if (seq === 1) Object.assign(replayed, { status: 'DRAFT', submissionStatus: 'Draft' });
  replayed.status = payload['status'] ?? replayed.status;
  replayed.submissionStatus = payload['submissionStatus'] ?? replayed.submissionStatus;
  replayed.totalCents = payload['totalCents'] ?? replayed.totalCents;
  if (action === 'approve' && payload['status'] === 'APPROVED') replayed.approvedCents = replayed.totalCents;
  // A change order that ends any other way restores the amount that was approved last (DEC-26).
  if (action === 'discard' || (action === 'void' && payload['status'] === 'APPROVED'))
    replayed.totalCents = replayed.approvedCents;
  replayed.files = payload['attachments'] ?? (mayAttach.includes(action) ? null : replayed.files);
}
