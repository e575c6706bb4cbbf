/** A source change: `find` becomes `replace` in this file of the product. */
export interface Patch {
  file: string;
  find: string;
  replace: string;
}

/**
 * Returns the patched source. Throws unless `find` occurs exactly once, so that mutants follow changes of the product.
 */
export function applyPatch(source: string, { file, find, replace }: Patch): string {
  const pieces = source.split(find);
  if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} places to plant: ${find}`);
  return pieces.join(replace);
}
