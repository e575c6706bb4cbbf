import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../environment.mjs';

const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const isCode = (/** @type {string} */ path) => /\.(ts|tsx|mjs)$/.test(path);

/**
 * Returns the importers of every file in the tree.
 * @returns {Map<string, string[]>} the files that import a file, by its path
 */
export function importersOfAll() {
  const { imports: aliases } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', git, { cwd: repository, encoding: 'utf8' }).split('\0');
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files.filter((path) => isCode(path) && existsSync(join(repository, path))))
    for (const [, specifier = ''] of readFileSync(join(repository, file), 'utf8').matchAll(specifiers)) {
      const imported = resolveImport(file, specifier, aliases);
      if (imported !== null) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {Record<string, string>} aliases such as `#domain/*`
 * @returns {string | null} null for a package
 */
export function resolveImport(file, specifier, aliases) {
  if (specifier.startsWith('.')) return join(dirname(file), specifier.replace(/\?.*$/, ''));
  for (const [alias, target] of Object.entries(aliases)) {
    const start = alias.replace('*', '');
    if (specifier.startsWith(start)) return target.slice(2).replace('*', specifier.slice(start.length));
  }
  return null;
}

/**
 * Returns the test files and specs that import a file directly or indirectly; the nearest first.
 * @param {ReadonlyMap<string, readonly string[]>} importers
 * @param {string} file
 * @returns {string[]}
 */
export function testsImporting(importers, file) {
  const seen = new Set([file]);
  // A set iterates in insertion order, including items added meanwhile.
  for (const one of seen) for (const importer of importers.get(one) ?? []) seen.add(importer);
  return [...seen].filter((path) => path !== file && /^tests\/.*\.(test|spec)\.ts$/.test(path));
}
