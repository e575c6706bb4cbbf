import type { DocumentChanged, LiveMessage } from '#domain/realtime/messages';
import { moduleVisible } from '#domain/identity/permissions';
import { mayReach } from '#domain/identity/visibility';
import { tell } from '#edges/publish-realtime';
import { readersQuery } from '#store/directory/document-audience';
import { directoryOf } from '#store/d1/open';
import { read, readInOneTrip } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import type { SubjectRows } from '#store/show/documents/read-document';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import type { RequestContext } from '#verbs/request/context';

type ChangeMessage = Extract<LiveMessage, { event: 'document_changed' }>;
type PublishContext = Pick<RequestContext, 'env' | 'store'>;

/** A change to publish: the document as it was before, if it was read, and who may see it now. */
export interface PublishedChange {
  before: SubjectRows | null;
  audience: ChangeAudience;
}

/**
 * Tells the users of the show who may see the documents that these have changed (DEC-100), in one call. After the commit,
 * and only a hint. The approvers of the former state are told too: the document has left their list. Returns the messages.
 */
export async function publishDocumentChanges(
  { env, store }: PublishContext,
  changes: readonly PublishedChange[],
): Promise<ChangeMessage[]> {
  if (changes.length === 0) return [];
  const readers = await read(readersQuery(directoryOf(env, store.showId)));
  const messages = changes.flatMap((change) => messageOf(store.showId, readers, change));
  await tell(env, ...messages);
  return messages;
}

/** The same for one document that was changed without its audience being read. */
export async function publishDocumentChange(
  { env, store }: PublishContext,
  before: SubjectRows | null,
  id: string,
): Promise<void> {
  const { audience, readers } = await readInOneTrip({
    audience: changeAudienceQuery(store, id),
    readers: readersQuery(directoryOf(env, store.showId)),
  });
  await tell(env, ...messageOf(store.showId, readers, { before, audience }));
}

function messageOf(
  showId: string,
  readers: RowOf<ReturnType<typeof readersQuery>>,
  { before, audience }: PublishedChange,
): ChangeMessage[] {
  if (!audience) return [];
  const { document, approverIds, memberIds } = audience;
  const { id, creatorId, ownerId, departmentId, type: docType, ...state } = document;
  const workflowUserIds = [...approverIds, ...(before?.approvers ?? []).map(({ userId }) => userId)];
  const facts = { creatorId, ownerId, departmentId, workflowUserIds };
  const to = readers
    .filter((reader) => {
      const modules = { invoices: reader.invoiceModuleVisible, payments: reader.paymentModuleVisible };
      if (!moduleVisible(modules, docType)) return false;
      const departmentIds = memberIds.includes(reader.userId) && departmentId ? [departmentId] : [];
      return mayReach(facts, { ...reader, departmentIds }, docType);
    })
    .map((reader) => reader.userId);
  const data: DocumentChanged = { docType, id, showId, ...state };
  return [{ event: 'document_changed', data, showId, to }];
}
