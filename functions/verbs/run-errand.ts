import { Refusal } from '#domain/codes';
import { accountingFor } from '#edges/accounting/open';
import { sendMail } from '#edges/mail';
import { readPeopleToNotify, readShow } from '#store/directory/people';
import type { ShowWithStudio } from '#store/directory/people';
import { storeFor } from '#store/open';
import type { ShowStore } from '#store/open';
import { markDone, readOpenErrand } from '#store/show/outbox-reads';
import { readSubject } from '#store/show/read-document';
import { keepForDigest } from '#store/show/digest-rows';
import { notificationMail } from './notification-mail.tsx';
import type { OutboxMessage } from './outbox-dispatch.ts';
import type { Errand } from './outbox-rows.ts';
import { pushPurchaseOrder } from './push-purchase-order.ts';

interface Errands {
  env: Env;
  store: ShowStore;
  show: ShowWithStudio;
  now: string;
}

/**
 * Carries out one outbox entry and closes it. A message for an entry that is done does nothing, so that redelivery is
 * harmless. Throws while another try may help.
 */
export async function runErrand(env: Env, message: OutboxMessage, now: string): Promise<void> {
  const show = await readShow(env, message.showId);
  if (!show) return;
  const store = storeFor(env, show);
  const entry = await readOpenErrand(store, message.outboxId);
  if (!entry) return;
  const refused = await carryOut({ env, store, show, now }, entry.payload as unknown as Errand, entry.id);
  await markDone(store, entry.id, now, refused);
}

/** Null when done, else why it is given up. */
async function carryOut(errands: Errands, errand: Errand, entryId: string): Promise<string | null> {
  switch (errand.kind) {
    case 'notify':
      await notify(errands, errand);
      return null;
    case 'push-po':
      return push(errands, errand, entryId);
    case 'void-in-accounting':
      return voidInAccounting(errands, errand.documentId);
  }
}

async function notify(
  { env, store, show, now }: Errands,
  errand: Extract<Errand, { kind: 'notify' }>,
): Promise<void> {
  const [rows, people] = await Promise.all([
    readSubject(store, errand.documentId),
    readPeopleToNotify(env, show.id, errand.userIds),
  ]);
  if (!rows) return;
  const { document } = rows;
  const persona = errand.event === 'WAITING' ? 'approver' : 'creator';
  const link = `${env.WEB_ORIGIN}/po/review/${document.id}/${persona}`;
  for (const person of people.filter((one) => one.emailNotifications)) {
    if (person.consolidate[errand.docType]) {
      await keepForDigest(store, {
        showId: show.id,
        userId: person.id,
        type: errand.docType,
        documentId: document.id,
        eventSeq: document.version,
        event: errand.event,
        createdAt: now,
      });
      continue;
    }
    await sendMail(
      env,
      notificationMail(person.username, {
        ...document,
        ...errand,
        docType: errand.docType,
        showName: show.name,
        link,
      }),
    );
  }
}

/** A push that accounting refused is recorded and left to people (DEC-03); a network that failed is tried again. */
async function push(errands: Errands, errand: { documentId: string; actorId: string }, entryId: string) {
  const [sender] = await readPeopleToNotify(errands.env, errands.show.id, [errand.actorId]);
  const attempt = { id: entryId, firstName: sender?.firstName ?? '', lastName: sender?.lastName ?? '' };
  try {
    await pushPurchaseOrder(errands, errand.documentId, attempt);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.detail.message ?? error.code;
    throw error;
  }
}

/** An order that accounting has never seen need not be voided there (DEC-25, row 16). */
async function voidInAccounting({ env, store, show }: Errands, documentId: string): Promise<string | null> {
  const rows = await readSubject(store, documentId);
  if (!rows?.document.foundInAccounting) return null;
  try {
    const { id, version } = rows.document;
    await accountingFor(env, show).voidPo({ docId: id, revision: version, reason: 'Voided in Backlot' });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.detail.message ?? error.code;
    throw error;
  }
}
