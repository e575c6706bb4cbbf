import type { DocType, Milestone } from '#domain/document';
import { moduleVisible, modulesOf } from '#domain/permissions';
import { orderNumber } from '#domain/purchase-order';
import { parseSettings } from '#domain/settings';
import { visibleNumber } from '#domain/visibility';
import { sendMail } from '#edges/mail';
import { readPeopleToNotify } from '#store/directory/people';
import { keepForDigest } from '#store/show/digest-rows';
import { readDeed } from '#store/show/mail-rows';
import { readHeader } from '#store/show/read-document';
import { readShowContext } from '#store/show/read-show';
import type { Errands } from './errands.ts';
import { notificationMail, personaFor, reviewLink } from './notification-mail.ts';
import type { Errand } from './outbox-rows.ts';

/**
 * Tells one person of one event: by e-mail, or in the digest, or not at all, as the person chose (DEC-58, EM-13). Who
 * lacks the document's module hears nothing of it (DEC-12). Throws `MailFailure`.
 */
export async function notify(
  { env, store, show, now }: Errands,
  errand: Extract<Errand, { kind: 'notify' }>,
): Promise<void> {
  const [rows, [person], { settings: stored }, deed] = await Promise.all([
    readHeader(store, errand.documentId),
    readPeopleToNotify(env, show.id, [errand.userId]),
    readShowContext(store, errand.userId),
    readDeed(store, errand.documentId, errand.version),
  ]);
  if (!rows || !person?.emailNotifications) return;
  const settings = parseSettings(stored?.settings);
  const { docType, event } = errand;
  if (!moduleVisible(modulesOf(settings, show.features, person), docType)) return;
  const { document } = rows;
  if (person.consolidate[docType]) {
    await keepForDigest(store, {
      showId: show.id,
      userId: person.id,
      type: docType,
      documentId: document.id,
      eventSeq: errand.version,
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
    actorName: deed?.actorName ?? '',
    reason: deed?.reason ?? '',
    showName: show.name,
    link: reviewLink(env.WEB_ORIGIN, document, personaFor(event)),
  });
  await sendMail(env, mail);
}

/** DEC-17: the number with its prefix, as far as somebody may read it from this milestone on. */
export function numberFor(
  document: { type: DocType; number: string; milestones: readonly Milestone[]; prefix: string },
  milestone: Milestone,
): string {
  const { type, number, milestones, prefix } = document;
  if (type !== 'PO') return number;
  return orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) });
}
