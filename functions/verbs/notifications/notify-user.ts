import { inApproval } from '#domain/document';
import { changeSentence } from '#domain/history/document-changes';
import type { AffectedAccount } from '#domain/budget/decision';
import {
  isApprover,
  isGuarantor,
  moduleVisible,
  modulesOf,
  permissionsOf,
} from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { sendMail } from '#edges/mail/send-mail';
import { readMembersToNotify } from '#store/directory/users';
import { collectNotification, openWindow } from '#store/show/mail/collected-notifications';
import { readQueuedOf } from '#store/show/cover/approval-queue';
import { insertDigestItem } from '#store/show/mail/digest-items';
import { eventActorQuery } from '#store/show/mail/document-mail';
import { mailedPartsQuery } from '#store/show/mail/mailed-parts';
import type { MailedParts } from '#store/show/mail/mailed-parts';
import { headerQuery } from '#store/show/documents/read-document';
import { settingsQuery } from '#store/show/management/settings';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { budgetOnDecision } from '#verbs/lifecycle/budget-decision';
import { createApprovalLinks } from '#verbs/mail-approval/create-links';
import type { JobContext } from '#verbs/outbox/job-context';
import { notificationMail } from './notification-message.ts';
import type { NotificationContent } from './notification-message.ts';
import { asksForApproval, reviewPersona } from '#domain/lifecycle/notify-event';
import { reviewLink } from '#domain/lifecycle/review-link';
import type { Job } from '#verbs/outbox/jobs';
import { after } from '#verbs/outbox/lease';
import { freshId } from '#verbs/request/context';
import { numberFor } from '#domain/identity/visibility';
import { combineQueries, readInOneTrip } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';

export type NotifyJob = Extract<Job, { kind: 'notify' }>;

type Person = Awaited<ReturnType<typeof readMembersToNotify>>[number];

/** The rows that the notifications of one show need. */
export interface NotificationData {
  settings: Settings;
  people: ReadonlyMap<string, Person>;
  headers: Readonly<Record<string, RowOf<ReturnType<typeof headerQuery>>>>;
  eventActors: Readonly<Record<string, RowOf<ReturnType<typeof eventActorQuery>>>>;
  /** The accounts of these documents with what counts for them. */
  affected: Readonly<Record<string, readonly AffectedAccount[] | undefined>>;
  /** The lines, files and changes of documents that wait for their recipients. */
  parts: Readonly<Record<string, MailedParts | undefined>>;
}

const eventKey = ({ documentId, version }: NotifyJob) => `${documentId}:${version}`;

/** Reads the rows of several notifications in one round trip, each document, event and user once. */
export async function readNotifications(
  { env, store, show }: Pick<JobContext, 'env' | 'store' | 'show'>,
  jobs: readonly NotifyJob[],
): Promise<NotificationData> {
  const ids = jobs.map(({ documentId }) => documentId);
  const headers = Object.fromEntries(ids.map((id) => [id, headerQuery(store, id)]));
  const eventActors = Object.fromEntries(
    jobs.map((job) => [eventKey(job), eventActorQuery(store, job.documentId, job.version)]),
  );
  const waiting = jobs.filter(({ event }) => asksForApproval(event));
  const parts = Object.fromEntries(
    waiting.map(({ docType, documentId }) => [documentId, mailedPartsQuery(store, docType, documentId)]),
  );
  const affected = Object.fromEntries(
    waiting
      .filter(({ docType }) => docType !== 'PAYMENT')
      .map(({ documentId }) => [documentId, affectedAccountsQuery(store, documentId)]),
  );
  const [people, rows] = await Promise.all([
    readMembersToNotify(env, show.id, [...new Set(jobs.map(({ userId }) => userId))]),
    readInOneTrip({
      headers: ids.length > 0 ? combineQueries(headers) : null,
      eventActors: ids.length > 0 ? combineQueries(eventActors) : null,
      parts: waiting.length > 0 ? combineQueries(parts) : null,
      affected: Object.keys(affected).length > 0 ? combineQueries(affected) : null,
      settings: settingsQuery(store),
    }),
  ]);
  return {
    settings: parseSettings(rows.settings?.settings),
    headers: rows.headers ?? {},
    eventActors: rows.eventActors ?? {},
    affected: rows.affected ?? {},
    parts: rows.parts ?? {},
    people: new Map(people.map((person) => [person.id, person])),
  };
}

/**
 * Notifies one user of one event: by e-mail, in the digest, or not at all, as the user chose (DEC-58, EM-13). Within
 * ten minutes of another e-mail to the user it waits for the next one (DEC-161). Throws `MailFailure`.
 */
export async function notifyUser(
  context: JobContext,
  job: NotifyJob,
  data: NotificationData,
  jobId: string,
): Promise<void> {
  const { env, store, show, now } = context;
  const notification = await notificationFor(context, job, data);
  if (!notification) return;
  const { docType: type, documentId, version, event, userId } = job;
  const window = { userId, jobId, endsAt: windowEnd(now) };
  // A comparison of contents is a letter of its own.
  if (event !== 'CHANGED' && !(await openWindow(store, window, now))) {
    const row = { showId: show.id, userId, documentId, version, event, type, createdAt: now };
    await collectNotification(store, row, freshId(show.id));
    return;
  }
  const isForApproval = asksForApproval(event);
  const [queued, [content = notification.content]] = await Promise.all([
    isForApproval ? readQueuedOf(store, userId, [documentId]) : null,
    withApproveLinks(context, data, [{ ...job, ...notification }]),
  ]);
  const absentName = queued?.get(documentId)?.name ?? '';
  await sendMail(env, notificationMail(notification.to, { ...content, absentName }));
}

/** Adds links to approve to the notifications of one user, in one e-mail (LINK-03). */
export async function withApproveLinks(
  context: JobContext,
  { settings, headers }: NotificationData,
  notifications: readonly (NotifyJob & { content: NotificationContent })[],
): Promise<NotificationContent[]> {
  const [first] = notifications;
  const documents = notifications.flatMap(({ event, documentId }) => {
    const document = event === 'WAITING' ? headers[documentId]?.document : null;
    return document ? [document] : [];
  });
  const links = first ? await createApprovalLinks(context, first.userId, documents, settings) : null;
  return notifications.map(({ event, documentId, content }) => ({
    ...content,
    approveLink: event === 'WAITING' ? (links?.get(documentId) ?? null) : null,
  }));
}

const windowMs = 10 * 60_000;

/** Until when further notifications wait after an e-mail. */
export const windowEnd = (now: string) => after(now, windowMs);

/** What decides what a recipient sees of the budget. Void permissions have no effect on it. */
const viewerOf = (person: Person, settings: Settings) => ({
  permissions: permissionsOf({ ...person, voidPo: false, voidInvoice: false }),
  membership: person,
  settings,
});

/**
 * The notification as the user may see it; null for a user without the document's module, who wants no e-mail, or who
 * gets it in the digest, where it is stored (DEC-12, DEC-58).
 */
export async function notificationFor(
  { env, store, show, now }: JobContext,
  job: NotifyJob,
  { settings, people, headers, eventActors, affected, parts }: NotificationData,
): Promise<{ to: string; content: NotificationContent } | null> {
  const rows = headers[job.documentId];
  const person = people.get(job.userId);
  const eventActor = eventActors[eventKey(job)];
  if (!rows || !person?.emailNotifications) return null;
  const { docType, event } = job;
  if (!moduleVisible(modulesOf(settings, show.features, person), docType)) return null;
  const isForApproval = asksForApproval(event);
  if (isGuarantor(person) || (isForApproval && !isApprover(person.role))) return null;
  const { document } = rows;
  if (person.consolidate[docType]) {
    await insertDigestItem(store, {
      showId: show.id,
      userId: person.id,
      type: docType,
      documentId: document.id,
      eventSeq: job.version,
      event,
      createdAt: now,
    });
    return null;
  }
  const content = {
    ...document,
    event,
    docType,
    number: numberFor(
      { ...document, prefix: rows.purchaseOrder?.prefix ?? '' },
      person.displayPoNumbers ?? settings.displayPoNumbers,
    ),
    actorName: eventActor?.actorName ?? '',
    reason: eventActor?.reason ?? '',
    sentence: eventActor ? changeSentence(eventActor) : '',
    replacedName: (eventActor?.action === 'replace-approver' && eventActor.changes[0]?.before) || '',
    changes: eventActor?.changes ?? [],
    dateFormat: person.dateFormat,
    showName: show.name,
    link: reviewLink(
      env.WEB_ORIGIN,
      document,
      reviewPersona(event, [document.creatorId, document.ownerId].includes(job.userId)),
    ),
    parts: event === 'WAITING' ? (parts[document.id] ?? null) : null,
    change: isForApproval && inApproval(document.status) ? (parts[document.id]?.change ?? null) : null,
    budget:
      (isForApproval &&
        budgetOnDecision(viewerOf(person, settings), rows, affected[document.id] ?? []).budget) ||
      null,
    approveLink: null,
    absentName: '',
  };
  return { to: person.username, content };
}
