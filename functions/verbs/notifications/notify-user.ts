import { changeSentence } from '#domain/history/document-changes';
import { isApprover, moduleVisible, modulesOf } from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { sendMail } from '#edges/mail/send-mail';
import { readMembersToNotify } from '#store/directory/users';
import { insertDigestItem } from '#store/show/mail/digest-items';
import { eventActorQuery } from '#store/show/mail/document-mail';
import { headerQuery } from '#store/show/documents/read-document';
import { settingsQuery } from '#store/show/management/settings';
import type { JobContext } from '#verbs/outbox/job-context';
import { notificationMail } from './notification-message.ts';
import { personaFor, reviewLink } from '#domain/lifecycle/review-link';
import type { Job } from '#verbs/outbox/jobs';
import { numberFor } from '#domain/identity/visibility';
import { combineQueries, readInOneTrip } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';

type NotifyJob = Extract<Job, { kind: 'notify' }>;

/** The rows that the notifications of one show need. */
export interface NotificationData {
  settings: Settings;
  people: ReadonlyMap<string, Awaited<ReturnType<typeof readMembersToNotify>>[number]>;
  headers: Readonly<Record<string, RowOf<ReturnType<typeof headerQuery>>>>;
  eventActors: Readonly<Record<string, RowOf<ReturnType<typeof eventActorQuery>>>>;
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
  const [people, rows] = await Promise.all([
    readMembersToNotify(env, show.id, [...new Set(jobs.map(({ userId }) => userId))]),
    readInOneTrip({
      headers: ids.length > 0 ? combineQueries(headers) : null,
      eventActors: ids.length > 0 ? combineQueries(eventActors) : null,
      settings: settingsQuery(store),
    }),
  ]);
  return {
    settings: parseSettings(rows.settings?.settings),
    headers: rows.headers ?? {},
    eventActors: rows.eventActors ?? {},
    people: new Map(people.map((person) => [person.id, person])),
  };
}

/**
 * Notifies one user of one event: by e-mail, in the digest, or not at all, as the user chose (DEC-58, EM-13). Users
 * without the document's module get nothing (DEC-12). Throws `MailFailure`.
 */
export async function notifyUser(
  { env, store, show, now }: JobContext,
  job: NotifyJob,
  { settings, people, headers, eventActors }: NotificationData,
): Promise<void> {
  const rows = headers[job.documentId];
  const person = people.get(job.userId);
  const eventActor = eventActors[eventKey(job)];
  if (!rows || !person?.emailNotifications) return;
  const { docType, event } = job;
  if (!moduleVisible(modulesOf(settings, show.features, person), docType)) return;
  if (event === 'WAITING' && !isApprover(person.role)) return;
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
    return;
  }
  const mail = notificationMail(person.username, {
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
    changes: eventActor?.changes ?? [],
    dateFormat: person.dateFormat,
    showName: show.name,
    link: reviewLink(env.WEB_ORIGIN, document, personaFor(event)),
  });
  await sendMail(env, mail);
}
