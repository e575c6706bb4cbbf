import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import * as coverMails from '#store/show/cover/cover-mails';
import * as covers from '#store/show/cover/covers';
import { recordDecision } from '#store/show/cover/running-covers';

const now = '2026-11-20T12:00:00.000Z';
const id = 'nobody';

/** Runs statements of covers that scenarios rarely execute. */
export const coverCalls = (store: ShowStore): Promise<unknown>[] => [
  read(covers.coversQuery(store, now)),
  read(covers.coversQuery(store, now, true)),
  read(covers.coverQuery(store, id)),
  store.write([covers.endCover(store, id, now)]),
  store.write([
    covers.enqueueDecisionMail(
      store,
      id,
      { id, showId: store.showId, kind: 'cover-mail', effectKey: id, payload: {} },
      now,
    ),
    covers.declineCover(store, id, now),
  ]),
  store.write([covers.markApproved(store, id, { userId: id, name: id }, now)]),
  store.write(covers.endCoversOf(store, id, now)),
  store.write(recordDecision(store, { coverId: id, documentId: id, eventSeq: 1, action: id, at: now })),
  coverMails.readCoversToAnnounce(store.db, now),
  coverMails.markAnnounced(store.db, [{ showId: 'alpha1', id }], 'started', now),
  read(coverMails.decisionsQuery(store, id)),
];
