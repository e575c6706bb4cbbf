import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { preloadRequests } from './preload-requests.ts';
import type { PreloadRequest } from './preload-requests.ts';

type Bundle = Rolldown.OutputBundle;

interface Page {
  address: string;
  /** Path of the screen's module below `src/`, without the extension. */
  screen: string;
  /** A part that the screen loads when its data is there. */
  part?: string;
  /** Module that only wide windows need in addition: phones show cards. */
  wide?: string;
  requests?: readonly PreloadRequest[];
}

const { orders, queue, order } = preloadRequests;
const table = 'parts/table/table';

/** Pages that users open first. Screens behind a feature are not preloaded (SH-21). */
const pages: readonly Page[] = [
  {
    address: '^/(approvals(/purchase-orders)?/?)?$',
    screen: 'screens/approvals/approvals-screen',
    part: 'screens/approvals/tile-groups',
    wide: table,
    requests: queue,
  },
  { address: '^/approvals/', screen: 'screens/approvals/approvals-screen', wide: table },
  { address: '^/po/?$', screen: 'screens/purchase-orders/list/creator-list', wide: table, requests: orders },
  {
    address: '^/po/review/[^/]+/(creator|approver)/?$',
    screen: 'screens/purchase-orders/review/review',
    requests: order,
  },
  { address: '^/po/create/?$', screen: 'screens/purchase-orders/form-screens' },
  { address: '^/po/edit/', screen: 'screens/purchase-orders/form-screens' },
];

function chunksOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** Files of a module below `src/` and of its imports, without those that every page loads. */
function filesOf(bundle: Bundle, screen: string): string[] {
  const chunks = chunksOf(bundle);
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${screen}.tsx`)));
  if (!start) throw new Error(`No file of the build has ${screen}`);
  const entry = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap((one) => [one.fileName, ...one.imports]),
  );
  const files = new Set([start.fileName]);
  // A `Set` also iterates over values that are added during the iteration.
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
 * Passes to `public/start.js` the files that each page needs in addition to the shell, so that it can fetch both at the
 * same time. The shell's own files are preloaded with `index.html` and run when `start.js` starts the application.
 */
export const preloadFiles: Plugin = {
  name: 'preload-files',
  // The theme script is a separate file for the pages that the Worker renders; here it is merged to save a request.
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'start.js', source: textOf('theme.js') + textOf('start.js') });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const list = pages.map(({ address, screen, part, wide, requests }) => {
        const ownFiles = [screen, part ?? []].flat().flatMap((path) => filesOf(bundle, path));
        const files = [...new Set(ownFiles)];
        const more = wide ? filesOf(bundle, wide).filter((name) => !files.includes(name)) : [];
        return [address, files, requests ?? [], more];
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
