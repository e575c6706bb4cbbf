import * as v from 'valibot';
import { described } from '#domain/values/described';

/** The open questions of a row in a list: the oldest, and how many there are (ASK-03). */
export const openQuestion = v.object({
  id: v.string(),
  asker: v.string(),
  askedUser: v.object({ id: v.string(), name: v.string() }),
  since: v.string(),
  count: described('The number of open questions; the other fields are those of the oldest.', v.number()),
});
export type OpenQuestion = v.InferOutput<typeof openQuestion>;

/** The users who may be asked about a document. */
export const documentReaders = v.object({
  people: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type DocumentReaders = v.InferOutput<typeof documentReaders>;
