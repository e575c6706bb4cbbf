/** Compares trimmed names, ignoring case also beyond ASCII (DEC-02, DEC-65, DEC-66). */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

/** Returns the same key for all spellings of the same name. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('en');
}

/** Returns a name in lower-case ASCII letters, digits and single hyphens, at most 60; '' when nothing remains. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .replace(/-$/, '');
}
