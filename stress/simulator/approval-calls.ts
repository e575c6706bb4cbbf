import type { RequestContext } from '../../functions/verbs/request/context.ts';
import type { ApprovalAction, Command } from './calls.ts';
import type { Product } from './product.ts';
import { showId } from './studio.ts';

/** Days from the simulated one on. */
export const coverDays = { firstDay: '2026-11-21', lastDay: '2026-11-22' };

type Named<Kind extends ApprovalAction['kind']> = Extract<ApprovalAction, { kind: Kind }>;

/** Does what the route of an action of `ApprovalAction` does and returns its result. */
export async function performApprovalAction(
  product: Product,
  context: RequestContext,
  command: Command & { action: ApprovalAction },
): Promise<unknown> {
  const { action } = command;
  const { plans, readPlan, bulk, covers } = product;
  switch (action.kind) {
    case 'bulk-submit':
    case 'bulk-push': {
      const items = action.items.map(({ id, contentVersion }) => ({ id, contentVersion }));
      const what = action.kind === 'bulk-push' ? 'push' : 'submit';
      const request = product.bulkItemsRequest({ items, docType: action.docType, showId });
      const { rows } = await readPlan(plans.storedAnswer(context));
      return bulk.startBulkAction(context, what, request, rows);
    }
    case 'undo-bulk': {
      const { rows } = await readPlan(bulk.undoPlan(context, action.run));
      return bulk.undoBulkApproval(context, rows);
    }
    case 'ask':
      return note(product, context, command, { askedUserId: action.asked });
    case 'answer':
      return note(product, context, command, { questionId: action.question });
    case 'withdraw-question': {
      const reading = await readPlan(plans.note(context, action.id, action.question));
      return product.withdrawQuestion(context, action.docType, reading);
    }
    case 'cover': {
      const { rows } = await readPlan(covers.newCoverPlan(context));
      const { kind: _kind, ...own } = action;
      const draft = product.coverDraft({ ...own, ...coverDays });
      return covers.setCover(context, rows, draft);
    }
    case 'approve-cover': {
      const { rows } = await readPlan(covers.approveCoverPlan(context, action.cover));
      return covers.approveCover(context, rows);
    }
    case 'cancel-cover': {
      const { rows } = await readPlan(covers.coverPlan(context, action.cover));
      return covers.cancelCover(context, rows);
    }
    case 'replace':
      return replace(product, context, action);
    case 'mail-link':
      return confirmLink(product, context, command, action);
  }
}

async function note(
  product: Product,
  context: RequestContext,
  command: Command,
  question: { askedUserId?: string; questionId?: string },
): Promise<unknown> {
  const { action } = command;
  if (action.kind !== 'ask' && action.kind !== 'answer') throw new Error(`${action.kind} is not a note`);
  const draft = { keyId: '', content: `${action.kind} ${command.key}`, isReview: false, ...question };
  const reading = await product.readPlan(product.plans.newNote(context, action.id, draft));
  return product.addNote(context, action.docType, draft, reading);
}

/** Previews a replacement and starts it, as the dialog does. */
async function replace(
  { readPlan, replacement }: Product,
  context: RequestContext,
  { formerId, replacementId, workflowTemplateId }: Named<'replace'>,
): Promise<unknown> {
  const draft = { formerId, replacementId, workflowTemplateId };
  const preview = await readPlan(replacement.newReplacementPlan(context));
  const { id } = await replacement.previewReplacement(context, preview.rows, draft);
  const { rows } = await readPlan(replacement.startPlan(context, id));
  const { state } = await replacement.startReplacementRun(context, rows);
  return { id, state };
}

/** Opens a link twice, as mail programs do, and presses its button like the page of the link. */
async function confirmLink(
  { approvalLinks, Refusal }: Product,
  context: RequestContext,
  { user }: Command,
  { token, session }: Named<'mail-link'>,
): Promise<unknown> {
  await approvalLinks.openApprovalLink(context, token);
  const opened = await approvalLinks.openApprovalLink(context, token);
  if (!opened) throw new Refusal('NOT_FOUND');
  if (session !== null && session !== user) throw new Refusal('FORBIDDEN');
  if (opened.end !== null) throw new Refusal('WORKFLOW_CONFLICT', { message: opened.end });
  if (session === null && opened.mustSignIn) throw new Refusal('FORBIDDEN');
  return approvalLinks.approveByLink(opened, { isSignedIn: session !== null, budgetAnswer: null });
}
