/** My Shows, the shows of Management and whatever else there hangs on them: old once a show was made or renamed. */
export function listsShows(key: unknown): boolean {
  return Array.isArray(key) && (key[0] === 'shows' || key[0] === 'managed');
}
