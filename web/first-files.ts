import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { firstQuestions } from './first-questions.ts';
import type { FirstQuestion } from './first-questions.ts';

type Bundle = Rolldown.OutputBundle;

interface Page {
  address: string;
  /** What it opens. */
  screen: string;
  /** What only a wide window needs beside it: a phone draws cards. */
  wide?: string;
  questions?: readonly FirstQuestion[];
}

const { orders, queue, order } = firstQuestions;
const table = 'parts/table/table';

/** What people open first. Of what a feature guards nothing is fetched ahead (SH-21). */
const pages: readonly Page[] = [
  {
    address: '^/(approvals(/purchase-orders)?/?)?$',
    screen: 'screens/approvals/approvals-screen',
    wide: table,
    questions: queue,
  },
  { address: '^/approvals/', screen: 'screens/approvals/approvals-screen', wide: table },
  { address: '^/po/?$', screen: 'screens/purchase-orders/list/creator-list', wide: table, questions: orders },
  {
    address: '^/po/review/[^/]+/(creator|approver)/?$',
    screen: 'screens/purchase-orders/review/review',
    questions: order,
  },
  { address: '^/po/create/?$', screen: 'screens/purchase-orders/create' },
  { address: '^/po/edit/', screen: 'screens/purchase-orders/edit' },
];

function chunksOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** The file of a module below `src/` with all that it needs, but for what every page has. */
function filesOf(bundle: Bundle, screen: string): string[] {
  const chunks = chunksOf(bundle);
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${screen}.tsx`)));
  if (!start) throw new Error(`No file of the build has ${screen}`);
  const entry = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap((one) => [one.fileName, ...one.imports]),
  );
  const files = new Set([start.fileName]);
  // A set goes on to what is added while it is walked.
  for (const name of files) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      if (!entry.has(imported)) files.add(imported);
  }
  return [...files].map((name) => `/${name}`);
}

const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const theme = '<script src="/theme.js"></script>';

function textOf(name: string): string {
  return readFileSync(new URL(`./public/${name}`, import.meta.url), 'utf8');
}

/**
 * Tells `public/start.js` which files the page of an address needs beside the frame: it fetches them while the frame is on its way,
 * which would else find out only when it runs. The frame's own are fetched with the page, and run when `start.js` says.
 */
export const firstFiles: Plugin = {
  name: 'first-files',
  // What chooses the theme is a file of its own for the pages that the Worker draws; here it would be one more to wait for.
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'start.js', source: textOf('theme.js') + textOf('start.js') });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const list = pages.map(({ address, screen, wide, questions }) => {
        const files = filesOf(bundle, screen);
        const more = wide ? filesOf(bundle, wide).filter((name) => !files.includes(name)) : [];
        return [address, files, questions ?? [], more];
      });
      const [, application] = entry.exec(html) ?? [];
      if (application === undefined) throw new Error('index.html has no application');
      const attributes = `data-application="${application}" data-pages='${JSON.stringify(list)}'`;
      return html
        .replace(entry, `<link rel="modulepreload" crossorigin href="${application}">`)
        .replace(theme, '')
        .replace('src="/start.js"', `src="/start.js" ${attributes}`);
    },
  },
};
