import type { Action } from '#domain/lifecycle/transition';
import { ApiError } from '../../../../api.ts';
import type { ToastLink } from '../../../../parts/overlays/toast.tsx';
import { decide, pullFromApproval } from '../../calls.ts';
import type { ActionOptions } from '../../calls.ts';
import type { StoredDocument } from '../../document.ts';
import { editPath } from '../../paths.ts';
import { approveFailed, approvedWithError, done, failed, submitFailed } from '../../messages.ts';
import { orderActs } from './purchase-order-actions.ts';
import { submit } from './submit.ts';

/** What can be done with a stored document as a whole, in the words of the lifecycle. */
export type ActName = Extract<
  Action,
  | 'approve'
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

export interface Occasion {
  document: StoredDocument;
  /** The content that the user has seen (DEC-30). */
  contentVersion: number;
  options: ActionOptions;
  /** Of a payment: the flow that the submitter chose, if any (DEC-44). */
  templateSlug: string | null;
  /** Where the next document of the queue, or else the list, is (AP-07). */
  after: (nextId: string | null) => string;
}

export interface Outcome {
  /** `failure`: a rule that the web knows said no, and nothing was sent. */
  type: 'success' | 'warning' | 'failure';
  text: string;
  /** Null: the user stays. */
  goTo: string | null;
  /** Where it is to be seen again, for whoever is led elsewhere. */
  follow?: ToastLink;
  /** The content that the act itself has left, where the user stays with the document. */
  contentVersion?: number;
}

export interface Act {
  perform: (occasion: Occasion) => Promise<Outcome>;
  failed: (error: unknown, document: StoredDocument) => string;
}

/** DEC-03: the approval stands although accounting refused. Null: it does not. */
function approvedAnyway(error: unknown): { nextId: string | null } | null {
  if (!(error instanceof ApiError) || error.body['approved'] !== true) return null;
  const nextId = error.body['nextId'];
  return { nextId: typeof nextId === 'string' ? nextId : null };
}

async function approve({ document, contentVersion, options, after }: Occasion): Promise<Outcome> {
  try {
    const { nextId } = await decide.approve(document, contentVersion, options);
    return { type: 'success', text: done.approved(document.name), goTo: after(nextId) };
  } catch (error) {
    const approved = approvedAnyway(error);
    if (!approved) throw error;
    return { type: 'warning', text: approvedWithError(document.name), goTo: after(approved.nextId) };
  }
}

/** One of the three decisions that want a reason. */
function withReason(
  name: 'revise' | 'void' | 'deny',
  said: (doc: string) => string,
  failure: (doc: string) => string,
): Act {
  return {
    perform: async ({ document, contentVersion, options, after }) => {
      const { nextId } = await decide[name](document, contentVersion, options);
      return { type: 'success', text: said(document.name), goTo: after(nextId) };
    },
    failed: (_error, { name: doc }) => failure(doc),
  };
}

/** Each act: the call, what is said, where it leads. */
export const acts: Record<ActName, Act> = {
  approve: { perform: approve, failed: approveFailed },
  revise: withReason('revise', done.revision, failed.revise),
  void: withReason('void', done.voided, failed.void),
  // AP-29: a denial that fails is told of in the same words.
  deny: withReason('deny', done.denied, failed.void),
  submit: { perform: submit, failed: submitFailed },
  pull: {
    perform: async ({ document }) => {
      await pullFromApproval(document);
      return {
        type: 'success',
        text: done.pulled(document.name),
        goTo: editPath(document.docType, document.id),
      };
    },
    failed: (_error, { name }) => failed.pull(name),
  },
  ...orderActs,
};
