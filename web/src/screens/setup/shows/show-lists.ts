/** Keys of the lists of shows, which change when a show is created or renamed. */
export function listsShows(key: unknown): boolean {
  return Array.isArray(key) && (key[0] === 'shows' || key[0] === 'managed');
}
