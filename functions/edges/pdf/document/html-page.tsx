import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { PrintJob } from '#edges/pdf/browser-renderer';
import { stripInvisible } from '#domain/values/safe-text';
import { fontFaces } from './fonts.ts';
import { style } from './style.ts';

export type PaperSize = PrintJob['paperSize'];

interface PageProps {
  title: string;
  children: Child;
}

/** No loading and no scripts: a second line of defense against typed text. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

function Page({ title, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <title>{title}</title>
        <style>{raw('/*fonts*/')}</style>
        <style>{raw(style)}</style>
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Returns a complete HTML document with its styles and only the font subsets that its text needs. */
export function documentHtml(title: string, children: Child): string {
  // Covers texts that were stored before input was cleaned.
  const html = stripInvisible((<Page title={title}>{children}</Page>).toString());
  // A replacement function, as `$` is special in a replacement string.
  return `<!doctype html>${html.replace('/*fonts*/', () => fontFaces(html))}`;
}

const lineStyle = {
  width: '100%',
  margin: '0 14mm',
  display: 'flex',
  justifyContent: 'space-between',
  gap: '8mm',
  font: "400 7pt/1.4 'Inter','Open Sans',Arial,sans-serif",
  color: '#59625c',
};
const ellipsisStyle = {
  unicodeBidi: 'isolate',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};
const legalStyle = { fontSize: '8pt', fontWeight: 700, color: '#ac2a20' };

/** The line at the top of every page; may be empty (PD-25). */
export function pageHeader(text: string): string {
  return (
    <div style={{ ...lineStyle, justifyContent: 'center' }}>
      <span style={legalStyle}>{text}</span>
    </div>
  ).toString();
}

function footerHtml(left: string, right: Child): string {
  return (
    <div style={lineStyle}>
      <span style={ellipsisStyle}>{stripInvisible(left)}</span>
      <span style={{ whiteSpace: 'nowrap' }}>{right}</span>
    </div>
  ).toString();
}

/** The footer with sender, document and page numbers, which Chromium fills in. */
export function pageFooter(left: string, name: string): string {
  return footerHtml(
    left,
    <>
      {name} · Page <span class="pageNumber"></span> of <span class="totalPages"></span>
    </>,
  );
}

/** The footer of appended files, without a page number, as their pages are not part of the document. */
export function appendedFileFooter(label: string, name: string): string {
  return footerHtml(label, name);
}
