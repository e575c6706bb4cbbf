import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** What people open first: the address, and the screen that it opens. Of what a feature guards nothing is fetched ahead (SH-21). */
const pages: readonly [address: string, screen: string][] = [
  ['^/(approvals(/|$)|$)', 'approvals/hub'],
  ['^/po/?$', 'purchase-orders/list/creator-list'],
  ['^/po/review/', 'purchase-orders/review/review'],
  ['^/po/create/?$', 'purchase-orders/create'],
  ['^/po/edit/', 'purchase-orders/edit'],
];

function chunksOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** The file of a screen with all that it needs, but for what every page has. */
function filesOf(bundle: Bundle, screen: string): string[] {
  const chunks = chunksOf(bundle);
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/screens/${screen}.tsx`)));
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

/**
 * Tells `public/start.js` which files the page of an address needs beside the frame: it fetches them while the frame is on its way,
 * which would else find out only when it runs.
 */
export const firstFiles: Plugin = {
  name: 'first-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const list = pages.map(([address, screen]) => [address, filesOf(bundle, screen)]);
      return html.replace('src="/start.js"', `src="/start.js" data-pages='${JSON.stringify(list)}'`);
    },
  },
};
