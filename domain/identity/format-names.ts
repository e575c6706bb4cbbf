const maxNames = 3;

/** Formats `A, B or C`; the rest of a long list is counted. */
export function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames);
  const hidden = names.length - shown.length;
  const parts = hidden > 0 ? [...shown, `${hidden} others`] : shown;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} or ${last}`;
}
