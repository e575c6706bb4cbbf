import {
  admin,
  asked,
  begin,
  creator,
  finalFor,
  flow,
  lastApprovedOrder,
  listed,
  mirror,
  openChangeOrder,
  owns,
  specials,
  statusOf,
  totalOf,
  voiders,
  voted,
  type ActorName,
  type Model,
  type ModelLine,
} from './model.ts';

/** What an action is answered with: done, done before (`same`), or the code with the rules that failed. */
export type Heard = string;

function done(m: Model, history?: string, reason?: string): Heard {
  m.version += 1;
  if (history) m.history.unshift(history);
  if (reason) m.notes.push(reason);
  return 'done';
}

/** Owner or admin, or the creator whose order it is again when another's change order ends. */
const isLate = (m: Model, who: ActorName) => owns(m, who) || who === creator;

/** DEC-16, DEC-51: null when this person may edit now. */
function editRefusal(m: Model, who: ActorName): string | null {
  if (m.status === 'DRAFT') return owns(m, who) ? null : 'FORBIDDEN';
  if (m.status === 'IN_APPROVAL') {
    if (asked(m).includes(who)) return null;
    return isLate(m, who) || listed(m, who) ? 'ERROR_PO_NOT_EDITABLE' : 'FORBIDDEN';
  }
  return owns(m, who) ? 'ERROR_PO_NOT_EDITABLE' : 'FORBIDDEN';
}

/** DEC-25 rows 2 and 11, DEC-26 edit, DEC-40. `lines` are as the body has them: locked ones stay whatever it says. */
export function save(m: Model, who: ActorName, lines: readonly ModelLine[], description: string): Heard {
  const refused = editRefusal(m, who);
  if (refused) return refused;
  const kept = [...m.lines.slice(0, m.locked), ...lines.slice(m.locked)];
  if (kept.length === 0) return 'POS_BAD_REQUEST line_required';
  if (m.status === 'IN_APPROVAL' && m.flow) {
    const final = finalFor(totalOf(kept));
    if (final === null) return 'POS_NO_VALID_WORKFLOW_STEP';
    if (m.resetOnEdit) {
      begin(m, final);
      m.revision += 1;
      if (openChangeOrder(m)) mirror(m, 'SUBMITTED_FOR_APPROVAL');
    } else m.flow.final = Math.max(final, m.flow.current ?? 0);
  }
  m.lines = kept;
  m.description = description;
  return done(m);
}

/** DEC-51. */
export function line(m: Model, who: ActorName, index: number, change: Partial<ModelLine>): Heard {
  const refused = editRefusal(m, who);
  if (refused) return refused;
  const before = m.lines[index];
  if (!before) return 'NOT_FOUND';
  const onlyCoding = change.cents === undefined || change.cents === before.cents;
  if (index < m.locked || (m.status === 'IN_APPROVAL' && !onlyCoding)) return 'ERROR_PO_NOT_EDITABLE';
  m.lines = m.lines.with(index, { ...before, ...change });
  return done(m);
}

/** DEC-24, DEC-25 row 3, DEC-35, DEC-19. */
export function submit(m: Model, who: ActorName): Heard {
  if (!owns(m, who) && (m.status === 'DRAFT' || !isLate(m, who))) return 'FORBIDDEN';
  if (m.status === 'VOID') return 'WORKFLOW_CONFLICT';
  if (m.status !== 'DRAFT') return 'ERROR_PO_NOT_EDITABLE';
  const failed = [
    ...(totalOf(m.lines) > 0 ? [] : ['aggregate_total']),
    ...(openChangeOrder(m) && m.lines.length <= m.locked ? ['change_order_line'] : []),
  ];
  if (failed.length > 0) return `POS_BAD_REQUEST ${failed.join(' ')}`;
  const final = finalFor(totalOf(m.lines));
  if (final === null) return 'POS_NO_VALID_WORKFLOW_STEP';
  begin(m, final);
  if (m.submittedBefore) m.revision += 1;
  m.submittedBefore = true;
  m.status = 'IN_APPROVAL';
  m.needsRevision = false;
  if (openChangeOrder(m)) mirror(m, 'SUBMITTED_FOR_APPROVAL');
  return done(m, 'SUBMITTED');
}

/** Refuses what only the current approver does; `step` is the index of the step that his screen named. */
function approverRefusal(m: Model, who: ActorName, step: number): string | null {
  if (m.status === 'IN_APPROVAL' && m.flow?.current === step) {
    return asked(m).includes(who) ? null : 'FORBIDDEN';
  }
  const late = m.flow === null ? who === admin || !['dana', 'carl'].includes(who) : listed(m, who);
  return late ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
}

/** DEC-22, DEC-23, DEC-25 rows 4 to 6, DEC-32. */
export function approve(m: Model, who: ActorName, step: number): Heard {
  const standing = m.status === 'IN_APPROVAL' || m.status === 'APPROVED';
  if (standing && m.flow?.votes[step]?.includes(who)) return 'same';
  const refused = approverRefusal(m, who, step);
  if (refused || !m.flow) return refused ?? 'FORBIDDEN';
  m.flow.votes[step]?.push(who);
  if (specials.includes(who)) m.special = true;
  if ((m.flow.votes[step]?.length ?? 0) >= (flow[step]?.needed ?? 0)) {
    m.flow.statuses[step] = 'APPROVED';
    m.flow.current = step === m.flow.final ? null : step + 1;
  }
  if (m.flow.current === null) {
    if (openChangeOrder(m)) mirror(m, 'APPROVED');
    m.status = 'APPROVED';
    m.owner = creator;
    m.locked = 0;
    m.found = true;
    const { lines, description, revision } = m;
    m.approvedVersions.push({ lines, description, revision, flow: structuredClone(m.flow) });
  } else if (openChangeOrder(m)) mirror(m, statusOf(m));
  return done(m, 'APPROVED');
}

function close(m: Model, status: 'REVISION' | 'VOID'): void {
  if (m.flow === null || m.flow.current === null) return;
  m.flow.statuses[m.flow.current] = status;
  m.flow.current = null;
}

/** The flow of a change order that was pulled back is gone; then the last full approval is the last workflow again. */
function reinstate(m: Model): void {
  m.flow ??= structuredClone(m.approvedVersions.at(-1)?.flow ?? null);
}

/** DEC-25 row 7. */
export function revise(m: Model, who: ActorName, step: number): Heard {
  const refused = approverRefusal(m, who, step);
  if (refused) return refused;
  close(m, 'REVISION');
  if (openChangeOrder(m)) mirror(m, 'DRAFT');
  const reason = `REVISION ${m.changeOrder.current}`;
  m.status = 'DRAFT';
  m.needsRevision = true;
  return done(m, 'NEEDS REVISION', reason);
}

/** DEC-41, DEC-25 rows 8, 9, 12, 15, 16 and 19; DEC-26 void. */
export function voidOrder(m: Model, who: ActorName): Heard {
  if (!voiders.includes(who)) return 'FORBIDDEN';
  if (m.status === 'VOID') return owns(m, who) || listed(m, who) ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
  const hasSay = m.status !== 'DRAFT' && (asked(m).includes(who) || voted(m, who));
  if (!owns(m, who) && !hasSay) return 'FORBIDDEN';
  close(m, 'VOID');
  m.needsRevision = false;
  if (!openChangeOrder(m)) {
    m.status = 'VOID';
    return done(m, 'VOID', 'VOID 0');
  }
  const reason = `VOID ${m.changeOrder.current}`;
  const last = m.approvedVersions.at(-1);
  if (!last) throw new Error('a change order of something never approved');
  mirror(m, 'VOID');
  m.changeOrder.current = lastApprovedOrder(m);
  const { lines, description, revision } = last;
  Object.assign(m, { status: 'APPROVED', owner: creator, locked: 0, lines, description, revision });
  reinstate(m);
  return done(m, 'VOID', reason);
}

/** DEC-25 row 10. */
export function pull(m: Model, who: ActorName): Heard {
  if (!owns(m, who) && (m.status === 'IN_APPROVAL' || !isLate(m, who))) return 'FORBIDDEN';
  if (m.status !== 'IN_APPROVAL') return 'WORKFLOW_CONFLICT';
  if (openChangeOrder(m)) mirror(m, 'DRAFT');
  m.status = 'DRAFT';
  m.flow = null;
  return done(m);
}

/** DEC-26 request. */
export function adjust(m: Model, who: ActorName): Heard {
  if (!isLate(m, who) && !listed(m, who)) return 'FORBIDDEN';
  if (m.status !== 'APPROVED') return 'WORKFLOW_CONFLICT';
  const number = m.changeOrder.newest + 1;
  m.changeOrder.current = number;
  m.changeOrder.newest = number;
  mirror(m, 'DRAFT');
  m.locked = m.lines.length;
  Object.assign(m, { status: 'DRAFT', owner: who, revision: 0, submittedBefore: false });
  return done(m, 'CHANGE ORDER', `ADJUSTMENT ${number}`);
}

/** DEC-26 discard. */
export function discard(m: Model, who: ActorName): Heard {
  const here = m.status === 'DRAFT' && openChangeOrder(m) && !m.needsRevision;
  if (!owns(m, who) && (here || !isLate(m, who))) return 'FORBIDDEN';
  if (m.status === 'IN_APPROVAL' || m.status === 'APPROVED') return 'ERROR_PO_NOT_EDITABLE';
  if (!here) return 'WORKFLOW_CONFLICT';
  m.changeOrder.entries.delete(m.changeOrder.current);
  m.changeOrder.current = lastApprovedOrder(m);
  m.changeOrder.newest -= 1;
  const revision = m.approvedVersions.at(-1)?.revision ?? 0;
  Object.assign(m, {
    status: 'APPROVED',
    owner: creator,
    lines: m.lines.slice(0, m.locked),
    locked: 0,
    revision,
  });
  reinstate(m);
  return done(m);
}

/** DEC-25 row 17, without send-unapproved: the right is the owner's in every state but void. */
export function push(m: Model, who: ActorName): Heard {
  if (!owns(m, who) && !listed(m, who)) return 'FORBIDDEN';
  return m.status === 'APPROVED' ? done(m) : 'WORKFLOW_CONFLICT';
}

/** DEC-25 row 18. */
export function fetchFromAccounting(m: Model, who: ActorName): Heard {
  if (!isLate(m, who) && !listed(m, who)) return 'FORBIDDEN';
  return m.status === 'APPROVED' ? done(m) : 'WORKFLOW_CONFLICT';
}

export function note(m: Model): Heard {
  return done(m, undefined, `STANDARD ${m.changeOrder.current}`);
}
