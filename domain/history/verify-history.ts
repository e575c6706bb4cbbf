import { contentFaults } from './verify-content.ts';
import type { StoredDocument } from './verify-content.ts';
import { chainText } from './history.ts';
import type { ChainedEvent, Json } from './history.ts';

/** An event as the database holds it; `text` is its payload as it stands there. */
export interface HeldEvent extends Omit<ChainedEvent, 'payload'> {
  text: string;
  hash: string;
}

/** What the other tables say of a document: its history must say the same. */
export interface HeldDocument extends StoredDocument {
  version: number;
  totalCents: number;
  /** What its lines come to; null for a payment, which has none. */
  linesCents: number | null;
}

/** The end of a history as it once was, kept where whoever writes to the database cannot reach. */
export interface HistoryHead {
  seq: number;
  hash: string;
}

/** What events so far say of the document; null: none of them has said it, or it may be otherwise since. */
interface Said {
  status: Json;
  submissionStatus: Json;
  totalCents: Json;
  approvedCents: Json;
  files: Json;
}

/** Actions that may change the attachments without saying so. */
const mayAttach: readonly string[] = ['create', 'save', 'edit-in-approval'];

/**
 * Everything in which a document's history is not what it was when it was written (decision 0002), in words for whoever
 * looks; empty when it is whole. `document` null: there are events, but no document. `hashOf` is SHA-256 in hex. `kept`:
 * a head from before, without which nobody can tell a history that was written anew from end to end.
 */
export function historyFaults(
  document: HeldDocument | null,
  events: readonly HeldEvent[],
  hashOf: (text: string) => string,
  kept: HistoryHead | null = null,
): string[] {
  const found = chainFaults(events, hashOf, kept);
  if (document === null) return [...found, 'the document of these events is missing'];
  const seq = events.at(-1)?.seq ?? 0;
  if (document.version !== seq) found.push(`it should have ${document.version} events, but has ${seq}`);
  const checked = events.map((event) => ({ ...event, payload: payloadOf(event.text) }));
  return [
    ...found,
    ...votesAmiss(document, events),
    ...figuresAmiss(document, events),
    ...contentFaults(document, checked, hashOf),
  ];
}

/** The same of the events alone: each is as it was written, and follows the one before it. */
export function chainFaults(
  events: readonly HeldEvent[],
  hashOf: (text: string) => string,
  kept: HistoryHead | null,
): string[] {
  const found: string[] = [];
  let previousHash = '';
  let seq = 0;
  for (const event of events) {
    seq += 1;
    if (event.seq !== seq) found.push(`event ${seq} is missing`);
    if (event.previousHash !== previousHash)
      found.push(`event ${event.seq} does not follow the previous event`);
    if (!isOwnHash(event, hashOf)) found.push(`event ${event.seq} was changed after it was written`);
    seq = event.seq;
    previousHash = event.hash;
  }
  if (kept && events.find((event) => event.seq === kept.seq)?.hash !== kept.hash)
    found.push(`event ${kept.seq} does not match the stored copy`);
  return found;
}

function isOwnHash({ text, hash, ...event }: HeldEvent, hashOf: (text: string) => string): boolean {
  const payload = payloadOf(text);
  // Of a key that is there twice, JSON.parse and SQL read different ones.
  return JSON.stringify(payload) === text && hashOf(chainText({ ...event, payload })) === hash;
}

/** Nothing for what is no object: then `text` is not what was written, either. */
function payloadOf(text: string): { readonly [key: string]: Json } {
  try {
    const payload = JSON.parse(text) as { readonly [key: string]: Json } | null;
    return typeof payload === 'object' && payload !== null ? payload : {};
  } catch {
    return {};
  }
}

/** Each vote has its event, and each event of an approval its vote. */
function votesAmiss({ votes }: HeldDocument, events: readonly HeldEvent[]): string[] {
  const approvals = events.filter(({ action }) => action === 'approve');
  const isOf = (event: HeldEvent) => (vote: HeldDocument['votes'][number]) =>
    vote.seq === event.seq &&
    vote.userId === event.actorId &&
    vote.stepId === payloadOf(event.text)['stepId'];
  const without = approvals.filter((event) => votes.filter(isOf(event)).length !== 1);
  const strange = votes.filter((vote) => !approvals.some((event) => isOf(event)(vote)));
  return [
    ...without.map(({ seq }) => `the vote of event ${seq} is missing or was changed`),
    ...strange.map(({ seq, userId }) => `the vote of ${userId} has no event ${seq}`),
  ];
}

/** Status, amounts and files, as far as the history says them. */
function figuresAmiss(document: HeldDocument, events: readonly HeldEvent[]): string[] {
  const said: Said = {
    status: null,
    submissionStatus: null,
    totalCents: null,
    approvedCents: null,
    files: null,
  };
  for (const event of events) hear(said, event);
  const { totalCents, linesCents, rows } = document;
  const { status, submissionStatus } = document.state;
  const fileIds = rows.files.map((file) => String(file['fileId']));
  const differs = (what: string, held: Json, told: Json) => {
    const [is, was] = [JSON.stringify(held), JSON.stringify(told)];
    return told === null || is === was ? [] : [`${what} is ${is}, but the history says ${was}`];
  };
  return [
    ...differs('the status', [status, submissionStatus], pairOf(said)),
    ...differs('the total in cents', totalCents, said.totalCents),
    ...differs('the sum of its lines in cents', totalCents, linesCents),
    ...differs('the list of attachments', fileIds.toSorted(), sorted(said.files)),
  ];
}

function pairOf({ status, submissionStatus }: Said): Json {
  return status === null ? null : [status, submissionStatus];
}

function sorted(files: Json): Json {
  return Array.isArray(files) ? files.map(String).toSorted() : null;
}

function hear(said: Said, { seq, action, text }: HeldEvent): void {
  const payload = payloadOf(text);
  if (seq === 1) Object.assign(said, { status: 'DRAFT', submissionStatus: 'Draft' });
  said.status = payload['status'] ?? said.status;
  said.submissionStatus = payload['submissionStatus'] ?? said.submissionStatus;
  said.totalCents = payload['totalCents'] ?? said.totalCents;
  if (action === 'approve' && payload['status'] === 'APPROVED') said.approvedCents = said.totalCents;
  // A change order that ends otherwise leaves the amount that was approved last (DEC-26).
  if (action === 'discard' || (action === 'void' && payload['status'] === 'APPROVED'))
    said.totalCents = said.approvedCents;
  said.files = payload['attachments'] ?? (mayAttach.includes(action) ? null : said.files);
}
