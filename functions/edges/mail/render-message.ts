import { isolateDirection } from '#domain/values/safe-text';
import { withoutEmptyParts } from './message-content.ts';
import type { RenderedContent, EmailContent, EmailRow } from './message-content.ts';
import { emailHtml } from './message-html.tsx';

export function renderEmail(content: EmailContent): { html: string; text: string } {
  const rendered = withoutEmptyParts(content);
  return { html: emailHtml(rendered), text: plainText(rendered) };
}

function plainText(content: RenderedContent): string {
  const { place, headline, paragraphs, note, facts, lists, action, also, small } = content;
  const blocks = [
    `${place}\n${headline}`,
    note ? `${note.text}\n(${isolateDirection(note.from)})` : '',
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${isolateDirection(value)}`).join('\n'),
    ...lists.map(({ title, rows, more }) =>
      [title, ...rows.map(plainTextRow), more].filter(Boolean).join('\n\n'),
    ),
    action ? `${action.label}: ${action.href}` : '',
    also ? `${also.label}: ${also.href}` : '',
    small.join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function plainTextRow({ title, mark, detail, amount, href, also }: EmailRow): string {
  const lines = [
    `${isolateDirection(title)}  ${amount}`.trim(),
    [mark?.text ?? '', isolateDirection(detail)].filter(Boolean).join(', '),
    href ?? '',
    also ? `${also.label}: ${also.href}` : '',
  ];
  return lines
    .filter(Boolean)
    .map((line) => `  ${line}`)
    .join('\n');
}
