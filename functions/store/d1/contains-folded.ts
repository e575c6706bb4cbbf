import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { foldText } from '#domain/values/fold-text';

/** First and last letter: Latin, the rest of Romanian, and Greek and Cyrillic. */
const alphabets = [
  [0xc0, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x45f],
] as const;

/** For each letter its capital and those with diacritics, unless ASCII. */
const variants = new Map<string, string[]>();
for (const [first, last] of alphabets)
  for (let at: number = first; at <= last; at += 1) {
    const variant = String.fromCodePoint(at);
    const letter = foldText(variant);
    if (letter !== variant) variants.set(letter, [...(variants.get(letter) ?? []), variant]);
  }

/** D1 limits how deep an expression nests. */
const maxReplacements = 40;

/** Whether the text contains every word, in any order, without regard to case and diacritics. */
export function containsEachFolded(text: SQL, words: readonly string[]): SQL {
  const wanted = words.map(foldText);
  const containsAll = (folded: SQL) =>
    sql`(${sql.join(
      wanted.map((word) => sql`instr(${folded}, ${word}) > 0`),
      sql` AND `,
    )})`;
  // SQL has no function that removes diacritics: the variants of the letters of the words are replaced, in steps.
  const replacements = [...new Set(wanted.join(''))].flatMap((letter) =>
    (variants.get(letter) ?? []).map((variant) => `, '${variant}', '${letter}')`),
  );
  const steps = [sql`step0 AS MATERIALIZED (SELECT lower(${text}) AS text)`];
  for (let from = 0; from < replacements.length; from += maxReplacements) {
    const part = replacements.slice(from, from + maxReplacements);
    const replaced = `${'replace('.repeat(part.length)}text${part.join('')}`;
    steps.push(
      sql.raw(
        `step${steps.length} AS MATERIALIZED (SELECT ${replaced} AS text FROM step${steps.length - 1})`,
      ),
    );
  }
  const folded = sql`(WITH ${sql.join(steps, sql`, `)}
    SELECT ${containsAll(sql`text`)} FROM ${sql.raw(`step${steps.length - 1}`)})`;
  // Most texts have ASCII letters only.
  return sql`CASE WHEN ${text} GLOB '*[^ -~]*' THEN ${folded} ELSE ${containsAll(sql`lower(${text})`)} END`;
}
