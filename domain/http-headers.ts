/** How both ends speak to each other: the headers of our own, and which calls only read. */

/** `{showId}.{shard} {bookmark}`: the client hands the last one back, so that its reads never go back in time. */
export const bookmarkHeader = 'x-backlot-bookmark';

/** On what an open page asks by itself: a session that nobody attends must run out (DEC-07). */
export const backgroundHeader = 'x-backlot-background';

/** A POST that only reads: it takes its question in the body. */
export function readsOnly(path: string): boolean {
  return /\/(filter|sums|list|similar)\/?$/.test(path);
}
