/** What the bundler knows of a module, as far as it is needed here. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** What people open first, by the kind of page. */
const pages = {
  lists: /\/src\/screens\/(approvals\/hub|[a-z-]+\/list\/creator-list)\.tsx$/,
  reviews: /\/src\/screens\/[a-z-]+\/review\/review\.tsx$/,
  forms: /\/src\/screens\/[a-z-]+\/(create|edit)\.tsx$/,
  overlays: /\/src\/parts\/(dialog-frame|chip-list)\.tsx$/,
};

type Page = keyof typeof pages;

/**
 * Which file a module goes into: what pages of one kind share is one file, and so is what several kinds share. Left to
 * itself the bundler makes a file for every set of pages, some fifty small ones for each page, which are slower to fetch
 * and a tenth larger. Null: as the bundler sees fit.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const climb = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    if (Object.values(pages).some((page) => page.test(at))) roots.add(at);
    for (const importer of graph.getModuleInfo(at)?.importers ?? []) climb(importer);
  };
  climb(id);
  if (roots.size < 2) return null;
  const kinds = (Object.keys(pages) as Page[]).filter((kind) =>
    [...roots].some((root) => pages[kind].test(root)),
  );
  return kinds.join('-');
}
