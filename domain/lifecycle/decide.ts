import { Refusal, type Code } from '#domain/codes';
import { editable, inApproval, type DocType } from '#domain/document';
import type { Change, DecideInput, Decision } from './change.ts';
import type { StandIn } from '#domain/cover/cover';
import { outcome } from './outcome.ts';
import type { Action, Rule, Transition } from './transition.ts';
import {
  couldHaveRelation,
  coversApprover,
  hasOpenChangeOrder,
  hasRelation,
  isForbiddenSelfApproval,
  openChangeOrder,
  standInFor,
  waitingPeople,
  type Actor,
  type Subject,
} from './subject.ts';
import { can, departmentRefusal, moduleVisible } from '#domain/identity/permissions';
import type { Settings } from '#domain/settings';
import { temporaryVendorRule } from './temporary-vendor-rule.ts';
import { earlierSteps } from '#domain/workflow/send-back';
import { stepApprovedLast } from '#domain/workflow/take-back';
import { atFinalStep, currentStep } from '#domain/workflow/workflow';
import { invoiceTransitions } from './invoice-transitions.ts';
import { paymentTransitions } from './payment-transitions.ts';
import { purchaseOrderTransitions } from './purchase-order-transitions.ts';

/** The state that the user saw, see `DecideInput`. */
type SeenState = Pick<
  DecideInput,
  'workflowStepId' | 'workflowId' | 'changeOrderNumber' | 'contentVersion' | 'orderDepartmentId'
>;

const notEditable = {
  PO: 'ERROR_PO_NOT_EDITABLE',
  INVOICE: 'ERROR_INVOICE_NOT_EDITABLE',
  PAYMENT: 'WORKFLOW_CONFLICT',
} as const satisfies Record<DocType, Code>;

type RuleCheck = (subject: Subject, actor: Actor, settings: Settings) => Code | null;

const rules: Record<Rule, RuleCheck> = {
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
  EARLIER_STEP: ({ instance }) => (earlierSteps(instance).length > 0 ? null : 'WORKFLOW_CONFLICT'),
  NUDGEABLE: (subject, actor) => {
    if (waitingPeople(subject).every(({ userId }) => userId === actor.userId)) return 'WORKFLOW_CONFLICT';
    return subject.isNudgedToday ? 'already_nudged' : null;
  },
  FOUND_IN_ACCOUNTING: (subject) => (subject.foundInAccounting ? null : 'WORKFLOW_CONFLICT'),
};

function matchesState(transition: Transition, subject: Subject): boolean {
  if (transition.from === 'NEW' || subject.version === 0)
    return transition.from === 'NEW' && subject.version === 0;
  if (transition.changeOrder && (transition.changeOrder === 'OPEN') !== hasOpenChangeOrder(subject))
    return false;
  return transition.from.some(
    (pair) => pair.status === subject.status && pair.submissionStatus === subject.submissionStatus,
  );
}

function isPermitted(
  transition: Transition,
  subject: Subject,
  actor: Actor,
  relation = hasRelation,
): boolean {
  if (transition.permission && !can(actor.permissions, transition.permission, 'FULL')) return false;
  return (
    transition.who.some((who) => relation(who, subject, actor)) ||
    (transition.who.includes('CURRENT_APPROVER') &&
      (relation === hasRelation
        ? standInFor(subject, transition.action, actor) !== null
        : coversApprover(subject, actor)))
  );
}

/** The absent approver for whom the actor acts, unless the transition allows the action to the actor themselves (COV-04). */
function actsFor(transition: Transition, subject: Subject, actor: Actor): StandIn | null {
  const isOwn = transition.who.some((who) => hasRelation(who, subject, actor));
  return isOwn ? null : standInFor(subject, transition.action, actor);
}

/** True for a user who is involved in the document, whether or not they may perform the action. */
function isInsider(subject: Subject, actor: Actor): boolean {
  return (['OWNER', 'ADMIN', 'SUBMITTER', 'ON_WORKFLOW'] as const).some((who) =>
    couldHaveRelation(who, subject, actor),
  );
}

/**
 * True when the step, the workflow or the change order that the user saw is no longer the current one (DEC-30). An
 * approval that is taken back names its own step. Voiding a change order that has just ended must not void the order
 * itself (DEC-25 rows 15 and 16).
 */
function isStale(subject: Subject, action: Action, actor: Actor, seen: SeenState): boolean {
  if (typeof seen.changeOrderNumber === 'number' && openChangeOrder(subject) !== seen.changeOrderNumber)
    return true;
  if (seen.workflowId && subject.instance?.id !== seen.workflowId) return true;
  if (!seen.workflowStepId) return false;
  const step =
    action === 'take-back'
      ? stepApprovedLast(subject.instance, subject.version, actor.userId)
      : currentStep(subject.instance);
  return step?.id !== seen.workflowStepId;
}

/** True when the document's content is no longer the one that the user saw (DEC-30). */
function hasOtherContent(subject: Subject, { contentVersion }: SeenState): boolean {
  return typeof contentVersion === 'number' && contentVersion !== subject.contentVersion;
}

/**
 * Returns the code for an action that the state does not allow (DEC-02). Edits have their own code, except that VOID is
 * final (DEC-25/19).
 */
function stateRefusal(subject: Subject, action: Action): Code {
  const edits = action === 'save' || action === 'edit-in-approval';
  if (edits) return notEditable[subject.docType];
  const submits = action === 'submit' || action === 'discard';
  if (submits && subject.status !== 'VOID' && !editable(subject.submissionStatus)) {
    return notEditable[subject.docType];
  }
  return 'WORKFLOW_CONFLICT';
}

/** Permissions that the transition does not cover; 403 takes precedence over other codes (DEC-98). */
function permissionRefusal(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  { orderDepartmentId }: SeenState,
): Code | null {
  const votesAs = [actor.userId, standInFor(subject, action, actor)?.onBehalfOf.userId ?? actor.userId];
  if (action === 'approve' && votesAs.some((id) => isForbiddenSelfApproval(subject, id, settings))) {
    return 'FORBIDDEN';
  }
  // A change order's department is locked, and its requester may be an approver of another department (DEC-26).
  const inDepartment = action === 'create' || (action === 'submit' && !hasOpenChangeOrder(subject));
  return inDepartment && !actor.isSystem && subject.docType !== 'PAYMENT'
    ? departmentRefusal(actor, subject.docType, subject.departmentId, orderDepartmentId ?? null)
    : null;
}

type TransitionResult = { transition: Transition; code: null } | { transition: null; code: Code };

function refuse(code: Code): TransitionResult {
  return { transition: null, code };
}

/** Returns the transition that allows the action, or the code that rejects it: permission, then state, then rules (DEC-98). */
function findTransition(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  seen: SeenState,
): TransitionResult {
  if (!actor.isSystem && !moduleVisible(actor.modules, subject.docType)) return refuse('FORBIDDEN');
  const all = transitions[subject.docType].filter((transition) => transition.action === action);
  if (all.length === 0) return refuse(isInsider(subject, actor) ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN');
  const stale = isStale(subject, action, actor, seen);
  const changed = hasOtherContent(subject, seen);
  const matching = stale ? [] : all.filter((transition) => matchesState(transition, subject));
  if (matching.length === 0) {
    const couldBePermitted = all.some((transition) =>
      isPermitted(transition, subject, actor, couldHaveRelation),
    );
    const isLate = action === 'edit-in-approval' ? isInsider(subject, actor) : couldBePermitted;
    if (!isLate) return refuse('FORBIDDEN');
    return refuse(stale || changed ? 'WORKFLOW_CONFLICT' : stateRefusal(subject, action));
  }
  const transition = matching.find((candidate) => isPermitted(candidate, subject, actor));
  if (!transition) {
    const isLate =
      action === 'take-back'
        ? couldHaveRelation('APPROVED_LAST', subject, actor)
        : action === 'edit-in-approval' && isInsider(subject, actor);
    return refuse(isLate ? stateRefusal(subject, action) : 'FORBIDDEN');
  }
  const code =
    permissionRefusal(subject, action, actor, settings, seen) ??
    (changed ? 'WORKFLOW_CONFLICT' : null) ??
    (transition.rule ? rules[transition.rule](subject, actor, settings) : null);
  return code === null ? { transition, code } : refuse(code);
}

/**
 * Returns why this actor may not perform this action now, or null. Buttons and server call the same function. It
 * ignores what only comes with the request (reason, lines, template), which `decide` checks. `seen.contentVersion` is
 * the content that the request names (DEC-30), `seen.orderDepartmentId` the input of `departmentRefusal` for an
 * invoice.
 */
export function refusal(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  seen: Pick<DecideInput, 'contentVersion' | 'orderDepartmentId'> = {},
): Code | null {
  return findTransition(subject, action, actor, settings, seen).code;
}

/** A PUT saves a draft, or is an approver's edit of a document in approval (DEC-16). */
export function editAction(subject: Pick<Subject, 'status'>): 'save' | 'edit-in-approval' {
  return inApproval(subject.status) ? 'edit-in-approval' : 'save';
}

/** Returns why this actor may not edit, or null; for the edit route, PUT and the line update (DEC-16). */
export function editRefusal(subject: Subject, actor: Actor, settings: Settings): Code | null {
  return refusal(subject, editAction(subject), actor, settings);
}

/**
 * True for a repeated click: the user's vote is on the named step, else on the current step or, once approved, on the
 * final one.
 */
function hasVotedBefore(subject: Subject, actor: Actor, seen: SeenState): boolean {
  const { instance, status } = subject;
  if (instance === null || !moduleVisible(actor.modules, subject.docType)) return false;
  if (status !== 'APPROVED' && !inApproval(status)) return false;
  const stepWithOrder = (order: number) => instance.steps.find((step) => step.order === order);
  const step = seen.workflowStepId
    ? instance.steps.find((candidate) => candidate.id === seen.workflowStepId)
    : seen.workflowId && seen.workflowId !== instance.id
      ? undefined
      : stepWithOrder(instance.currentOrder ?? instance.finalOrder);
  const { userId } = actor;
  return (
    step !== undefined &&
    step.approvals.some((vote) => vote.userId === userId || vote.castBy?.userId === userId)
  );
}

/**
 * Returns everything that an action writes. Throws `Refusal` with the code of `refusal`, with `WORKFLOW_CONFLICT` when
 * the step seen is no longer current (DEC-30, DEC-82), with `MISSING_REQUIRED_FIELDS` for an empty reason, or with a
 * submit error of DEC-24.
 */
export function decide(
  subject: Subject,
  action: Action,
  actor: Actor,
  settings: Settings,
  input: DecideInput,
): Decision {
  if (action === 'approve' && hasVotedBefore(subject, actor, input)) return { kind: 'ALREADY_DONE' };
  const result = findTransition(subject, action, actor, settings, input);
  if (result.transition === null) {
    // `refusal` returns this code only for the inactive vendor of a change order (DEC-43).
    throw new Refusal(result.code, result.code === 'POS_BAD_REQUEST' ? { errors: ['vendor'] } : {});
  }
  const { transition } = result;
  const standIn = actsFor(transition, subject, actor);
  const change: Change = outcome({ subject, action, actor, settings, input, transition, standIn });
  return change;
}

/** All allowed transitions of a document (DEC-25, DEC-27, DEC-28). */
export const transitions: Record<DocType, readonly Transition[]> = {
  PO: purchaseOrderTransitions,
  INVOICE: invoiceTransitions,
  PAYMENT: paymentTransitions,
};
