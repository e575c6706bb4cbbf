import { withoutUnseen } from '#domain/values/safe-text';
import { oneLine } from './send-mail.ts';

/** One line of a list: a document, what became of it, its amount. */
export interface EmailRow {
  title: string;
  detail: string;
  amount: string;
  /** Null: nobody told this deployment its own address, and a link that leads nowhere is worse than none. */
  href: string | null;
}

export interface EmailList {
  title: string;
  rows: readonly EmailRow[];
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
  lists?: readonly EmailList[];
  action?: LetterLink | null;
  /** A second, quieter link. */
  also?: LetterLink | null;
  /** Why it came, and what else there is to know. */
  small?: readonly string[];
}

/** Whose letter it is, at the foot of every one. */
const imprint = 'Backlot: purchase orders, invoices and payments';

export type RenderedContent = ReturnType<typeof filled>;

/** In the plain twin a line is a fact: no name that people chose may end one and begin another. */
function flatList({ title, rows, more }: EmailList): EmailList {
  const flat = (row: EmailRow) => ({ ...row, title: oneLine(row.title), detail: oneLine(row.detail) });
  return { title: oneLine(title), rows: rows.map(flat), more };
}

/** Lines stay lines; of what else is no character to read (RFC 5322 knows no NUL) there is a space. */
const readable = (text: string) =>
  withoutUnseen(text)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\r\n]/gu, ' ');

const flatLink = ({ label, href }: LetterLink): LetterLink => ({ label: oneLine(label), href });

/** Without what is empty, on one line where lines have a meaning, and with its foot. */
export function filled(letter: Letter) {
  const { note, paragraphs = [], facts = [], lists = [], small = [], action = null, also = null } = letter;
  return {
    place: oneLine(letter.place),
    headline: oneLine(letter.headline),
    note: note && note.text.trim() !== '' ? { from: oneLine(note.from), text: readable(note.text) } : null,
    action: action && flatLink(action),
    also: also && flatLink(also),
    paragraphs: paragraphs.filter(Boolean).map(readable),
    facts: facts
      .map(([label, value]) => [label, oneLine(value)] as const)
      .filter(([, value]) => value !== ''),
    lists: lists.filter(({ rows }) => rows.length > 0).map(flatList),
    small: [...small.filter(Boolean).map((line) => oneLine(line)), imprint],
  };
}
