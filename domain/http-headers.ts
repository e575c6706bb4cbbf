/** Conventions of client and server: custom headers, and which calls only read. */

/** `{showId}.{shard} {bookmark}`: the client returns the last one, so that its reads never go back in time. */
export const bookmarkHeader = 'x-backlot-bookmark';

/** Marks requests that an open page sends on its own, so that an unattended session still expires (DEC-07). */
export const backgroundHeader = 'x-backlot-background';

/** True for a POST that only reads and takes its query in the body. */
export function readsOnly(path: string): boolean {
  return /\/(filter|sums|groups|list|similar)\/?$/.test(path);
}
