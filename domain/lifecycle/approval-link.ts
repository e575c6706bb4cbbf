import { inApproval } from '#domain/document';
import type { DocType } from '#domain/document';
import type { DocumentWarning } from './document-warning.ts';
import type { Role } from '#domain/identity/permissions';
import type { Settings } from '#domain/settings';
import { toCents } from '#domain/values/money';
import { currentStep } from '#domain/workflow/workflow';
import { refusal } from './decide.ts';
import { standInFor } from './subject.ts';
import type { Actor, Subject } from './subject.ts';

/** How long a link to approve works (LINK-06). */
export const approvalLinkHours = 72;

/** A link to approve: it is bound to a user, a document, its content and a step. */
export interface ApprovalLink {
  documentId: string;
  userId: string;
  stepId: string;
  contentVersion: number;
  /** The user's address and role when it was mailed. */
  address: string;
  role: Role;
  /** The cover under which the user decides; null for an approver of the step. */
  coverId: string | null;
  expiresAt: string;
  usedAt: string | null;
}

/** Why a link to approve no longer works. */
export type LinkEnd =
  | 'DECIDED'
  | 'EXPIRED'
  | 'ACCESS'
  | 'CHANGED'
  | 'STEP'
  | 'COVER'
  | 'NOT_APPROVER'
  | 'OFF'
  | 'WARNING';

export const linkEndTexts: Record<LinkEnd, { title: string; text: string }> = {
  DECIDED: {
    title: 'Already decided',
    text: 'This link was used, or you have approved the document elsewhere.',
  },
  EXPIRED: { title: 'This link has expired', text: `Links to approve work for ${approvalLinkHours} hours.` },
  ACCESS: {
    title: 'This link has expired',
    text: 'Your role, your access to the show or your e-mail address has changed since the e-mail.',
  },
  CHANGED: { title: 'This link has expired', text: 'The document has changed since the e-mail.' },
  STEP: { title: 'This link has expired', text: 'The document no longer waits at the step of the e-mail.' },
  COVER: { title: 'This link has expired', text: 'The cover under which you could decide has ended.' },
  NOT_APPROVER: { title: 'This link has expired', text: 'You can no longer approve this document.' },
  OFF: {
    title: 'This link has expired',
    text: 'The show no longer allows approving this document from e-mail.',
  },
  WARNING: { title: 'Review this document first', text: 'It cannot be approved from e-mail' },
};

function isUpTo(limit: number | null, totalCents: number): boolean {
  return limit !== null && Math.abs(totalCents) <= toCents(limit);
}

/** Whether the show lets approvers decide a document of this total with a link (LINK-01). */
export function mayApproveByMail(
  { totalCents }: { totalCents: number },
  { approveByMailUpTo }: Pick<Settings, 'approveByMailUpTo'>,
): boolean {
  return isUpTo(approveByMailUpTo, totalCents);
}

/** Whether a link is enough by itself, without a session of its user; never for payments (LINK-05). */
export function mayApproveWithoutSignIn(
  { docType, totalCents }: { docType: DocType; totalCents: number },
  { hasSecondFactor }: { hasSecondFactor: boolean },
  { approveByMailWithoutSignIn }: Pick<Settings, 'approveByMailWithoutSignIn'>,
): boolean {
  return docType !== 'PAYMENT' && !hasSecondFactor && isUpTo(approveByMailWithoutSignIn, totalCents);
}

/** The present facts of a link, whose user is an active member of the show. */
export interface LinkFacts {
  now: string;
  member: { address: string; role: Role };
  subject: Subject;
  actor: Actor;
  settings: Settings;
  warnings: readonly DocumentWarning[];
}

/** The cover under which the user may decide; null for an approver of the step. */
export function coverOf(subject: Subject, actor: Actor): string | null {
  return standInFor(subject, 'approve', actor)?.cover.id ?? null;
}

function hasVoted(subject: Subject, { stepId, userId }: ApprovalLink): boolean {
  const step = subject.instance?.steps.find(({ id }) => id === stepId);
  return step?.approvals.some((vote) => vote.userId === userId || vote.castBy?.userId === userId) ?? false;
}

/** Returns why a link no longer works, from the present facts; null while it does (LINK-06). */
export function linkEnd(link: ApprovalLink, facts: LinkFacts): LinkEnd | null {
  const { now, member, subject, actor, settings, warnings } = facts;
  if (member.address !== link.address || member.role !== link.role) return 'ACCESS';
  if (link.usedAt !== null || hasVoted(subject, link)) return 'DECIDED';
  if (link.expiresAt <= now) return 'EXPIRED';
  if (subject.contentVersion !== link.contentVersion) return 'CHANGED';
  if (!inApproval(subject.status) || currentStep(subject.instance)?.id !== link.stepId) return 'STEP';
  if (coverOf(subject, actor) !== link.coverId) return link.coverId === null ? 'NOT_APPROVER' : 'COVER';
  if (refusal(subject, 'approve', actor, settings) !== null) return 'NOT_APPROVER';
  if (!mayApproveByMail(subject, settings)) return 'OFF';
  return warnings.length > 0 ? 'WARNING' : null;
}
