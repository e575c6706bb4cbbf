import { posix } from 'node:path';
import type { Source } from './layout.ts';

/** Folders of a layer, from the lowest level up: a folder imports only from levels below its own. */
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
      ['notifications', 'session', 'webhooks'],
      ['accounting'],
      ['lifecycle'],
      ['approval', 'documents', 'lists', 'relief'],
      ['management', 'payments', 'vendors'],
      ['invoices', 'operations', 'purchase-orders'],
      ['imports', 'pdf'],
      ['archives', 'mail'],
      ['jobs'],
    ],
  },
  {
    root: 'functions/store',
    levels: [
      ['d1', 'show/tables'],
      ['directory', 'show-move', 'show/management', 'show/outbox'],
      ['show/documents', 'show/imports', 'show/mail', 'show/operations', 'show/webhooks'],
      ['show/approval', 'show/lists'],
      ['show/invoices', 'show/payments', 'show/relief', 'show/vendors'],
      ['show/accounting', 'show/purchase-orders'],
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

const within = (root: string, path: string) =>
  path.startsWith(`${root}/`) ? posix.dirname(path.slice(root.length + 1)) : null;

/** Imports that run up or across the order of a layer's folders, and folders that have no place in it. */
export function againstOrder({ root, levels }: Order, sources: readonly Source[]): string[] {
  const levelOf = new Map(levels.flatMap((folders, level) => folders.map((folder) => [folder, level])));
  return sources.flatMap((source) => {
    const own = within(root, source.path);
    if (own === null) return [];
    const level = levelOf.get(own);
    if (level === undefined) return [`${source.path}: ${own} has no level`];
    return targets(source, imported).flatMap((target) => {
      const other = within(root, target);
      if (other === null || other === own || (levelOf.get(other) ?? level) < level) return [];
      return [`${source.path} imports ${target}`];
    });
  });
}

/** Folders below `root` that import each other round about; a screen that is loaded later is a link, and no import. */
export function circles(root: string, sources: readonly Source[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const source of sources) {
    const own = within(root, source.path);
    if (own === null) continue;
    const to = arrows.get(own) ?? new Set();
    arrows.set(own, to);
    for (const target of targets(source, staticallyImported)) {
      const other = within(root, target);
      if (other !== null && other !== own) to.add(other);
    }
  }
  const reaches = (from: string) => {
    const seen = new Set(arrows.get(from));
    // A set goes on to what is added while it is walked.
    for (const one of seen) for (const next of arrows.get(one) ?? []) seen.add(next);
    return seen;
  };
  return [...arrows.keys()].filter((folder) => reaches(folder).has(folder)).toSorted();
}

const mostFiles = 25;

/** Folders with more files than fit into one look. */
export function crowded(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > mostFiles)
    .map(([folder, files]) => `${folder} has ${files.length} files`);
}
