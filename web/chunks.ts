/** What the bundler knows of a module, as far as it is needed here. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const hub = /\/src\/screens\/approvals\/approvals-screen\.tsx$/;
/** A line of its own in what it shares with the other lists. */
const firstList = /\/src\/screens\/purchase-orders\/list\/creator-list\.tsx$/;

/** What people open first, by the kind of page. */
const pages = {
  lists: /\/src\/screens\/(approvals\/approvals-screen|[a-z-]+\/list\/creator-list)\.tsx$/,
  reviews: /\/src\/screens\/[a-z-]+\/review\/review\.tsx$/,
  forms: /\/src\/screens\/[a-z-]+\/(create|edit)\.tsx$/,
  overlays: /\/src\/parts\/(overlays\/dialog-frame|display\/chip-list)\.tsx$/,
};

type Page = keyof typeof pages;

/** What would be a small file goes along with a larger one, which nearly every page that needs it has too. */
const together: Readonly<Record<string, string>> = {
  'lists-reviews': 'lists-reviews-forms',
  'lists-reviews-forms-overlays': 'lists-reviews-forms',
  'reviews-overlays': 'lists-reviews-forms',
  'lists-forms-overlays': 'lists-forms',
  'lists-overlays': 'lists',
};

/**
 * Which file a module goes into: what pages of one kind share is one file, and so is what several kinds share. Left to
 * itself the bundler makes a file for every set of pages, some fifty small ones for each page, which are slower to fetch
 * and a tenth larger. Null: as the bundler sees fit.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  const roots = new Set<string>();
  const starts = new Set<string>();
  const seen = new Set<string>();
  const climb = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    if (Object.values(pages).some((page) => page.test(at))) roots.add(at);
    const { importers = [] } = graph.getModuleInfo(at) ?? {};
    if (importers.length === 0) starts.add(at);
    for (const importer of importers) climb(importer);
  };
  if (firstList.test(id)) return 'lists';
  climb(id);
  // What the hub, where people begin, has in common with pages that are opened later.
  if (roots.size === 1 && starts.size > 1 && [...roots].some((root) => hub.test(root)))
    return 'hub-and-others';
  if (roots.size < 2) return null;
  const kinds = (Object.keys(pages) as Page[]).filter((kind) =>
    [...roots].some((root) => pages[kind].test(root)),
  );
  const name = kinds.join('-');
  return together[name] ?? name;
}
