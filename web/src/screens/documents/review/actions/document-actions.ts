import type { Action } from '#domain/lifecycle/transition';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { ApiError } from '../../../../api.ts';
import type { ToastLink } from '../../../../parts/overlays/toast.tsx';
import { decide, nudgeApprovers, pullFromApproval, sendBack, takeBackApproval } from '../../calls.ts';
import type { ActionOptions } from '../../calls.ts';
import type { StoredDocument } from '../../document.ts';
import { editPath } from '../../paths.ts';
import {
  approveFailed,
  approvedWithError,
  successTexts,
  failureTexts,
  nudgeFailed,
  submitFailed,
  takeBackFailed,
  voidFailed,
} from '../../messages.ts';
import { purchaseOrderActions } from './purchase-order-actions.ts';
import { submit } from './submit.ts';

/** The actions on a stored document as a whole, named as in the lifecycle. */
export type ActionName = Extract<
  Action,
  | 'approve'
  | 'take-back'
  | 'send-back'
  | 'nudge'
  | 'revise'
  | 'void'
  | 'deny'
  | 'submit'
  | 'pull'
  | 'push'
  | 'pull-from-accounting'
  | 'adjust'
  | 'discard'
>;

export interface ActionInput {
  document: StoredDocument;
  /** The user who acts. */
  userId: string;
  /** The content version that the user has seen (DEC-30). */
  contentVersion: number;
  options: ActionOptions;
  /** The approval flow that the submitter of a payment chose, if any (DEC-44). */
  templateSlug: string | null;
  /** The step to which the document is sent back (BACK-01). */
  toStepId: string | null;
  /** The approval steps that the page showed before a submit, if any (ROUTE-04). */
  shownRoute: ApprovalRoute | undefined;
  /** Returns the path of the next document in the queue, or of the list (AP-07). */
  after: (nextId: string | null) => Promise<string>;
}

export interface ActionNotice {
  /** `failure`: a rule in the browser failed, and nothing was sent. */
  type: 'success' | 'warning' | 'failure';
  text: string;
  /** Null: the user stays on the page. */
  goTo: string | null;
  /** The action can be undone for a moment (RUN-10). */
  isUndoable?: boolean;
  /** A link to the document, for actions that leave its page. */
  follow?: ToastLink;
  /** The content version that the action made, if the user stays with the document. */
  contentVersion?: number;
}

export interface DocumentAction {
  perform: (occasion: ActionInput) => Promise<ActionNotice>;
  failed: (error: unknown, document: StoredDocument) => string;
}

/** The approval took effect although accounting rejected the document. Null if it did not (DEC-03). */
function approvedDespiteError(error: unknown): { nextId: string | null } | null {
  if (!(error instanceof ApiError) || error.body['approved'] !== true) return null;
  const nextId = error.body['nextId'];
  return { nextId: typeof nextId === 'string' ? nextId : null };
}

async function approve({ document, contentVersion, options, after }: ActionInput): Promise<ActionNotice> {
  try {
    const { nextId, status } = await decide.approve(document, contentVersion, options);
    const text = successTexts.approved(document.name);
    return { type: 'success', text, goTo: await after(nextId), isUndoable: status !== 'APPROVED' };
  } catch (error) {
    const approved = approvedDespiteError(error);
    if (!approved) throw error;
    return { type: 'warning', text: approvedWithError(document.name), goTo: await after(approved.nextId) };
  }
}

/** A decision that needs a reason. */
function withReason(
  name: 'revise' | 'void' | 'deny',
  successText: (doc: string) => string,
  failure: (doc: string) => string,
): DocumentAction {
  return {
    perform: async ({ document, contentVersion, options, after }) => {
      const { nextId } = await decide[name](document, contentVersion, options);
      return { type: 'success', text: successText(document.name), goTo: await after(nextId) };
    },
    failed: (_error, { name: doc }) => failure(doc),
  };
}

/** The call, texts and next page of each action. */
export const documentActions: Record<ActionName, DocumentAction> = {
  approve: { perform: approve, failed: approveFailed },
  'take-back': {
    perform: async ({ document }) => {
      await takeBackApproval(document, null);
      return { type: 'success', text: successTexts.takenBack(document.name), goTo: null };
    },
    failed: takeBackFailed,
  },
  'send-back': {
    perform: async ({ document, contentVersion, options, toStepId, after }) => {
      const { nextId } = await sendBack(document, contentVersion, options, toStepId);
      const step = document.workflow?.steps.find(({ id }) => id === toStepId)?.name ?? 'an earlier step';
      return { type: 'success', text: successTexts.sentBack(document.name, step), goTo: await after(nextId) };
    },
    failed: (_error, { name }) => failureTexts.sendBack(name),
  },
  nudge: {
    perform: async ({ document, userId }) => {
      await nudgeApprovers(document);
      const people = document.wire.waiting?.with.filter(({ id }) => id !== userId) ?? [];
      return { type: 'success', text: successTexts.nudged(document.name, people), goTo: null };
    },
    failed: nudgeFailed,
  },
  revise: withReason('revise', successTexts.revision, failureTexts.revise),
  void: { ...withReason('void', successTexts.voided, failureTexts.void), failed: voidFailed },
  // A failed denial has the text of a failed void (AP-29).
  deny: withReason('deny', successTexts.denied, failureTexts.void),
  submit: { perform: submit, failed: submitFailed },
  pull: {
    perform: async ({ document }) => {
      await pullFromApproval(document);
      return {
        type: 'success',
        text: successTexts.pulled(document.name),
        goTo: editPath(document.docType, document.id),
      };
    },
    failed: (_error, { name }) => failureTexts.pull(name),
  },
  ...purchaseOrderActions,
};
