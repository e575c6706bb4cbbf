import { foldText } from '#domain/values/fold-text';

/** Limits of an excerpt: its letters, and those before the match. */
const maxExcerpt = { letters: 120, before: 30 } as const;

/** The part of a text around the first match of the words, on one line (VIEW-72). */
export function searchExcerpt(text: string, words: readonly string[]): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim().normalize('NFC')];
  if (letters.length <= maxExcerpt.letters) return letters.join('');
  const wanted = words.map((word) => ({ plain: foldText(word), length: [...word].length }));
  const match = letters.findIndex((_, at) =>
    wanted.some(({ plain, length }) => foldText(letters.slice(at, at + length).join('')) === plain),
  );
  const from = Math.max(0, Math.min(match - maxExcerpt.before, letters.length - maxExcerpt.letters));
  const to = from + maxExcerpt.letters;
  const part = letters.slice(from, to).join('').trim();
  return `${from > 0 ? '...' : ''}${part}${to < letters.length ? '...' : ''}`;
}
