/** DEC-02, DEC-65, DEC-66: trimmed, and in any case the same; also beyond the letters of ASCII. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

/** The same text for all that are the same name. */
export function nameKey(given: string): string {
  return given.trim().normalize('NFC').toLocaleLowerCase('en');
}

/** A name in small ASCII letters, digits and single hyphens, 60 at most; '' when it has none of them. */
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
