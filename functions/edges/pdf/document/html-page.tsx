import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { PrintJob } from '#edges/pdf/browser-renderer';
import { withoutUnseen } from '#domain/values/safe-text';
import { fontFaces } from './fonts.ts';
import { style } from './style.ts';

export type Paper = PrintJob['paper'];

interface PageProps {
  title: string;
  children: Child;
}

/** Nothing may be loaded and nothing may run: the second wall around what people typed. */
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

/** A whole HTML document with its own styles and just the typeface subsets that its text needs. */
export function documentHtml(title: string, children: Child): string {
  // Texts that were stored before they were cleaned on their way in.
  const html = withoutUnseen((<Page title={title}>{children}</Page>).toString());
  // A replacement function, because `$` in a replacement text has a meaning.
  return `<!doctype html>${html.replace('/*fonts*/', () => fontFaces(html))}`;
}

const strip = {
  width: '100%',
  margin: '0 14mm',
  display: 'flex',
  justifyContent: 'space-between',
  gap: '8mm',
  font: "400 7pt/1.4 'Inter','Open Sans',Arial,sans-serif",
  color: '#59625c',
};
const cut = { unicodeBidi: 'isolate', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
const legal = { fontSize: '8pt', fontWeight: 700, color: '#ac2a20' };

/** PD-25: the line at the top of every page; empty where there is nothing to say. */
export function runningHead(text: string): string {
  return (
    <div style={{ ...strip, justifyContent: 'center' }}>
      <span style={legal}>{text}</span>
    </div>
  ).toString();
}

function foot(left: string, right: Child): string {
  return (
    <div style={strip}>
      <span style={cut}>{withoutUnseen(left)}</span>
      <span style={{ whiteSpace: 'nowrap' }}>{right}</span>
    </div>
  ).toString();
}

/** The line at the bottom: whose document, which one, page x of y. Chromium fills in the two numbers. */
export function runningFoot(left: string, name: string): string {
  return foot(
    left,
    <>
      {name} · Page <span class="pageNumber"></span> of <span class="totalPages"></span>
    </>,
  );
}

/** The line at the bottom of what is enclosed: it has no page number, because its pages are none of the document's. */
export function enclosureFoot(label: string, name: string): string {
  return foot(label, name);
}
