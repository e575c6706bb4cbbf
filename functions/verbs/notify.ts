import { visibleNumber } from '#domain/visibility';
import { orderNumber } from '#domain/purchase-order';
import { parseSettings } from '#domain/settings';
import { sendMail } from '#edges/mail';
import { readPeopleToNotify } from '#store/directory/people';
import { keepForDigest } from '#store/show/digest-rows';
import { readSubject } from '#store/show/read-document';
import type { SubjectRows } from '#store/show/read-document';
import { readShowContext } from '#store/show/read-show';
import type { Errands } from './errands.ts';
import { notificationMail, reviewLink } from './notification-mail.tsx';
import type { Errand } from './outbox-rows.ts';

type Receiver = Awaited<ReturnType<typeof readPeopleToNotify>>[number];

/** Tells one person of one event: by e-mail, or in the digest, or not at all, as the person chose (DEC-58, EM-13). */
export async function notify(
  { env, store, show, now }: Errands,
  errand: Extract<Errand, { kind: 'notify' }>,
): Promise<void> {
  const [rows, [person], { settings }] = await Promise.all([
    readSubject(store, errand.documentId),
    readPeopleToNotify(env, show.id, [errand.userId]),
    readShowContext(store, errand.userId),
  ]);
  if (!rows || !person?.emailNotifications) return;
  const { docType, event } = errand;
  const { id, description, vendorName, totalCents, currencyCode } = rows.document;
  if (person.consolidate[docType]) {
    await keepForDigest(store, {
      showId: show.id,
      userId: person.id,
      type: docType,
      documentId: id,
      eventSeq: errand.version,
      event,
      createdAt: now,
    });
    return;
  }
  const link = reviewLink(env.WEB_ORIGIN, docType, id, event === 'WAITING' ? 'approver' : 'creator');
  const mail = notificationMail(person.username, {
    event,
    docType,
    number: numberFor(person, rows, settings?.settings),
    description,
    vendorName,
    totalCents,
    currencyCode,
    showName: show.name,
    // The reader may have another show open (SH-30).
    link: link && `${link}?restoreShow=${show.id}`,
  });
  await sendMail(env, mail);
}

/** DEC-17: the number with its prefix, as far as this person may read it. */
function numberFor(person: Receiver, { document, purchaseOrder }: SubjectRows, stored: unknown): string {
  if (document.type !== 'PO') return document.number;
  const milestone = person.displayPoNumbers ?? parseSettings(stored).displayPoNumbers;
  const poNumber = visibleNumber(document.number, document.milestones, milestone);
  return orderNumber({ prefix: purchaseOrder?.prefix ?? '', poNumber });
}
