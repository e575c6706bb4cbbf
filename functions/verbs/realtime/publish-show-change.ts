import { tell } from '#edges/publish-realtime';
import { directoryOf } from '#store/d1/open';
import { read } from '#store/d1/query';
import { readersQuery } from '#store/directory/document-audience';

/** Tells everybody in a show that its settings, lists, departments or flows are no longer what was read. After the write; only a hint. */
export async function publishShowChange(env: Env, showId: string): Promise<void> {
  const readers = await read(readersQuery(directoryOf(env, showId)));
  const to = readers.map(({ userId }) => userId);
  await tell(env, { event: 'show_changed', data: { showId }, showId, to });
}
