/** One line of a list: a document, what became of it, its amount. */
export interface LetterRow {
  title: string;
  detail: string;
  amount: string;
  /** Null: nobody told this deployment its own address, and a link that leads nowhere is worse than none. */
  href: string | null;
}

export interface LetterList {
  title: string;
  rows: readonly LetterRow[];
  /** What is not listed, or ''. */
  more: string;
}

interface LetterLink {
  label: string;
  href: string;
}

/** What an e-mail says, whatever it looks like: its page and its plain twin are made from this. */
export interface Letter {
  /** The show, or whoever is speaking. */
  place: string;
  headline: string;
  paragraphs?: readonly string[];
  /** What a person wrote, with who it was. */
  note?: { from: string; text: string } | null;
  facts?: readonly (readonly [label: string, value: string])[];
  lists?: readonly LetterList[];
  action?: LetterLink | null;
  /** A second, quieter link. */
  also?: LetterLink | null;
  /** Why it came, and what else there is to know. */
  small?: readonly string[];
}

export type FilledLetter = ReturnType<typeof filled>;

/** Without what is empty. */
export function filled(letter: Letter) {
  const { paragraphs = [], facts = [], lists = [], small = [], action = null, also = null } = letter;
  const note = letter.note && letter.note.text.trim() !== '' ? letter.note : null;
  return {
    ...letter,
    note,
    action,
    also,
    paragraphs: paragraphs.filter(Boolean),
    facts: facts.filter(([, value]) => value !== ''),
    lists: lists.filter(({ rows }) => rows.length > 0),
    small: small.filter(Boolean),
  };
}
