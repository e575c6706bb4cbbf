import { isolated } from '#domain/values/safe-text';
import { filled } from './message-content.ts';
import type { FilledLetter, Letter, LetterRow } from './message-content.ts';
import { letterHtml } from './message-html.tsx';

/** The two faces of a letter. */
export function typeset(letter: Letter): { html: string; text: string } {
  const ready = filled(letter);
  return { html: letterHtml(ready), text: plain(ready) };
}

function plain(letter: FilledLetter): string {
  const { place, headline, paragraphs, note, facts, lists, action, also, small } = letter;
  const blocks = [
    `${place}\n${headline}`,
    note ? `${note.text}\n(${isolated(note.from)})` : '',
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${isolated(value)}`).join('\n'),
    ...lists.map(({ title, rows, more }) =>
      [title, ...rows.map(plainRow), more].filter(Boolean).join('\n\n'),
    ),
    action ? `${action.label}: ${action.href}` : '',
    also ? `${also.label}: ${also.href}` : '',
    small.join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function plainRow({ title, detail, amount, href }: LetterRow): string {
  const lines = [`${isolated(title)}  ${amount}`.trim(), isolated(detail), href ?? ''];
  return lines
    .filter(Boolean)
    .map((line) => `  ${line}`)
    .join('\n');
}
