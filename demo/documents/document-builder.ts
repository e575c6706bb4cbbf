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

interface LifeEvent {
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

/** A document being lived through, action by action, as its people would; `write-document.ts` turns it into rows. */
export interface Life {
  show: Show;
  header: Header;
  flow: Flow;
  /** Milliseconds: the newest event's instant, and since when the current step has been waiting. */
  at: number;
  waitingSince: number;
  instance: Instance | null;
  /** Every copy of the flow this document has had; `isLatest` on the one to be read. */
  workflows: { instance: Instance; createdAt: string; isLatest: boolean }[];
  events: LifeEvent[];
  votes: Vote[];
  lines: Line[];
  /** Only of a purchase order. */
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

export function begin(show: Show, flow: Flow, header: Header, lines: Line[]): Life {
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

/** Lets some time pass, never past the anchor. Answers the new instant. */
export function wait(life: Life): string {
  const left = Math.floor((life.show.anchor - life.at) / 5);
  life.at += Math.min(life.show.random.int(25 * minute, 60 * hour), left);
  return instant(life.at);
}

/** Appends the event of an action; every change of a document has one. */
export function record(
  life: Life,
  action: Action,
  actor: Actor,
  historyType: HistoryType | null = null,
  payload: Record<string, Json> = {},
): LifeEvent {
  const at = instant(life.at);
  const seq = life.events.length + 1;
  const { status, submissionStatus } = life.header;
  const event: LifeEvent = {
    seq,
    action,
    historyType,
    actorId: actor.id,
    actorName: actor.name,
    at,
    payload: { status, submissionStatus, ...payload },
  };
  life.events.push(event);
  life.header.version = seq;
  life.header.updatedAt = at;
  return event;
}

export function become(life: Life, pair: StatusPair): void {
  life.header.status = pair.status;
  life.header.submissionStatus = pair.submissionStatus;
}

/** DEC-22: milestones are kept for ever, each once. */
export function reach(life: Life, ...reached: readonly Milestone[]): void {
  for (const milestone of reached)
    if (!life.header.milestones.includes(milestone)) life.header.milestones.push(milestone);
}

/** A note, or the reason of an action that becomes one (DEC-54). */
export function note(
  life: Life,
  author: Actor,
  content: string,
  context: NonNullable<(typeof notes.$inferInsert)['context']> = 'STANDARD',
): void {
  const { show, header } = life;
  const at = instant(life.at);
  const isEdited = context === 'STANDARD' && show.random.chance(0.12);
  life.notes.push({
    id: show.newId(life.at),
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
    updatedAt: isEdited ? instant(life.at + 60_000) : at,
  });
}

export function isType(life: Life, type: DocType): boolean {
  return life.header.type === type;
}
