import { stripInvisible } from '#domain/values/safe-text';
import { oneLine } from './send-mail.ts';

/** The color of a warning, which its words name, too. */
export type EmailTone = 'negative' | 'caution';

/** A row of a list: a document, its event and its amount. */
export interface EmailRow {
  title: string;
  /** A warning in color before the detail. */
  mark?: { text: string; tone: EmailTone } | null;
  detail: string;
  amount: string;
  /** Null when the deployment's own address is not configured, as no link is better than a broken one. */
  href: string | null;
  /** A second link of the row. */
  also?: EmailLink | null;
}

export interface EmailList {
  title: string;
  rows: readonly EmailRow[];
  /** The note about omitted rows, or ''. */
  more: string;
}

interface EmailLink {
  label: string;
  href: string;
}

/** A value with its label, in color for a warning. */
export type EmailFact = readonly [label: string, value: string, tone?: EmailTone | null];

/** The content of an e-mail, from which its HTML and its plain text are rendered. */
export interface EmailContent {
  /** The show or sender. */
  place: string;
  headline: string;
  paragraphs?: readonly string[];
  note?: { from: string; text: string } | null;
  facts?: readonly EmailFact[];
  lists?: readonly EmailList[];
  action?: EmailLink | null;
  /** A second, less prominent link. */
  also?: EmailLink | null;
  /** Why the user received it, and further information. */
  small?: readonly string[];
}

/** The footer of every e-mail. */
const imprint = 'Backlot: purchase orders, invoices and payments';

export type RenderedContent = ReturnType<typeof withoutEmptyParts>;

/** Keeps each field on one line in the plain text, so that a name cannot imitate another line. */
function oneLineList({ title, rows, more }: EmailList): EmailList {
  const oneLineRow = (row: EmailRow) => ({
    ...row,
    title: oneLine(row.title),
    mark: row.mark ? { ...row.mark, text: oneLine(row.mark.text) } : null,
    detail: oneLine(row.detail),
    also: row.also ? oneLineLink(row.also) : null,
  });
  return { title: oneLine(title), rows: rows.map(oneLineRow), more };
}

/** Keeps line breaks and replaces other control characters by spaces, as RFC 5322 forbids NUL. */
const withoutControlCharacters = (text: string) =>
  stripInvisible(text)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\r\n]/gu, ' ');

const oneLineLink = ({ label, href }: EmailLink): EmailLink => ({ label: oneLine(label), href });

/** Removes empty parts, keeps single-line fields on one line, and adds the footer. */
export function withoutEmptyParts(content: EmailContent) {
  const { note, paragraphs = [], facts = [], lists = [], small = [], action = null, also = null } = content;
  return {
    place: oneLine(content.place),
    headline: oneLine(content.headline),
    note:
      note && note.text.trim() !== ''
        ? { from: oneLine(note.from), text: withoutControlCharacters(note.text) }
        : null,
    action: action && oneLineLink(action),
    also: also && oneLineLink(also),
    paragraphs: paragraphs.filter(Boolean).map(withoutControlCharacters),
    facts: facts
      .map(([label, value, tone = null]) => [label, oneLine(value), tone] as const)
      .filter(([, value]) => value !== ''),
    lists: lists.filter(({ rows }) => rows.length > 0).map(oneLineList),
    small: [...small.filter(Boolean).map((line) => oneLine(line)), imprint],
  };
}
