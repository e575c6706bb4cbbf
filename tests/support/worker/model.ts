/**
 * A purchase order of the show Alpha Station as the contract has it (DEC-13 to DEC-26, DEC-35, DEC-40, DEC-41, DEC-51),
 * written a second time and apart from the product's own rules, so that the two can be compared.
 */

/** Creator; in the same department; admin | step 1 | step 2, two of three | step 3 | nobody's business. */
export const actors = ['dana', 'carl', 'ada', 'abel', 'lena', 'luis', 'lara', 'sol', 'hugo', 'otto'] as const;
export type ActorName = (typeof actors)[number];

export const creator: ActorName = 'dana';
export const admin: ActorName = 'ada';
export const voiders: readonly ActorName[] = ['dana', 'ada', 'abel', 'lena', 'otto'];
export const specials: readonly ActorName[] = ['luis', 'sol'];
/** DEC-20: the flow of the show, limits in cents. */
export const flow: readonly {
  kind: 'DEPARTMENT' | 'STANDARD';
  limit: number;
  needed: number;
  who: ActorName[];
}[] = [
  { kind: 'DEPARTMENT', limit: 0, needed: 1, who: ['abel'] },
  { kind: 'STANDARD', limit: 100_000, needed: 2, who: ['lena', 'luis', 'lara'] },
  { kind: 'STANDARD', limit: 5_000_000, needed: 1, who: ['sol', 'hugo'] },
];

export interface ModelLine {
  cents: number;
  coding: string;
}

interface ModelFlow {
  /** Index of the final step. */
  final: number;
  /** Index of the current step; null: complete or closed. */
  current: number | null;
  votes: ActorName[][];
  statuses: ('PENDING' | 'APPROVED' | 'REVISION' | 'VOID')[];
}

export interface Model {
  resetOnEdit: boolean;
  status: 'DRAFT' | 'IN_APPROVAL' | 'APPROVED' | 'VOID';
  needsRevision: boolean;
  /** DEC-22 */
  special: boolean;
  revision: number;
  /** Since the beginning, or since the change order was requested. */
  submittedBefore: boolean;
  owner: ActorName;
  description: string;
  lines: ModelLine[];
  locked: number;
  flow: ModelFlow | null;
  changeOrder: { current: number; newest: number; entries: Map<number, string> };
  approvedVersions: { lines: ModelLine[]; description: string; revision: number; flow: ModelFlow }[];
  history: string[];
  notes: string[];
  found: boolean;
  version: number;
}

export function created(resetOnEdit: boolean, lines: readonly ModelLine[]): Model {
  return {
    resetOnEdit,
    status: 'DRAFT',
    needsRevision: false,
    special: false,
    revision: 0,
    submittedBefore: false,
    owner: creator,
    description: 'Set dressing',
    lines: [...lines],
    locked: 0,
    flow: null,
    changeOrder: { current: 0, newest: 0, entries: new Map() },
    approvedVersions: [],
    history: [],
    notes: [],
    found: false,
    version: 1,
  };
}

export const totalOf = (lines: readonly ModelLine[]): number =>
  Number(lines.reduce((sum, line) => sum + BigInt(line.cents), 0n));

export function openChangeOrder(m: Model): boolean {
  return m.changeOrder.current > 0 && (m.status === 'DRAFT' || m.status === 'IN_APPROVAL');
}

export const listed = (m: Model, who: ActorName) =>
  m.flow !== null && flow.some((step) => step.who.includes(who));
export const owns = (m: Model, who: ActorName) => m.owner === who || who === admin;
export const voted = (m: Model, who: ActorName) =>
  m.flow?.votes.some((votes) => votes.includes(who)) ?? false;

/** DEC-23: who is asked now. */
export function asked(m: Model): ActorName[] {
  const current = m.flow?.current ?? null;
  if (m.flow === null || current === null) return [];
  return (flow[current]?.who ?? []).filter((who) => !m.flow?.votes[current]?.includes(who));
}

/** DEC-13 */
export function sees(m: Model, who: ActorName): boolean {
  return who === creator || who === 'carl' || who === admin || who === m.owner || listed(m, who);
}

/** DEC-20: index of the final step, or null when the total fits no level. */
export function finalFor(total: number): number | null {
  const index = flow.findIndex((step) => step.kind === 'STANDARD' && step.limit >= Math.abs(total));
  return index < 0 ? null : index;
}

export function mirror(m: Model, status: string): void {
  m.changeOrder.entries.set(m.changeOrder.current, status);
}

export function lastApprovedOrder(m: Model): number {
  return Math.max(0, ...[...m.changeOrder.entries].filter(([, s]) => s === 'APPROVED').map(([n]) => n));
}

export function begin(m: Model, final: number): void {
  m.flow = { final, current: 0, votes: flow.map(() => []), statuses: flow.map(() => 'PENDING') };
  m.special = false;
}

/** DEC-22: the status as the wire has it. */
export function statusOf(m: Model): string {
  if (m.status !== 'IN_APPROVAL') return m.status;
  if (m.special) return 'APPROVED_BY_SPECIAL_APPROVER';
  const first = m.flow?.statuses[0] === 'APPROVED';
  return first ? 'APPROVED_BY_DEPARTMENT_APPROVER' : 'SUBMITTED_FOR_APPROVAL';
}
