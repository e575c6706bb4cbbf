/** A planted fault: in this file of the product, `find` becomes `replace`. */
export interface Patch {
  file: string;
  find: string;
  replace: string;
}

/** A fault that fits nowhere is none: the product has moved on, and the mutant must follow it. */
export function planted(source: string, { file, find, replace }: Patch): string {
  const pieces = source.split(find);
  if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} places to plant: ${find}`);
  return pieces.join(replace);
}
