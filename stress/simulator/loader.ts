import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import type { ResolveFnOutput } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { applyPatch } from './patch.ts';
import type { Patch } from './patch.ts';
import type { Product } from './product.ts';
import { replacements } from './replacements.ts';

const root = join(import.meta.dirname, '../..');
const mark = 'world';
const worlds = new Map<string, readonly Patch[]>();
/** `{world} {file}` of every file that a world has loaded. */
const loadedFiles = new Set<string>();

/**
 * Returns the same results in a tenth of the time: building queries takes half of a run and calls this all the time.
 */
const quickEntity = `
export const entityKind = Symbol.for('drizzle:entityKind');
export const hasOwnEntityKind = Symbol.for('drizzle:hasOwnEntityKind');
const known = new Map();
export function is(value, type) {
  if (!value || typeof value !== 'object') return false;
  let ofType = known.get(type);
  if (!ofType) known.set(type, (ofType = new Map()));
  const kind = Object.getPrototypeOf(value);
  let answer = ofType.get(kind);
  if (answer === undefined) ofType.set(kind, (answer = value instanceof type || inherits(kind?.constructor, type)));
  return answer;
}
function inherits(from, type) {
  for (let one = from; one; one = Object.getPrototypeOf(one))
    if (entityKind in one && one[entityKind] === type[entityKind]) return true;
  return false;
}`;
const ids = 'simulated:ids';

/** Shared by all worlds: the resolution of bare names, and each file without its types. */
const resolved = new Map<string, ResolveFnOutput>();
const scripts = new Map<string, string>();

/** `?world=2` loads a separate instance of the module; its imports from the project inherit the query. */
function worldOf(url: string | undefined): string | null {
  return url?.startsWith('file:') ? new URL(url).searchParams.get(mark) : null;
}

function pathIn(url: string): string {
  return fileURLToPath(url.split('?')[0] ?? url).slice(root.length + 1);
}

/** A replacement of few documents takes several jobs. */
const smallBatches: readonly Patch[] = [
  {
    file: 'functions/verbs/replacement/replace-approver.ts',
    find: 'replacementBatchSize = 20',
    replace: 'replacementBatchSize = 4',
  },
];

function scriptOf(path: string, patches: readonly Patch[]): string {
  const own = [...smallBatches, ...patches].filter(({ file }) => file === path);
  let script = own.length === 0 ? scripts.get(path) : undefined;
  if (script !== undefined) return script;
  script = stripTypeScriptTypes(own.reduce(applyPatch, readFileSync(join(root, path), 'utf8')));
  if (own.length === 0) scripts.set(path, script);
  return script;
}

function ledTo(specifier: string, find: () => ResolveFnOutput): ResolveFnOutput {
  let found = resolved.get(specifier);
  if (!found) resolved.set(specifier, (found = find()));
  return found;
}

registerHooks({
  resolve(specifier, context, next) {
    const world = worldOf(context.parentURL);
    if (world === null) return next(specifier, context);
    if (specifier === 'uuidv7') return { url: ids, format: 'module', shortCircuit: true };
    const { url, format } = specifier.startsWith('.')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module' }
      : ledTo(specifier, () => next(specifier, context));
    const isOurs = url.startsWith('file:') && !url.includes('/node_modules/');
    return { url: isOurs ? `${url}?${mark}=${world}` : url, format, shortCircuit: true };
  },
  load(url, context, next) {
    if (url === ids) {
      const source = 'export const uuidv7obj = () => ({ toHex: () => globalThis.simulatedId() });';
      return { format: 'module', source, shortCircuit: true };
    }
    if (url.endsWith('/node_modules/drizzle-orm/entity.js'))
      return { format: 'module', source: quickEntity, shortCircuit: true };
    const world = worldOf(url);
    if (world === null) return next(url, context);
    const path = pathIn(url);
    loadedFiles.add(`${world} ${path}`);
    const standIn = replacements[path];
    if (standIn !== undefined) return { format: 'module', source: standIn, shortCircuit: true };
    const source = scriptOf(path, worlds.get(world) ?? []);
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Loads the product as it is or with patches, as a separate set of module instances. */
export function loadProduct(patches: readonly Patch[] = []): Promise<Product> {
  return loadWorld<Product>('product.ts', patches);
}

/** The same for another file, which exports more as its `product`; its path is relative to this folder. */
export async function loadWorld<Whole extends Product>(
  entry: string,
  patches: readonly Patch[] = [],
): Promise<Whole> {
  const world = String(worlds.size);
  worlds.set(world, patches);
  const url = `${pathToFileURL(join(import.meta.dirname, entry)).href}?${mark}=${world}`;
  const loaded = (await import(url)) as { product: Whole };
  const missing = patches.find(({ file }) => !loadedFiles.has(`${world} ${file}`));
  if (missing) throw new Error(`${missing.file} is not part of what is simulated`);
  return loaded.product;
}
