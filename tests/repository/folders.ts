import { posix } from 'node:path';
import type { Source } from './layout.ts';

/** Folders of a layer from the lowest level up: a folder imports only from levels below its own. */
export interface Order {
  root: string;
  levels: readonly (readonly string[])[];
}

export const orders: readonly Order[] = [
  {
    root: 'functions/verbs',
    levels: [
      ['request', 'reference-data'],
      ['identity', 'outbox', 'realtime'],
      ['session', 'webhooks'],
      ['accounting'],
      ['lifecycle'],
      ['approval', 'documents', 'lists', 'relief'],
      ['cover', 'management', 'payments', 'replacement', 'vendors'],
      ['invoices', 'operations', 'purchase-orders'],
      ['bulk', 'imports', 'mail-approval', 'pdf'],
      ['archives', 'budget', 'currency', 'home', 'mail', 'notifications'],
      ['jobs'],
    ],
  },
  {
    root: 'functions/store',
    levels: [
      ['d1', 'show/tables'],
      ['directory', 'show-move', 'show/budget', 'show/cover', 'show/currency', 'show/outbox'],
      ['show/management'],
      ['show/documents', 'show/imports', 'show/mail', 'show/operations', 'show/webhooks'],
      ['show/approval', 'show/lists', 'show/replacement'],
      ['show/invoices', 'show/payments', 'show/relief', 'show/vendors'],
      ['show/accounting', 'show/purchase-orders'],
      ['show/bulk'],
    ],
  },
  {
    root: 'functions/edges',
    levels: [
      ['.', 'files/workbook'],
      ['accounting', 'files', 'mail', 'pdf'],
      ['identity', 'pdf/document'],
    ],
  },
];

const aliases: Record<string, string> = {
  verbs: 'functions/verbs',
  store: 'functions/store',
  edges: 'functions/edges',
};
const imported = /^(?:import|export)\s[^;']*?from\s+'([^']+)'|\bimport\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
const staticallyImported = /^(?:import|export)\s[^;']*?from\s+'([^']+)'/gm;

function targets({ path, text }: Source, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, ...found]) => {
    const specifier = found.find((one) => one !== undefined) ?? '';
    const [, alias = '', rest = ''] = /^#(\w+)\/(.+)$/.exec(specifier) ?? [];
    if (aliases[alias]) return [`${aliases[alias]}/${rest}.ts`];
    return specifier.startsWith('.') ? [posix.join(posix.dirname(path), specifier)] : [];
  });
}

const folderOf = (root: string, path: string) =>
  path.startsWith(`${root}/`) ? posix.dirname(path.slice(root.length + 1)) : null;

/** Imports to the same or a higher level of a layer, and folders without a level. */
export function orderViolations({ root, levels }: Order, sources: readonly Source[]): string[] {
  const levelOf = new Map(levels.flatMap((folders, level) => folders.map((folder) => [folder, level])));
  return sources.flatMap((source) => {
    const folder = folderOf(root, source.path);
    if (folder === null) return [];
    const level = levelOf.get(folder);
    if (level === undefined) return [`${source.path}: ${folder} has no level`];
    return targets(source, imported).flatMap((target) => {
      const other = folderOf(root, target);
      if (other === null || other === folder || (levelOf.get(other) ?? level) < level) return [];
      return [`${source.path} imports ${target}`];
    });
  });
}

/** Folders below `root` that import each other in a cycle. A dynamic import is a link and does not count. */
export function importCycles(root: string, sources: readonly Source[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const source of sources) {
    const folder = folderOf(root, source.path);
    if (folder === null) continue;
    const to = imports.get(folder) ?? new Set();
    imports.set(folder, to);
    for (const target of targets(source, staticallyImported)) {
      const other = folderOf(root, target);
      if (other !== null && other !== folder) to.add(other);
    }
  }
  const reachable = (from: string) => {
    const seen = new Set(imports.get(from));
    // A `Set` also iterates over values that are added during the iteration.
    for (const one of seen) for (const next of imports.get(one) ?? []) seen.add(next);
    return seen;
  };
  return [...imports.keys()].filter((folder) => reachable(folder).has(folder)).toSorted();
}

const maxFiles = 25;

/** Folders with more files than a reader can survey. */
export function overfullFolders(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > maxFiles)
    .map(([folder, files]) => `${folder} has ${files.length} files`);
}
