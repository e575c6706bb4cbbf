/** The text for comparison without regard to case and diacritics. */
export function foldText(text: string): string {
  // A capital sigma at the end of a word has a lower-case form of its own.
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}
