import type { DocType, Milestone, StatusPair } from '#domain/document';
import type { Json } from '#domain/history/history';
import type { Action } from '#domain/lifecycle/transition';
import type { HistoryType } from '#domain/documents/history-type';
import type { Instance } from '#domain/workflow/workflow';
import type {
  changeOrders,
  documentLines,
  documents,
  notes,
  purchaseOrders,
  sendHistory,
  attachments,
} from '#store/show/tables/document-tables';
import type { ApprovalSnapshot } from '#store/show/tables/snapshots';
import { hour, instant, minute } from '../clock.ts';
import type { Flow } from '../show/workflows.ts';
import type { Member, Show } from '../show/show.ts';

export type Header = typeof documents.$inferSelect;
export type Line = typeof documentLines.$inferSelect;
export type PoDetail = typeof purchaseOrders.$inferSelect;

interface DocumentEvent {
  seq: number;
  action: Action;
  historyType: HistoryType | null;
  actorId: string;
  actorName: string;
  at: string;
  payload: Record<string, Json>;
}

interface Vote {
  stepId: string;
  userId: string;
  at: string;
  seq: number;
  droppedAt: string | null;
}

/** A document under construction, built action by action; `write-document.ts` turns it into rows. */
export interface DemoDocument {
  show: Show;
  header: Header;
  flow: Flow;
  /** Milliseconds: time of the newest event, and start of the current step. */
  at: number;
  waitingSince: number;
  instance: Instance | null;
  /** Every copy of the workflow of this document; `isLatest` marks the current one. */
  workflows: { instance: Instance; createdAt: string; isLatest: boolean }[];
  events: DocumentEvent[];
  votes: Vote[];
  lines: Line[];
  /** Null for other types. */
  purchaseOrder: PoDetail | null;
  notes: (typeof notes.$inferInsert)[];
  sends: (typeof sendHistory.$inferInsert)[];
  attachments: (typeof attachments.$inferInsert)[];
  changeOrders: (typeof changeOrders.$inferInsert)[];
  versions: { createdAt: string; totalCents: number; snapshot: ApprovalSnapshot }[];
}

export interface Actor {
  id: string;
  name: string;
}

export const accountingActor: Actor = { id: 'system', name: 'Accounting' };

export function actorOf({ person }: Member): Actor {
  return { id: person.id, name: person.name };
}

export function startDocument(show: Show, flow: Flow, header: Header, lines: Line[]): DemoDocument {
  return {
    show,
    header,
    flow,
    at: Date.parse(header.createdAt),
    waitingSince: 0,
    instance: null,
    workflows: [],
    events: [],
    votes: [],
    lines,
    purchaseOrder: null,
    notes: [],
    sends: [],
    attachments: [],
    changeOrders: [],
    versions: [],
  };
}

/** Advances the time, at most to the anchor. Returns the new instant. */
export function wait(document: DemoDocument): string {
  const left = Math.floor((document.show.anchor - document.at) / 5);
  document.at += Math.min(document.show.random.int(25 * minute, 60 * hour), left);
  return instant(document.at);
}

/** Appends the event of an action; every change of a document has one. */
export function record(
  document: DemoDocument,
  action: Action,
  actor: Actor,
  historyType: HistoryType | null = null,
  payload: Record<string, Json> = {},
): DocumentEvent {
  const at = instant(document.at);
  const seq = document.events.length + 1;
  const { status, submissionStatus } = document.header;
  const event: DocumentEvent = {
    seq,
    action,
    historyType,
    actorId: actor.id,
    actorName: actor.name,
    at,
    payload: { status, submissionStatus, ...payload },
  };
  document.events.push(event);
  document.header.version = seq;
  document.header.updatedAt = at;
  return event;
}

export function become(document: DemoDocument, pair: StatusPair): void {
  document.header.status = pair.status;
  document.header.submissionStatus = pair.submissionStatus;
}

/** Adds milestones, each at most once; they are permanent (DEC-22). */
export function addMilestones(document: DemoDocument, ...reached: readonly Milestone[]): void {
  for (const milestone of reached)
    if (!document.header.milestones.includes(milestone)) document.header.milestones.push(milestone);
}

/** Adds a note, or the reason of an action as a note (DEC-54). */
export function note(
  document: DemoDocument,
  author: Actor,
  content: string,
  context: NonNullable<(typeof notes.$inferInsert)['context']> = 'STANDARD',
): void {
  const { show, header } = document;
  const at = instant(document.at);
  const isEdited = context === 'STANDARD' && show.random.chance(0.12);
  document.notes.push({
    id: show.newId(document.at),
    showId: show.plan.id,
    documentId: header.id,
    keyId: show.random.hex(16),
    content,
    context,
    changeOrderNumber: header.currentChangeOrder,
    commenterId: author.id,
    commenterName: author.name,
    isReview: context !== 'STANDARD' || show.random.chance(0.5),
    isEdited,
    createdAt: at,
    updatedAt: isEdited ? instant(document.at + 60_000) : at,
  });
}

export function isType(document: DemoDocument, type: DocType): boolean {
  return document.header.type === type;
}
