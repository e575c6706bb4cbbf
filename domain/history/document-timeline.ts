import type { DocType, Status } from '#domain/document';
import { noteBadge } from '#domain/documents/badges';
import type { Note, SendHistory } from '#domain/documents/document-response';
import type { ChangeEvent, HistoryEvent } from './history-response.ts';
import { timelineOf } from './timeline.ts';
import type { TimelineEntry } from './timeline.ts';

/** The filters of the timeline, in the order in which they are offered (TIME-03). */
export const timelineKinds = ['DECISION', 'CHANGE', 'NOTE', 'EMAIL', 'ACCOUNTING'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** An entry of the whole timeline: a decision, a change, a note, an e-mail or a push to accounting. */
export interface DocumentEntry extends TimelineEntry {
  kind: TimelineKind;
  /** The text of a note, or ''. */
  text: string;
  hasFailed: boolean;
  /** The content version that this entry made, or null. */
  contentVersion: number | null;
  /** The index of the approved version that this approval made, or null (DEC-69, TIME-06). */
  approvedVersion: number | null;
}

interface TimelineFacts {
  docType: DocType;
  historyEvents: readonly HistoryEvent[];
  changes: readonly ChangeEvent[];
  notes: readonly Note[];
  sendHistoryResource: readonly SendHistory[];
  /** The approved versions, oldest first. */
  approvedVersions: readonly { created: string }[];
}

const plain = {
  note: '',
  fields: [],
  text: '',
  hasFailed: false,
  contentVersion: null,
  approvedVersion: null,
};

function noteTitle(docType: DocType, note: Note): string {
  if (note.question) return `Question to ${note.question.askedUser.name}`;
  if (note.questionId) return 'Answer';
  return noteBadge(docType, note) ?? 'Note';
}

function noteEntry(docType: DocType, note: Note): DocumentEntry {
  return {
    ...plain,
    id: `note ${note.id}`,
    kind: 'NOTE',
    userName: note.commenter.name,
    timeStamp: note.createdTimestamp,
    title: noteTitle(docType, note),
    note: note.isEdited ? 'Edited later' : '',
    text: note.content,
  };
}

const sendTitles: Record<SendHistory['sendType'], readonly [done: string, failed: string]> = {
  ACCOUNTING: ['Sent to accounting', 'Not sent to accounting'],
  EMAIL: ['E-mail sent', 'E-mail not sent'],
  VENDOR_EMAIL: ['E-mail to the vendor sent', 'E-mail to the vendor not sent'],
};

function sendEntry(sent: SendHistory, index: number): DocumentEntry {
  const [done, failed] = sendTitles[sent.sendType];
  return {
    ...plain,
    id: `sent ${index}`,
    kind: sent.sendType === 'ACCOUNTING' ? 'ACCOUNTING' : 'EMAIL',
    userName: `${sent.senderFirstName} ${sent.senderLastName}`.trim(),
    timeStamp: sent.created,
    title: sent.isSuccessful ? done : failed,
    note: sent.recipients ? `To ${sent.recipients.join(', ')}` : '',
    hasFailed: !sent.isSuccessful,
  };
}

/** The only approved version of an invoice or a payment, which nobody edits any more; none before its end (TIME-06). */
export function finalVersions(document: {
  status: Status;
  historyEvents: readonly HistoryEvent[];
}): { created: string }[] {
  const last = document.historyEvents.find(({ type }) => type === 'APPROVED');
  return document.status === 'APPROVED' && last ? [{ created: last.timeStamp }] : [];
}

/** The approval that completed each approved version: the last one up to the version's instant. */
function versionsByEvent(facts: TimelineFacts): ReadonlyMap<string, number> {
  const approvals = facts.historyEvents.filter(({ type }) => type === 'APPROVED');
  return new Map(
    facts.approvedVersions.flatMap(({ created }, index) => {
      const approval = approvals.find(({ timeStamp }) => timeStamp <= created);
      return approval ? [[approval.id, index] as const] : [];
    }),
  );
}

/** Returns everything that happened to a document as one list, newest first (TIME-01, TIME-02). */
export function documentTimeline(facts: TimelineFacts): DocumentEntry[] {
  const decisions = new Set(facts.historyEvents.map(({ id }) => id));
  const contentVersionOf = new Map(facts.changes.map(({ id, contentVersion }) => [id, contentVersion]));
  const versionOf = versionsByEvent(facts);
  const events = timelineOf(facts.historyEvents, facts.changes).map((entry): DocumentEntry => ({
    ...plain,
    ...entry,
    kind: decisions.has(entry.id) ? 'DECISION' : 'CHANGE',
    contentVersion: entry.fields.length > 0 ? (contentVersionOf.get(entry.id) ?? null) : null,
    approvedVersion: versionOf.get(entry.id) ?? null,
  }));
  const notes = facts.notes
    .filter(({ context }) => context !== 'HIDDEN')
    .map((one) => noteEntry(facts.docType, one));
  const sent = facts.sendHistoryResource.map(sendEntry);
  // Events of the same instant keep their order; a note or an e-mail of that instant follows from the event.
  return [...notes, ...sent, ...events].toSorted((one, other) =>
    one.timeStamp === other.timeStamp ? 0 : one.timeStamp < other.timeStamp ? 1 : -1,
  );
}
