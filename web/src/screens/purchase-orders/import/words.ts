import type { ImportKind } from '#domain/import/import';

/** Singular and plural, as used inside a sentence. */
const nouns = {
  PO: ['purchase order', 'purchase orders'],
  VENDOR: ['temporary vendor', 'temporary vendors'],
} as const satisfies Record<ImportKind, readonly [string, string]>;

/** `1 purchase order`, `12 purchase orders`. */
export function pluralize(count: number, kind: ImportKind): string {
  return `${count.toLocaleString('en-US')} ${nouns[kind][count === 1 ? 0 : 1]}`;
}

export function pluralNoun(kind: ImportKind): string {
  return nouns[kind][1];
}
