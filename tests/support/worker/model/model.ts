import type { Status, StatusPair } from '#domain/document';

/**
 * Purchase orders, invoices and payments of the show Alpha Station according to the contract, implemented independently
 * of the product's own rules so that both can be compared. `Kind` has the differences between the types (DEC-13 to
 * DEC-28, DEC-35, DEC-36, DEC-40 to DEC-44, DEC-51).
 */

/** Creator; peer in the department; admin | steps 1 and 2 | step 2, two of four | step 3 | not involved. */
export const actors = ['dana', 'carl', 'ada', 'abel', 'lena', 'luis', 'lara', 'sol', 'hugo', 'otto'] as const;
export type ActorName = (typeof actors)[number];

export const admin: ActorName = 'ada';
/** Users who may create in the department of the documents, and the admin (DEC-02, DEC-13). */
export const creators: readonly ActorName[] = ['dana', 'carl', 'abel', 'lena', 'ada'];
export const voiders: readonly ActorName[] = ['dana', 'ada', 'abel', 'lena', 'otto'];
export const specials: readonly ActorName[] = ['luis', 'sol'];
/** Users without the approver flag (DEC-11). */
const plain: readonly ActorName[] = ['dana', 'carl'];

interface FlowStep {
  kind: 'DEPARTMENT' | 'STANDARD';
  limit: number;
  needed: number;
  who: ActorName[];
}

export interface Kind {
  docType: 'PO' | 'INVOICE' | 'PAYMENT';
  /** Null: created by accounting, without an owner until submitted. */
  creator: ActorName | null;
  /** Limits in cents (DEC-20). */
  flow: readonly FlowStep[];
  /**
   * The refusal for users who may not see it: by scope for orders and invoices, by permission for payments (DEC-12).
   */
  unseen: 'NOT_FOUND' | 'FORBIDDEN';
  /** The refusal of a late edit or submit (DEC-02). */
  notEditable: 'ERROR_PO_NOT_EDITABLE' | 'ERROR_INVOICE_NOT_EDITABLE' | 'WORKFLOW_CONFLICT';
  /** The actions that support the type (AP-09, AP-10, CO-03). */
  knows: readonly ('revise' | 'void' | 'deny' | 'adjust')[];
}

const levels: readonly FlowStep[] = [
  { kind: 'DEPARTMENT', limit: 0, needed: 1, who: ['abel', 'lena'] },
  { kind: 'STANDARD', limit: 100_000, needed: 2, who: ['lena', 'luis', 'lara', 'abel'] },
  { kind: 'STANDARD', limit: 5_000_000, needed: 1, who: ['sol', 'hugo'] },
];

export const orders: Kind = {
  docType: 'PO',
  creator: 'dana',
  flow: levels,
  unseen: 'NOT_FOUND',
  notEditable: 'ERROR_PO_NOT_EDITABLE',
  knows: ['revise', 'void', 'adjust'],
};

export const invoices: Kind = {
  docType: 'INVOICE',
  creator: 'dana',
  flow: levels,
  unseen: 'NOT_FOUND',
  notEditable: 'ERROR_INVOICE_NOT_EDITABLE',
  knows: ['revise', 'void', 'deny'],
};

export const payments: Kind = {
  docType: 'PAYMENT',
  creator: null,
  flow: levels.map((step, index) => (index === 0 ? { ...step, kind: 'STANDARD', limit: 5_000 } : step)),
  unseen: 'FORBIDDEN',
  notEditable: 'WORKFLOW_CONFLICT',
  knows: ['deny'],
};

export interface ModelLine {
  cents: number;
  coding: string;
}

export interface ModelFlow {
  /** Nobody votes on two steps (COV-20). */
  oneVote: boolean;
  /** Index of the final step. */
  final: number;
  /** Index of the current step; null: complete or closed. */
  current: number | null;
  votes: ActorName[][];
  /** The content of each vote, by `voteKey`. */
  contents: Record<string, number>;
  /** Backup approvers who were added to each step (NUDGE-06). */
  added: ActorName[][];
  /** Send backs whose sender has not got the document again, the newest last (BACK-03). */
  sendBacks: ModelSendBack[];
  statuses: ('PENDING' | 'APPROVED' | 'REVISION' | 'VOID' | 'DENIED')[];
}

export interface ModelSendBack {
  from: number;
  content: number;
  /** The votes of the steps in between that were complete for this content. */
  complete: Record<number, ActorName[]>;
}

export const voteKey = (step: number, who: ActorName) => `${step} ${who}`;

export interface Model {
  kind: Kind;
  resetOnEdit: boolean;
  /** The show has one approval per person (COV-20). */
  oneVote: boolean;
  status: 'DRAFT' | 'IN_APPROVAL' | 'APPROVED' | 'VOID' | 'DENIED' | 'CANCELED';
  needsRevision: boolean;
  /** Special approver (DEC-22). */
  special: boolean;
  revision: number;
  /** Since the creation, or since the change order was requested. */
  submittedBefore: boolean;
  owner: ActorName | null;
  /** Payments: the last submitter. */
  submitter: ActorName | null;
  description: string;
  /** A payment has one, of its total. */
  lines: ModelLine[];
  /** Payments: the total in accounting. */
  bookCents: number;
  attachments: number;
  /** Attachments when the change order was requested (DEC-26). */
  attachmentsAtRequest: number;
  locked: number;
  flow: ModelFlow | null;
  changeOrder: { current: number; newest: number; entries: Map<number, string> };
  approvedVersions: { lines: ModelLine[]; description: string; revision: number; flow: ModelFlow }[];
  history: string[];
  notes: string[];
  found: boolean;
  /** Number of postings of an invoice, or releases of a payment. */
  posted: number;
  version: number;
  /** The newest vote, the version that it made, and the workflow and the special approval before it. */
  lastVote: { who: ActorName; version: number; flow: ModelFlow; special: boolean } | null;
  /** Number of the present content, and what it is. */
  content: { number: number; key: string };
  /** Files differ, though their number is the same. */
  attachmentChanges: number;
  nudgedToday: boolean;
}

/** The show's settings that the rules depend on. */
export type ModelSettings = Pick<Model, 'resetOnEdit' | 'oneVote'>;

export function created(kind: Kind, settings: ModelSettings, lines: readonly ModelLine[]): Model {
  return {
    kind,
    ...settings,
    status: 'DRAFT',
    needsRevision: false,
    special: false,
    revision: 0,
    submittedBefore: false,
    owner: kind.creator,
    submitter: null,
    description: 'Set dressing',
    lines: [...lines],
    bookCents: totalOf(lines),
    attachments: 0,
    attachmentsAtRequest: 0,
    locked: 0,
    flow: null,
    changeOrder: { current: 0, newest: 0, entries: new Map() },
    approvedVersions: [],
    history: [],
    notes: [],
    found: false,
    posted: 0,
    version: 1,
    lastVote: null,
    content: { number: 1, key: '' },
    attachmentChanges: 0,
    nudgedToday: false,
  };
}

/** Counts the contents that the document has had (DEC-30). */
export function countContent(m: Model): void {
  const key = JSON.stringify([m.lines, m.description, m.attachments, m.attachmentChanges]);
  if (key !== m.content.key) m.content = { number: m.content.number + 1, key };
}

export const totalOf = (lines: readonly ModelLine[]): number =>
  Number(lines.reduce((sum, line) => sum + BigInt(line.cents), 0n));

export function openChangeOrder(m: Model): boolean {
  return m.changeOrder.current > 0 && (m.status === 'DRAFT' || m.status === 'IN_APPROVAL');
}

export const listed = (m: Model, who: ActorName) =>
  m.flow !== null && m.kind.flow.some((step) => step.who.includes(who));
export const owns = (m: Model, who: ActorName) => m.owner === who || who === admin;
export const voted = (m: Model, who: ActorName) =>
  m.flow?.votes.some((votes) => votes.includes(who)) ?? false;

/** Owner or admin, or the creator, who owns the order again when another user's change order ends. */
export const isLate = (m: Model, who: ActorName) => owns(m, who) || who === m.kind.creator;

/** Possible approvers, who get the state in a refusal; without a workflow all users with the approver flag (DEC-98). */
export const couldApprove = (m: Model, who: ActorName) =>
  m.flow === null ? !plain.includes(who) : listed(m, who);

/** Whether one vote per flow forbids the user any other step than this one (COV-20). */
export const hasUsedVote = ({ oneVote, votes }: ModelFlow, step: number, who: ActorName) =>
  oneVote && votes.some((ofStep, index) => index !== step && ofStep.includes(who));

/** The users of the current step, and whether one vote per flow leaves them out. */
function peopleOnStep(m: Model): { who: ActorName; hasUsed: boolean }[] {
  const { flow } = m;
  const current = flow?.current ?? null;
  if (flow === null || current === null) return [];
  const all = [...(m.kind.flow[current]?.who ?? []), ...(flow.added[current] ?? [])];
  return all
    .filter((who) => !flow.votes[current]?.includes(who))
    .map((who) => ({ who, hasUsed: hasUsedVote(flow, current, who) }));
}

/** The current approvers (DEC-23). */
export const currentApprovers = (m: Model): ActorName[] =>
  peopleOnStep(m).flatMap(({ who, hasUsed }) => (hasUsed ? [] : [who]));

export const leavesOutUsedVote = (m: Model) => peopleOnStep(m).some(({ hasUsed }) => hasUsed);

/** All users with payments see all payments; Otto has no payments (DEC-12, DEC-13). */
export function canSee(m: Model, who: ActorName): boolean {
  if (m.kind.docType === 'PAYMENT') return who !== 'otto';
  return who === m.kind.creator || who === 'carl' || who === admin || who === m.owner || listed(m, who);
}

/** Index of the final step, or null when the total exceeds all levels (DEC-20). */
export function finalFor(m: Model, total: number): number | null {
  const index = m.kind.flow.findIndex((step) => step.kind === 'STANDARD' && step.limit >= Math.abs(total));
  return index < 0 ? null : index;
}

/** A copy of the workflow at its first step; a restart keeps the backup approvers of the present one. */
export function begin(m: Model, final: number, keepsAdded = false): void {
  const { flow } = m.kind;
  const none = () => flow.map((): ActorName[] => []);
  m.flow = {
    oneVote: m.oneVote,
    final,
    current: 0,
    votes: none(),
    contents: {},
    added: (keepsAdded && m.flow?.added) || none(),
    sendBacks: [],
    statuses: flow.map(() => 'PENDING'),
  };
  m.special = false;
}

const words = {
  DRAFT: 'Draft',
  IN_APPROVAL: 'Submitted for approval',
  APPROVED: 'Approved',
  VOID: 'Void',
  DENIED: 'Denied',
  CANCELED: 'Canceled',
} as const satisfies Record<Model['status'], string>;

/** The status pair of the API (DEC-15). */
export function pairOf(m: Model): StatusPair {
  const submissionStatus = m.needsRevision ? 'Needs revision' : words[m.status];
  return { status: statusOf(m), submissionStatus };
}

/** The status of the API (DEC-15, DEC-22). */
export function statusOf(m: Model): Status {
  if (m.status === 'DENIED') return m.kind.docType === 'INVOICE' ? 'VOID' : 'DENIED';
  if (m.status !== 'IN_APPROVAL') return m.status;
  if (m.kind.docType !== 'PO') return 'SUBMITTED_FOR_APPROVAL';
  if (m.special) return 'APPROVED_BY_SPECIAL_APPROVER';
  const first = m.flow?.statuses[0] === 'APPROVED';
  return first ? 'APPROVED_BY_DEPARTMENT_APPROVER' : 'SUBMITTED_FOR_APPROVAL';
}
