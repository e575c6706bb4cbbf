import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { foldText } from '#domain/values/fold-text';

/** First and last letter: Latin, with the letters of Vietnamese, and Greek and Cyrillic. */
const alphabets = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
  [0x386, 0x45f],
] as const;

const letters = alphabets.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);
/** Capitals and letters with diacritics, unless ASCII, with the plain letter; diacritics of their own, with ''. */
const plainLetters = new Map(
  [...letters, ...letters.join('').normalize('NFD')]
    .map((letter) => [letter, foldText(letter)] as const)
    .filter(([letter, plain]) => letter !== plain && letter > '~'),
);
/** Letters outside of the table stay as they are, so that a text is found as it is written in any script. */
const plainText = (text: string) => Array.from(text, (letter) => plainLetters.get(letter) ?? letter).join('');

/** D1 limits how deep an expression nests. */
const maxReplacements = 40;

/** Whether the text contains every word, in any order, without regard to case and diacritics. */
export function containsEachFolded(text: SQL, words: readonly string[]): SQL {
  const wanted = words.map(plainText);
  const containsAll = (folded: SQL) =>
    sql`(${sql.join(
      wanted.map((word) => sql`instr(${folded}, lower(${word})) > 0`),
      sql` AND `,
    )})`;
  // SQL has no function that removes diacritics: those of the letters of the words are replaced, in steps.
  const relevant = new Set(['', ...wanted.join('').toLowerCase()]);
  const replacements = [...plainLetters]
    .filter(([, plain]) => relevant.has(plain))
    .map(([letter, plain]) => `, '${letter}', '${plain}')`);
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
