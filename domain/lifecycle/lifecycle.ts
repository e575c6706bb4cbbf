import { Refusal, type Code } from '#domain/codes';
import { editable, inApproval, type DocType } from '#domain/document';
import type { Change, DecideInput, Decision } from './decision.ts';
import { outcome } from './outcome.ts';
import type { Action, Rule, Transition } from './transition.ts';
import {
  couldHold,
  hasOpenChangeOrder,
  holds,
  isForbiddenSelfApproval,
  openChangeOrder,
  type Actor,
  type Subject,
} from './subject.ts';
import { transitions } from './transition-table.ts';
import { can, departmentRefusal, moduleVisible } from '#domain/identity/permissions';
import type { Settings } from '#domain/settings';
import { temporaryVendorRule } from './temporary-vendor-rule.ts';
import { atFinalStep, currentStep, hasApproved } from '#domain/workflow/workflow';

/** What the user was looking at: see `DecideInput`. */
type Seen = Pick<
  DecideInput,
  'workflowStepId' | 'workflowId' | 'changeOrderNumber' | 'contentVersion' | 'orderDepartmentId'
>;

const notEditable = {
  PO: 'ERROR_PO_NOT_EDITABLE',
  INVOICE: 'ERROR_INVOICE_NOT_EDITABLE',
  PAYMENT: 'WORKFLOW_CONFLICT',
} as const satisfies Record<DocType, Code>;

type Ask = (subject: Subject, actor: Actor, settings: Settings) => Code | null;

const rules: Record<Rule, Ask> = {
  TEMPORARY_VENDOR: (subject, _actor, settings) =>
    temporaryVendorRule(subject.docType, {
      temporary: subject.vendorIsTemporary,
      replacePoTempVendors: settings.replacePoTempVendors,
      finalStep: atFinalStep(subject.instance),
    }).approve
      ? null
      : 'TEMP_VENDOR_NOT_ALLOWED',
  ADJUSTABLE: (subject) => {
    if (subject.archived || subject.isRelieved) return 'WORKFLOW_CONFLICT';
    return subject.vendorIsTemporary || subject.vendorActive ? null : 'POS_BAD_REQUEST';
  },
  NO_RELIEF: (subject) => (subject.hasRelief ? 'WORKFLOW_CONFLICT' : null),
  PUSHABLE: (subject) => (subject.vendorIsTemporary ? 'TEMP_VENDOR_NOT_ALLOWED' : null),
  PUSHABLE_UNAPPROVED: (subject, actor, settings) => {
    if (!settings.sendUnapprovedPurchaseOrders || !actor.sendUnapproved) return 'WORKFLOW_CONFLICT';
    return subject.vendorIsTemporary ? 'TEMP_VENDOR_NOT_ALLOWED' : null;
  },
  FOUND_IN_ACCOUNTING: (subject) => (subject.foundInAccounting ? null : 'WORKFLOW_CONFLICT'),
};

function fits(row: Transition, subject: Subject): boolean {
  if (row.from === 'NEW' || subject.version === 0) return row.from === 'NEW' && subject.version === 0;
  if (row.changeOrder && (row.changeOrder === 'OPEN') !== hasOpenChangeOrder(subject)) return false;
  return row.from.some(
    (pair) => pair.status === subject.status && pair.submissionStatus === subject.submissionStatus,
  );
}

function permitted(row: Transition, subject: Subject, actor: Actor, relation = holds): boolean {
  if (row.permission && !can(actor.permissions, row.permission, 'FULL')) return false;
  return row.who.some((who) => relation(who, subject, actor));
}

/** Somebody who has to do with the document, whether or not the action is one of his. */
function isInsider(subject: Subject, actor: Actor): boolean {
  return (['OWNER', 'ADMIN', 'SUBMITTER', 'ON_WORKFLOW'] as const).some((who) =>
    couldHold(who, subject, actor),
  );
}

/**
 * DEC-30: the step, or the workflow, that the user saw is no longer the present one; or the change order is not, so that
 * whoever means to void one that has just ended does not void the order itself (DEC-25 rows 15 and 16).
 */
function isStale(subject: Subject, seen: Seen): boolean {
  if (typeof seen.changeOrderNumber === 'number' && openChangeOrder(subject) !== seen.changeOrderNumber)
    return true;
  if (seen.workflowId && subject.instance?.id !== seen.workflowId) return true;
  return seen.workflowStepId ? currentStep(subject.instance)?.id !== seen.workflowStepId : false;
}

/** DEC-30: the document's content is no longer the one that the user saw. */
function hasOtherContent(subject: Subject, { contentVersion }: Seen): boolean {
  return typeof contentVersion === 'number' && contentVersion !== subject.contentVersion;
}

/** DEC-02: why the state does not allow it. Edits have a code of their own, except that VOID is final (DEC-25/19). */
function outOfPlace(subject: Subject, action: Action): Code {
  const edits = action === 'save' || action === 'edit-in-approval';
  if (edits) return notEditable[subject.docType];
  const submits = action === 'submit' || action === 'discard';
  if (submits && subject.status !== 'VOID' && !editable(subject.submissionStatus)) {
    return notEditable[subject.docType];
  }
  return 'WORKFLOW_CONFLICT';
}

/** 403 before everything else (DEC-98): rights that the row in the table does not speak of. */
function forbidden(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  { orderDepartmentId }: Seen,
): Code | null {
  if (action === 'approve' && isForbiddenSelfApproval(subject, actor.userId, settings)) {
    return 'FORBIDDEN';
  }
  // The department of a change order is locked and its requester may be an approver from elsewhere (DEC-26).
  const inDepartment = action === 'create' || (action === 'submit' && !hasOpenChangeOrder(subject));
  return inDepartment && !actor.isSystem && subject.docType !== 'PAYMENT'
    ? departmentRefusal(actor, subject.docType, subject.departmentId, orderDepartmentId ?? null)
    : null;
}

type Found = { row: Transition; code: null } | { row: null; code: Code };

function refuse(code: Code): Found {
  return { row: null, code };
}

/** The row that allows the action, or the code that refuses it: permission, then state, then rules (DEC-98). */
function find(subject: Subject, action: Action, actor: Actor, settings: Settings, seen: Seen): Found {
  if (!actor.isSystem && !moduleVisible(actor.modules, subject.docType)) return refuse('FORBIDDEN');
  const all = transitions[subject.docType].filter((row) => row.action === action);
  if (all.length === 0) return refuse(isInsider(subject, actor) ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN');
  const stale = isStale(subject, seen);
  const changed = hasOtherContent(subject, seen);
  const here = stale ? [] : all.filter((row) => fits(row, subject));
  if (here.length === 0) {
    const near = all.some((row) => permitted(row, subject, actor, couldHold));
    const late = action === 'edit-in-approval' ? isInsider(subject, actor) : near;
    if (!late) return refuse('FORBIDDEN');
    return refuse(stale || changed ? 'WORKFLOW_CONFLICT' : outOfPlace(subject, action));
  }
  const row = here.find((candidate) => permitted(candidate, subject, actor));
  if (!row) {
    const late = action === 'edit-in-approval' && isInsider(subject, actor);
    return refuse(late ? notEditable[subject.docType] : 'FORBIDDEN');
  }
  const code =
    forbidden(subject, action, actor, settings, seen) ??
    (changed ? 'WORKFLOW_CONFLICT' : null) ??
    (row.rule ? rules[row.rule](subject, actor, settings) : null);
  return code === null ? { row, code } : refuse(code);
}

/**
 * Why this actor may not do this now, or null. The button and the server ask this same function. It does not look at
 * what only comes with the request (reason, lines, template): `decide` does. `seen.contentVersion` is the content that the
 * request names (DEC-30), `seen.orderDepartmentId` what `departmentRefusal` takes for an invoice.
 */
export function refusal(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  seen: Pick<DecideInput, 'contentVersion' | 'orderDepartmentId'> = {},
): Code | null {
  return find(subject, action, actor, settings, seen).code;
}

/** DEC-16: a PUT is a save of a draft, or an approver's edit of a document in approval. */
export function editAction(subject: Pick<Subject, 'status'>): 'save' | 'edit-in-approval' {
  return inApproval(subject.status) ? 'edit-in-approval' : 'save';
}

/** DEC-16: why this actor may not edit, or null; for the edit route, PUT and the line update. */
export function editRefusal(subject: Subject, actor: Actor, settings: Settings): Code | null {
  return refusal(subject, editAction(subject), actor, settings);
}

/** A repeated click finds its own vote: on the step it names, else on the current or, once approved, the final one. */
function hasVotedBefore(subject: Subject, actor: Actor, seen: Seen): boolean {
  const { instance, status } = subject;
  if (instance === null || !moduleVisible(actor.modules, subject.docType)) return false;
  if (status !== 'APPROVED' && !inApproval(status)) return false;
  const named = (order: number) => instance.steps.find((step) => step.order === order);
  const step = seen.workflowStepId
    ? instance.steps.find((candidate) => candidate.id === seen.workflowStepId)
    : seen.workflowId && seen.workflowId !== instance.id
      ? undefined
      : named(instance.currentOrder ?? instance.finalOrder);
  return step !== undefined && hasApproved(step, actor.userId);
}

/**
 * Everything that one action writes. Throws `Refusal` with the code of `refusal`, with `WORKFLOW_CONFLICT` when the
 * step seen is no longer current (DEC-30, DEC-82), with `MISSING_REQUIRED_FIELDS` for an empty reason, or with what
 * DEC-24 finds at submit.
 */
export function decide(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  input: DecideInput,
): Decision {
  if (action === 'approve' && hasVotedBefore(subject, actor, input)) return { kind: 'ALREADY_DONE' };
  const found = find(subject, action, actor, settings, input);
  if (found.row === null) {
    // The only rule of this code that `refusal` knows is the inactive vendor of a change order (DEC-43).
    throw new Refusal(found.code, found.code === 'POS_BAD_REQUEST' ? { errors: ['vendor'] } : {});
  }
  const change: Change = outcome({ subject, action, actor, settings, input, row: found.row });
  return change;
}
