import type { DocumentChanged, RealtimeMessage } from '#domain/realtime/messages';
import { readersField } from '#domain/realtime/messages';
import { publish } from '#edges/publish-realtime';
import { readersQuery } from '#store/directory/document-audience';
import { showQuery } from '#store/directory/users';
import { directoryOf } from '#store/d1/open';
import { read, readInOneTrip } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import type { CoverRow } from '#store/show/cover/covers';
import type { SubjectRows } from '#store/show/documents/read-document';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import type { RequestContext } from '#verbs/request/context';
import { readersOf } from './document-readers.ts';
import { nudgeMessages } from './nudge-messages.ts';
import type { Nudge } from './nudge-messages.ts';

type ChangeMessage = Extract<RealtimeMessage, { event: 'document_changed' }>;
type PublishContext = Pick<RequestContext, 'env' | 'store'>;

/** A change to publish: the document before it, if it was read, and the users who may see it now. */
export interface PublishedChange {
  before: SubjectRows | null;
  audience: ChangeAudience;
  /** The users whom the change nudges; null or absent for any other change. */
  nudge?: Nudge | null;
}

/**
 * Publishes document changes in one call to the users of the show who may see the documents (DEC-100), and to the
 * former approvers, from whose lists they have disappeared, and nudges to those whom they name (NUDGE-12). To be called
 * after the commit; delivery is best effort. Returns the messages about the changes.
 */
export async function publishDocumentChanges(
  { env, store }: PublishContext,
  changes: readonly PublishedChange[],
): Promise<ChangeMessage[]> {
  if (changes.length === 0) return [];
  const readers = await read(readersQuery(directoryOf(env, store.showId)));
  const messages = changes.flatMap((change) => messageOf(store.showId, readers, change));
  const nudges = changes.flatMap(({ nudge, audience }) =>
    nudge ? nudgeMessages(nudge, readersOf(readers, audience)) : [],
  );
  await publish({ env, store }, ...messages, ...nudges);
  return messages;
}

/** The same for one changed document whose audience has not been read. */
export async function publishDocumentChange(
  { env, store }: PublishContext,
  before: SubjectRows | null,
  id: string,
): Promise<void> {
  const { audience, readers } = await readInOneTrip({
    audience: changeAudienceQuery(store, id),
    readers: readersQuery(directoryOf(env, store.showId)),
  });
  await publish({ env, store }, ...messageOf(store.showId, readers, { before, audience }));
}

function messageOf(
  showId: string,
  readers: RowOf<ReturnType<typeof readersQuery>>,
  { before, audience }: PublishedChange,
): ChangeMessage[] {
  if (!audience) return [];
  const { creatorId: _creator, ownerId: _owner, departmentId: _department, ...own } = audience.document;
  const { id, type: docType, ...state } = own;
  const formerApprovers = (before?.approvers ?? []).map(({ userId }) => userId);
  const to = readersOf(readers, audience, formerApprovers).map(({ userId }) => userId);
  const data: DocumentChanged = { docType, id, showId, ...state, ...readersField(to) };
  return [{ event: 'document_changed', data, showId, to }];
}

/** Publishes to all users of a show that its settings, lists, departments or workflows changed. Best effort. */
export async function publishShowChange(env: Env, showId: string): Promise<void> {
  const directory = directoryOf(env, showId);
  const { readers, show } = await readInOneTrip({
    readers: readersQuery(directory),
    show: showQuery(directory),
  });
  if (!show) return;
  const to = readers.map(({ userId }) => userId);
  await publish(
    { env, store: show },
    { event: 'show_changed', data: { showId, ...readersField(to) }, showId, to },
  );
}

/**
 * Publishes to the people of a cover that it was set, approved or ended: other documents wait for them now (COV-26). Best
 * effort.
 */
export async function publishCoverChange(
  { env, store }: PublishContext,
  { userId, coveringId, alternateId }: Pick<CoverRow, 'userId' | 'coveringId' | 'alternateId'>,
): Promise<void> {
  const { showId } = store;
  const to = [userId, coveringId, ...(alternateId === null ? [] : [alternateId])];
  await publish({ env, store }, { event: 'show_changed', data: { showId }, showId, to });
}
