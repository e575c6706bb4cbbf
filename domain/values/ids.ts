/**
 * Ids are opaque to clients (DEC-01). Ours begin with the id of their show, so that a path with only `{id}` finds its
 * shard without a lookup table. The prefix only routes; the row's own `show_id` authorizes.
 */
const showIdPattern = /^[a-z0-9]{4,12}$/;

/** True when a text has the form of a show id; the show may not exist. */
export function isShowId(text: string): boolean {
  return showIdPattern.test(text);
}

/** `{showId}_{unique}`; `unique` is a UUIDv7 in hex, so that ids of one show sort by age. */
export function idIn(showId: string, unique: string): string {
  return `${showId}_${unique}`;
}

/** Returns the show of an id, or null when the text is not one of our ids. */
export function showIdOf(id: string): string | null {
  const at = id.indexOf('_');
  if (at < 0) return null;
  const showId = id.slice(0, at);
  return isShowId(showId) ? showId : null;
}

/** Returns the unique part of one of our ids as a UUID (IN-04). */
export function uuidOf(id: string): string {
  const unique = id.slice(id.indexOf('_') + 1);
  return /^[0-9a-f]{32}$/.test(unique) ? unique.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : unique;
}
