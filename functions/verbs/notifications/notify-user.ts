import { changeSentence } from '#domain/history/document-changes';
import { isApprover, moduleVisible, modulesOf } from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { sendMail } from '#edges/mail/send-mail';
import { readPeopleToNotify } from '#store/directory/users';
import { keepForDigest } from '#store/show/mail/digest-items';
import { eventActorQuery } from '#store/show/mail/document-mail';
import { headerQuery } from '#store/show/documents/read-document';
import { settingsQuery } from '#store/show/management/settings';
import type { JobContext } from '#verbs/outbox/job-context';
import { notificationMail } from './notification-message.ts';
import { personaFor, reviewLink } from '#domain/lifecycle/review-link';
import type { Job } from '#verbs/outbox/jobs';
import { numberFor } from '#domain/documents/visible-number';
import { combined, readInOneTrip } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';

type Notice = Extract<Job, { kind: 'notify' }>;

/** What notices of one show tell of, and whom. */
export interface Notices {
  settings: Settings;
  people: ReadonlyMap<string, Awaited<ReturnType<typeof readPeopleToNotify>>[number]>;
  headers: Readonly<Record<string, RowOf<ReturnType<typeof headerQuery>>>>;
  eventActors: Readonly<Record<string, RowOf<ReturnType<typeof eventActorQuery>>>>;
}

const eventKey = ({ documentId, version }: Notice) => `${documentId}:${version}`;

/** Reads that together, each document, event and person once. */
export async function readNotifications(
  { env, store, show }: Pick<JobContext, 'env' | 'store' | 'show'>,
  notices: readonly Notice[],
): Promise<Notices> {
  const ids = notices.map(({ documentId }) => documentId);
  const headers = Object.fromEntries(ids.map((id) => [id, headerQuery(store, id)]));
  const eventActors = Object.fromEntries(
    notices.map((notice) => [eventKey(notice), eventActorQuery(store, notice.documentId, notice.version)]),
  );
  const [people, rows] = await Promise.all([
    readPeopleToNotify(env, show.id, [...new Set(notices.map(({ userId }) => userId))]),
    readInOneTrip({
      headers: ids.length > 0 ? combined(headers) : null,
      eventActors: ids.length > 0 ? combined(eventActors) : null,
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
 * Tells one person of one event: by e-mail, or in the digest, or not at all, as the person chose (DEC-58, EM-13). Who
 * lacks the document's module hears nothing of it (DEC-12). Throws `MailFailure`.
 */
export async function notify(
  { env, store, show, now }: JobContext,
  job: Notice,
  { settings, people, headers, eventActors }: Notices,
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
    await keepForDigest(store, {
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
