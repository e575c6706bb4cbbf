/** The part of the bundler's module graph that is used here. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** The creator's PO list gets no chunk of its own for the code that it shares with the other lists. */
const firstList = /\/src\/screens\/purchase-orders\/list\/creator-list\.tsx$/;

/** Small modules that parts of a first screen need, and nothing else of the chunk that they would be in. */
const small =
  /\/src\/(parts\/(controls\/link-button|page\/(page-tabs|scroll-tab-into-view))|screens\/(documents\/failed-to-send|setup\/getting-started))\.tsx?$/;

/** The lines of the home and their texts, which load with its first screen. */
const homeLines =
  /\/(src\/screens\/approvals\/(tile-(groups|rows|links)|show-health|flagged-link)|src\/screens\/setup\/health\/findings|src\/session\/cover\/not-covered|domain\/bulk-approval\/left-out|domain\/lifecycle\/document-warning)\.tsx?$/;

/** Entry modules of the pages that users open first, by kind of page. */
const pages = {
  lists: /\/src\/screens\/(approvals\/approvals-screen|[a-z-]+\/list\/creator-list)\.tsx$/,
  reviews: /\/src\/screens\/[a-z-]+\/review\/review\.tsx$/,
  forms: /\/src\/screens\/[a-z-]+\/form-screens\.tsx$/,
  overlays: /\/src\/parts\/(overlays\/dialog-frame|display\/chip-list)\.tsx$/,
  /** A wide window shows a table; menus load after the first screen. They share the library's collections. */
  collections: /\/src\/parts\/(table\/table|overlays\/menu-overlay)\.tsx$/,
};

type Page = keyof typeof pages;

/** Merges small chunks into a larger one that nearly every page with the small chunk loads anyway. */
const mergedChunks: Readonly<Record<string, string>> = {
  'lists-reviews': 'lists-reviews-forms',
  'lists-reviews-forms-overlays': 'lists-reviews-forms',
  'reviews-overlays': 'lists-reviews-forms',
  'lists-forms-overlays': 'lists-reviews-forms',
  'lists-overlays': 'lists',
  'lists-forms': 'lists-reviews-forms',
};

/**
 * Returns the name of the chunk for a module, or null to leave the choice to the bundler. Modules shared by pages of
 * one kind go into one chunk, and so do modules shared by the same kinds. By default the bundler makes one chunk per
 * set of pages: about fifty small files per page, slower to fetch and a tenth larger.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const visit = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    if (Object.values(pages).some((page) => page.test(at))) roots.add(at);
    for (const importer of graph.getModuleInfo(at)?.importers ?? []) visit(importer);
  };
  if (firstList.test(id)) return 'lists';
  if (small.test(id)) return 'lists-reviews-forms';
  if (homeLines.test(id)) return 'home-lines';
  visit(id);
  if (roots.size < 2) return null;
  const kinds = (Object.keys(pages) as Page[]).filter((kind) =>
    [...roots].some((root) => pages[kind].test(root)),
  );
  if (kinds.includes('collections') && !kinds.includes('lists')) return 'collections';
  const name = kinds.filter((kind) => kind !== 'collections').join('-');
  return mergedChunks[name] ?? name;
}
