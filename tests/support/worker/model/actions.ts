import {
  close,
  done,
  lastApprovedOrder,
  mirror,
  restoreApproved,
  type ExpectedAnswer,
} from './change-orders.ts';
import {
  admin,
  currentApprovers,
  begin,
  couldApprove,
  finalFor,
  isLate,
  listed,
  openChangeOrder,
  owns,
  specials,
  statusOf,
  totalOf,
  voiders,
  voted,
  voteKey,
  type ActorName,
  type Kind,
  type Model,
  type ModelLine,
} from './model.ts';
import { moveOn } from './waiting.ts';

/** Returns null when this user may edit now (DEC-16, DEC-51). */
export function editRefusal(m: Model, who: ActorName): string | null {
  const late = m.kind.notEditable;
  if (m.status === 'DRAFT') return owns(m, who) ? null : 'FORBIDDEN';
  if (m.status === 'IN_APPROVAL') {
    if (currentApprovers(m).includes(who)) return null;
    return isLate(m, who) || listed(m, who) ? late : 'FORBIDDEN';
  }
  return owns(m, who) ? late : 'FORBIDDEN';
}

/** Returns the line errors of a save; an invoice's amount is their sum here (DEC-36). */
function lineErrors({ docType }: Kind, lines: readonly ModelLine[]): string[] {
  return [
    ...(docType === 'INVOICE' && totalOf(lines) === 0 ? ['amount'] : []),
    ...(lines.length === 0 ? ['line_required'] : []),
  ];
}

/**
 * Rows 2 and the approver's edit; `lines` are those of the body: locked ones are ignored (DEC-25, DEC-26 edit, DEC-27,
 * DEC-40).
 */
export function save(
  m: Model,
  who: ActorName,
  lines: readonly ModelLine[],
  description: string,
): ExpectedAnswer {
  const refused = editRefusal(m, who);
  if (refused) return refused;
  const kept = [...m.lines.slice(0, m.locked), ...lines.slice(m.locked)];
  const failed = lineErrors(m.kind, kept);
  if (failed.length > 0) return `POS_BAD_REQUEST ${failed.join(' ')}`;
  if (m.status === 'IN_APPROVAL' && m.flow) {
    const final = finalFor(m, totalOf(kept));
    if (final === null) return 'POS_NO_VALID_WORKFLOW_STEP';
    // A higher total restarts approval regardless of the setting (DEC-40).
    if (m.resetOnEdit || totalOf(kept) > totalOf(m.lines)) {
      begin(m, final, true);
      m.revision += 1;
      if (openChangeOrder(m)) mirror(m, 'SUBMITTED_FOR_APPROVAL');
    } else m.flow.final = Math.max(final, m.flow.current ?? 0);
  }
  m.lines = kept;
  m.description = description;
  return done(m);
}

/** The submitter must be owner or admin (DEC-16); of a payment any user with payments (DEC-28 row 2). */
function submitRefusal(m: Model, who: ActorName): string | null {
  const anybody = m.kind.docType === 'PAYMENT';
  if (!anybody && !owns(m, who) && (m.status === 'DRAFT' || !isLate(m, who))) return 'FORBIDDEN';
  if (m.status === 'DRAFT') return null;
  return ['VOID', 'DENIED'].includes(m.status) ? 'WORKFLOW_CONFLICT' : m.kind.notEditable;
}

/** Further requirements of a submit (DEC-24, DEC-35, IN-13). */
function submitErrors(m: Model): string[] {
  const { docType } = m.kind;
  return [
    ...(docType === 'INVOICE' && m.attachments === 0 ? ['attachment_required'] : []),
    ...(docType === 'PO' && totalOf(m.lines) <= 0 ? ['aggregate_total'] : []),
    ...(openChangeOrder(m) && m.lines.length <= m.locked ? ['change_order_line'] : []),
  ];
}

/** Row 3; of payments row 2 (DEC-19, DEC-24, DEC-25, DEC-27, DEC-28). */
export function submit(m: Model, who: ActorName): ExpectedAnswer {
  const refused = submitRefusal(m, who);
  if (refused) return refused;
  const failed = submitErrors(m);
  if (failed.length > 0) return `POS_BAD_REQUEST ${failed.join(' ')}`;
  const final = finalFor(m, totalOf(m.lines));
  if (final === null) return 'POS_NO_VALID_WORKFLOW_STEP';
  begin(m, final);
  if (m.submittedBefore) m.revision += 1;
  m.submittedBefore = true;
  m.submitter = who;
  m.status = 'IN_APPROVAL';
  m.needsRevision = false;
  if (openChangeOrder(m)) mirror(m, 'SUBMITTED_FOR_APPROVAL');
  return done(m, 'SUBMITTED');
}

/** Refuses all but the current approver; `step` is the index of the step that the user's screen shows. */
export function approverRefusal(m: Model, who: ActorName, step: number): string | null {
  if (m.status === 'IN_APPROVAL' && m.flow?.current === step) {
    return currentApprovers(m).includes(who) ? null : 'FORBIDDEN';
  }
  return couldApprove(m, who) ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
}

/** The effect of the last vote (DEC-32). A payment that has changed in accounting stays approved (DEC-03). */
function complete(m: Model): ExpectedAnswer {
  if (openChangeOrder(m)) mirror(m, 'APPROVED');
  m.status = 'APPROVED';
  if (m.kind.docType === 'PO') {
    const { lines, description, revision, flow } = m;
    Object.assign(m, { owner: m.kind.creator, locked: 0, found: true });
    if (flow) m.approvedVersions.push({ lines, description, revision, flow: structuredClone(flow) });
  }
  const heard = done(m, 'APPROVED');
  if (m.kind.docType === 'PAYMENT' && m.bookCents !== totalOf(m.lines)) return 'accounting_interface_error';
  m.posted += 1;
  return heard;
}

/** Rows 4 to 6; of invoices 4 and 5, of payments 3 (DEC-22, DEC-23, DEC-25, DEC-27, DEC-28). */
export function approve(m: Model, who: ActorName, step: number): ExpectedAnswer {
  const standing = m.status === 'IN_APPROVAL' || m.status === 'APPROVED';
  if (standing && m.flow?.votes[step]?.includes(who)) return 'same';
  const refused = approverRefusal(m, who, step);
  if (refused || !m.flow) return refused ?? 'FORBIDDEN';
  m.lastVote = { who, version: m.version + 1, flow: structuredClone(m.flow), special: m.special };
  m.flow.votes[step]?.push(who);
  m.flow.contents[voteKey(step, who)] = m.content.number;
  if (specials.includes(who)) m.special = true;
  if ((m.flow.votes[step]?.length ?? 0) >= (m.kind.flow[step]?.needed ?? 0)) {
    m.flow.statuses[step] = 'APPROVED';
    moveOn(m.flow, step, m.content.number);
  }
  if (m.flow.current === null) return complete(m);
  if (openChangeOrder(m)) mirror(m, statusOf(m));
  return done(m, 'APPROVED');
}

/** Only the user whose vote is the newest event, before the document is complete (RUN-06, RUN-07). */
export function takeBack(m: Model, who: ActorName): ExpectedAnswer {
  const { flow, lastVote: last } = m;
  const isOwn = m.status === 'IN_APPROVAL' && last?.who === who && last.version === m.version;
  if (!flow || !isOwn) return couldApprove(m, who) ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
  m.flow = last.flow;
  m.special = last.special;
  if (openChangeOrder(m)) mirror(m, statusOf(m));
  return done(m);
}

/** Row 7; of invoices row 6 (DEC-25, DEC-27). */
export function revise(m: Model, who: ActorName, step: number): ExpectedAnswer {
  if (!m.kind.knows.includes('revise')) return 'invalid_parameter';
  const refused = approverRefusal(m, who, step);
  if (refused) return refused;
  close(m, 'REVISION');
  if (openChangeOrder(m)) mirror(m, 'DRAFT');
  const reason = `REVISION ${m.changeOrder.current}`;
  m.status = 'DRAFT';
  m.needsRevision = true;
  return done(m, 'NEEDS REVISION', reason);
}

/** Row 8; of payments row 4 (DEC-27, DEC-28, DEC-41). */
export function deny(m: Model, who: ActorName, step: number): ExpectedAnswer {
  if (!m.kind.knows.includes('deny')) return 'invalid_parameter';
  const refused = approverRefusal(m, who, step);
  if (refused) return refused;
  close(m, 'DENIED');
  m.status = 'DENIED';
  return done(m, 'DENIED', 'DENIED 0');
}

/** Rows 8, 9, 12, 15, 16 and 19; of invoices 7 and 11 (DEC-25, DEC-26 void, DEC-27, DEC-41). */
export function voidIt(m: Model, who: ActorName): ExpectedAnswer {
  if (!m.kind.knows.includes('void')) return 'invalid_parameter';
  if (!voiders.includes(who)) return 'FORBIDDEN';
  if (m.status === 'VOID' || m.status === 'DENIED') {
    return owns(m, who) || listed(m, who) ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
  }
  // Only its owner may void a draft order; a returned invoice also its approvers.
  const isHeard = m.status !== 'DRAFT' || m.kind.docType === 'INVOICE';
  if (!owns(m, who) && !(isHeard && (currentApprovers(m).includes(who) || voted(m, who)))) return 'FORBIDDEN';
  close(m, 'VOID');
  m.needsRevision = false;
  if (!openChangeOrder(m)) {
    m.status = 'VOID';
    return done(m, 'VOID', 'VOID 0');
  }
  const reason = `VOID ${m.changeOrder.current}`;
  mirror(m, 'VOID');
  m.changeOrder.current = lastApprovedOrder(m);
  restoreApproved(m);
  return done(m, 'VOID', reason);
}

/** Row 10; of invoices row 9; of a payment by its submitter or an admin (DEC-25, DEC-27, DEC-28 row 5). */
export function pull(m: Model, who: ActorName): ExpectedAnswer {
  const mine = m.kind.docType === 'PAYMENT' ? m.submitter === who || who === admin : owns(m, who);
  if (!mine && (m.status === 'IN_APPROVAL' || m.kind.docType === 'PAYMENT' || !isLate(m, who)))
    return 'FORBIDDEN';
  if (m.status !== 'IN_APPROVAL') return 'WORKFLOW_CONFLICT';
  if (openChangeOrder(m)) mirror(m, 'DRAFT');
  m.status = 'DRAFT';
  m.flow = null;
  return done(m);
}

export function note(m: Model): ExpectedAnswer {
  return done(m, undefined, `STANDARD ${m.changeOrder.current}`);
}

/** Owner, admin, current approver; of a payment that was not submitted or was pulled, any user (DEC-13). */
export function attach(m: Model, who: ActorName, count: number): ExpectedAnswer {
  const isOpenPayment = m.kind.docType === 'PAYMENT' && (m.status === 'DRAFT' || m.submitter === who);
  if (!owns(m, who) && !isOpenPayment && !currentApprovers(m).includes(who)) return 'FORBIDDEN';
  if (['VOID', 'DENIED', 'CANCELED'].includes(m.status)) return 'WORKFLOW_CONFLICT';
  // The sent list omits the existing files: an approved document keeps them (DEC-53), and one in approval restarts
  // (DEC-40).
  if (m.attachments > 0 && m.status === 'APPROVED') return 'WORKFLOW_CONFLICT';
  if (m.attachments > 0 && m.status === 'IN_APPROVAL') {
    const final = finalFor(m, totalOf(m.lines));
    if (final === null) return 'POS_NO_VALID_WORKFLOW_STEP';
    begin(m, final, true);
    m.revision += 1;
    if (openChangeOrder(m)) mirror(m, 'SUBMITTED_FOR_APPROVAL');
  }
  if (count > 0 || m.attachments > 0) m.attachmentChanges += 1;
  m.attachments = count;
  return done(m);
}

/** Row 6: canceled in accounting itself. A denied payment is not affected (DEC-28). */
export function cancel(m: Model): ExpectedAnswer {
  if (m.status === 'DENIED' || m.status === 'CANCELED') return 'same';
  if (m.flow) m.flow.current = null;
  m.status = 'CANCELED';
  return done(m);
}

/** Row 1: a draft follows accounting; later changes stay in accounting (DEC-28). */
export function retotal(m: Model, cents: number): ExpectedAnswer {
  m.bookCents = cents;
  if (m.status !== 'DRAFT' || totalOf(m.lines) === cents) return 'same';
  m.lines = [{ cents, coding: '' }];
  return done(m);
}

/** Restarts at the first step without votes. A step that the template no longer has finishes as it is (DEC-65). */
export function restart(m: Model): ExpectedAnswer {
  const final = finalFor(m, totalOf(m.lines));
  if (m.status !== 'IN_APPROVAL' || final === null) return 'same';
  begin(m, final);
  if (openChangeOrder(m)) mirror(m, 'SUBMITTED_FOR_APPROVAL');
  return done(m);
}
