import type { DocumentChanged, LiveMessage } from '#domain/realtime/messages';
import { moduleVisible } from '#domain/identity/permissions';
import { mayReach } from '#domain/identity/visibility';
import { tell } from '#edges/publish-realtime';
import { readReaders } from '#store/directory/document-audience';
import { takeBreath } from '#store/d1/read-batcher';
import type { ShowStore } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import { readTold } from '#store/show/documents/read-change-audience';
import type { ShowContext } from '#verbs/request/context';
import { inOneBreath } from '#verbs/request/coalesce';

type Telling = Pick<ShowContext, 'env' | 'store'>;

/** Of several documents that changed together the realtime object hears in one call. */
const tellTogether = inOneBreath<LiveMessage>((env, messages) => tell(env, ...messages));

/**
 * Tells the users of the show who may see the document that it has changed (DEC-100). After the commit, and only a
 * hint. Whoever had the document in the former state's queue is told too: it has left his list. Answers what was told.
 */
export async function tellChange(
  context: Telling,
  before: SubjectRows | null,
  id: string,
): Promise<LiveMessage | null> {
  const { env, store } = context;
  const [told, readers] = await Promise.all([store.foreseen.ask(readTold, store, id), readersFor(context)]);
  if (!told) return null;
  const { document, approverIds, memberIds } = told;
  const { creatorId, ownerId, departmentId, type: docType, ...state } = document;
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
  const data: DocumentChanged = { docType, id, showId: store.showId, ...state };
  const message: LiveMessage = { event: 'document_changed', data, showId: store.showId, to };
  await tellTogether(env, store, [message]);
  return message;
}

const asked = new WeakMap<ShowStore, ReturnType<typeof readReaders>>();

/** Of several changes that were written together, one asks. */
function readersFor({ env, store }: Telling): ReturnType<typeof readReaders> {
  const before = asked.get(store);
  if (before) return before;
  const readers = readReaders(env, store.showId);
  asked.set(store, readers);
  void takeBreath().then(() => asked.delete(store));
  return readers;
}

/** Tells once more what was told, of whatever else came of the change; reads it anew where nothing was. */
export async function tellAgain(
  context: Telling,
  first: Promise<LiveMessage | null>,
  id: string,
): Promise<void> {
  const message = await first.catch(() => null);
  await (message ? tellTogether(context.env, context.store, [message]) : tellChange(context, null, id));
}
