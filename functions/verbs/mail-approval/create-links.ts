import { randomBytes } from 'node:crypto';
import type { DocType } from '#domain/document';
import { isGuarantor } from '#domain/identity/permissions';
import { approvalLinkHours, coverOf, linkEnd } from '#domain/lifecycle/approval-link';
import type { Settings } from '#domain/settings';
import { readMembership, readUser } from '#store/directory/users';
import { combineQueries, readInOneTrip } from '#store/d1/query';
import { sha256 } from '#store/d1/sha256';
import { subjectsQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { insertApprovalLinks } from '#store/show/mail/approval-links';
import { budgetOnDecision } from '#verbs/lifecycle/budget-decision';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import type { JobContext } from '#verbs/outbox/job-context';
import { loadRequestContext } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { warningsOf, warningsQuery } from './document-warnings.ts';
import type { WarningRows } from './document-warnings.ts';

/** A document of an e-mail; `contentVersion` is that of the content which the e-mail shows. */
interface MailedDocument {
  id: string;
  type: DocType;
  contentVersion: number;
}

const hour = 3_600_000;

/** The present facts by which a link of the user is judged. */
export function factsOf(context: RequestContext, rows: SubjectRows, warningRows: WarningRows | null) {
  const { now, user, membership, settings } = context;
  return {
    now,
    member: { address: user.username, role: membership.role },
    subject: subjectOf(rows, context),
    actor: actorOf(context),
    settings,
    warnings: warningsOf(context, rows, warningRows ?? undefined),
  };
}

/**
 * Creates links with which a user can approve these documents, for one e-mail to them. Returns them by document; those
 * that the user cannot or may not approve from e-mail have none (LINK-03). Only a hash of each token is stored.
 */
export async function createApprovalLinks(
  { env, store, show, now }: JobContext,
  userId: string,
  documents: readonly MailedDocument[],
  { approveByMailUpTo }: Settings,
): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>();
  if (approveByMailUpTo === null || env.WEB_ORIGIN === '' || documents.length === 0) return links;
  const [member, user] = await Promise.all([readMembership(env, show.id, userId), readUser(env, userId)]);
  if (!member || !user || isGuarantor(member.membership)) return links;
  const context = await loadRequestContext(env, {
    ...member,
    user,
    store,
    now,
    runAfterResponse: () => undefined,
  });
  const { subjects, warnings } = await readDocuments(context, documents);
  const rows = documents.flatMap(({ id, contentVersion }) => {
    const subject = subjects.get(id);
    if (!subject) return [];
    const facts = factsOf(context, subject, warnings[id] ?? null);
    const { budget } = budgetOnDecision(context, subject, warnings[id]?.affected ?? []);
    const link = {
      documentId: id,
      userId,
      stepId: subject.document.currentStepId ?? '',
      contentVersion,
      ...facts.member,
      coverId: coverOf(facts.subject, facts.actor),
      budgetAnswer: budget?.answer ?? null,
      expiresAt: new Date(Date.parse(now) + approvalLinkHours * hour).toISOString(),
      usedAt: null,
    };
    if (linkEnd(link, facts) !== null) return [];
    const token = `${show.id}_${randomBytes(32).toString('base64url')}`;
    links.set(id, `${env.WEB_ORIGIN}/pages/approve/${token}`);
    return [{ ...link, showId: show.id, tokenHash: sha256(token), createdAt: now }];
  });
  if (rows.length > 0) await store.write(insertApprovalLinks(store, rows));
  return links;
}

/** Reads the documents and what the warnings of each follow from, in one round trip. */
async function readDocuments(context: RequestContext, documents: readonly MailedDocument[]) {
  const queries = documents.flatMap(({ id, type }) => {
    const query = warningsQuery(context, type, id);
    return query ? [[id, query] as const] : [];
  });
  const { subjects, warnings } = await readInOneTrip({
    subjects: subjectsQuery(
      context.store,
      documents.map(({ id }) => id),
    ),
    warnings: queries.length > 0 ? combineQueries(Object.fromEntries(queries)) : null,
  });
  return { subjects, warnings: (warnings ?? {}) as Readonly<Record<string, WarningRows | undefined>> };
}
