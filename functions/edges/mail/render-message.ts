import { isolated } from '#domain/values/safe-text';
import { filled } from './message-content.ts';
import type { RenderedContent, Letter, EmailRow } from './message-content.ts';
import { emailHtml } from './message-html.tsx';

/** The two faces of a letter. */
export function typeset(letter: Letter): { html: string; text: string } {
  const ready = filled(letter);
  return { html: emailHtml(ready), text: plain(ready) };
}

function plain(letter: RenderedContent): string {
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

function plainRow({ title, detail, amount, href }: EmailRow): string {
  const lines = [`${isolated(title)}  ${amount}`.trim(), isolated(detail), href ?? ''];
  return lines
    .filter(Boolean)
    .map((line) => `  ${line}`)
    .join('\n');
}
