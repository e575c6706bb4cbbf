import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { DocType } from '#domain/document';
import { isGuarantor } from '#domain/identity/permissions';
import { showIdOf } from '#domain/values/ids';
import type { DocumentWarning } from '#domain/lifecycle/document-warning';
import type { LinkEnd } from '#domain/lifecycle/approval-link';
import { linkEnd, mayApproveWithoutSignIn } from '#domain/lifecycle/approval-link';
import type { Subject } from '#domain/lifecycle/subject';
import type { ActionResult } from '#domain/lifecycle/action-response';
import { readSecondFactor } from '#store/directory/second-factors';
import { readMembership, readUser, showQuery } from '#store/directory/users';
import { directoryOf, storeFor } from '#store/d1/open';
import { read, readPlan } from '#store/d1/query';
import type { Reading } from '#store/d1/query';
import { sha256 } from '#store/d1/sha256';
import { approvalLinkQuery, markLinkUsed } from '#store/show/mail/approval-links';
import type { ApprovalLinkRow } from '#store/show/mail/approval-links';
import { mailedPartsQuery } from '#store/show/mail/mailed-parts';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { actionPlan, performWorkflowAction } from '#verbs/approval/perform-workflow-action';
import { seesBudgetAnswer } from '#verbs/lifecycle/budget-decision';
import { isVisible } from '#verbs/lifecycle/reachable-document';
import { loadRequestContext } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { factsOf } from './create-links.ts';
import { warningsQuery } from './document-warnings.ts';

type LinkRow = ApprovalLinkRow & { type: DocType };

/** A link that exists, with why it no longer works, or with what is needed to show and decide the document. */
export type OpenedLink = { link: LinkRow } & (
  | { end: LinkEnd; warnings: readonly DocumentWarning[] }
  | { end: null; context: RequestContext; reading: Reading<LinkPlan>; mustSignIn: boolean }
);
export type OpenLink = Extract<OpenedLink, { end: null }>;

const documentOf = ({ documentId, type }: LinkRow) => ({
  docType: type,
  docId: documentId,
  getNext: false,
  nextOrder: 'NUMBER' as const,
});

function linkPlan(context: RequestContext, link: LinkRow) {
  const { documentId, type } = link;
  return {
    ...actionPlan(context, 'approve', documentOf(link)),
    affected: type === 'PAYMENT' ? null : affectedAccountsQuery(context.store, documentId),
    warnings: warningsQuery(context, type, documentId),
    parts: mailedPartsQuery(context.store, type, documentId),
  };
}
type LinkPlan = ReturnType<typeof linkPlan>;

/**
 * Opens the link of a token, and changes nothing: mail programs open links, too (LINK-04). Returns null for an unknown
 * token.
 */
export async function openApprovalLink(
  { env, now, runAfterResponse }: Pick<RequestContext, 'env' | 'now' | 'runAfterResponse'>,
  token: string,
): Promise<OpenedLink | null> {
  const showId = showIdOf(token);
  const show = showId === null ? null : await read(showQuery(directoryOf(env, showId)));
  if (!show?.isActive) return null;
  const store = storeFor(env, show);
  const link = await read(approvalLinkQuery(store, sha256(token)));
  if (!link) return null;
  const [member, user] = await Promise.all([
    readMembership(env, show.id, link.userId),
    readUser(env, link.userId),
  ]);
  if (!member || !user || isGuarantor(member.membership)) return { link, end: 'ACCESS', warnings: [] };
  const context = await loadRequestContext(env, { ...member, user, store, now, runAfterResponse });
  const reading = await readPlan(linkPlan(context, link));
  const { subject, warnings } = reading.rows;
  if (!subject) return null;
  const facts = factsOf(context, subject, warnings);
  const end = linkEnd(link, facts) ?? (isVisible(context, subject) ? null : 'NOT_APPROVER');
  // The budget is named only to those who see it (BUD-24).
  const named = facts.warnings.filter((one) => one !== 'OVER_BUDGET' || seesBudgetAnswer(context));
  if (end !== null) return { link, end, warnings: named };
  return { link, end, context, reading, mustSignIn: !(await isWaived(context, facts.subject)) };
}

/**
 * Whether the link is enough without a session. A user of an identity provider may have a second factor there, and so
 * counts as having one.
 */
async function isWaived(
  { env, user, settings }: RequestContext,
  document: Pick<Subject, 'docType' | 'totalCents'>,
): Promise<boolean> {
  const isWaivedWith = (hasSecondFactor: boolean) =>
    mayApproveWithoutSignIn(document, { hasSecondFactor }, settings);
  if (!isWaivedWith(user.mfaEnabled || !user.localUser)) return false;
  return isWaivedWith((await readSecondFactor(env, user.id)) !== null);
}

/**
 * Approves the document of a link as its user, once (LINK-06). `budgetAnswer` is that of the page, null for none (BUD-53).
 * Throws as any approval does.
 */
export function approveByLink(
  { context, link, reading }: OpenLink,
  { isSignedIn, budgetAnswer }: { isSignedIn: boolean; budgetAnswer: BudgetAnswer | null },
): Promise<ActionResult> {
  const request = {
    ...documentOf(link),
    contentVersion: link.contentVersion,
    budgetAnswer,
    input: { workflowStepId: link.stepId, emailLink: { isSignedIn } },
  };
  return performWorkflowAction(context, 'approve', request, reading, [
    markLinkUsed(context.store, link.tokenHash, context.now),
  ]);
}
