import { AsyncLocalStorage } from 'node:async_hooks';
import { PDFName, PDFRef } from '@cantoo/pdf-lib';

/** Names and references, which the library compares by identity. */
interface Pools {
  names: Map<string, PDFName>;
  references: Map<string, PDFRef>;
}

const pools = new AsyncLocalStorage<Pools>();

/**
 * Runs work that reads PDFs with its own pool of names and references. The library's global pools never shrink: two
 * files of half a million names would fill a Worker. A document must not outlive the work.
 */
export function withOwnPools<Result>(work: () => Promise<Result>): Promise<Result> {
  return pools.run({ names: new Map(libraryNames), references: new Map() }, work);
}

const [nameOf, referenceOf] = [PDFName.of, PDFRef.of];

/** The library's name constants, which it uses to look into every document. */
const libraryNames = Object.values(PDFName).flatMap((value): [string, PDFName][] =>
  value instanceof PDFName ? [[value.asString().slice(1), value]] : [],
);

function decode(name: string): string {
  if (!name.includes('#')) return name;
  return name.replaceAll(/#([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Characters by code as the library encodes them in a name. */
const letters: string[] = [];

function letterOf(name: string, index: number): string {
  const code = name.charCodeAt(index);
  return (letters[code] ??= nameOf(name.charAt(index)).asString().slice(1));
}

/** Creates an object like the library's private constructor does. */
function createObject<Value extends object>(prototype: Value, fields: object): Value {
  return Object.assign(Object.create(prototype) as Value, fields);
}

PDFName.of = (name) => {
  const names = pools.getStore()?.names;
  if (!names) return nameOf(name);
  const text = decode(name);
  let found = names.get(text);
  if (!found) {
    let encodedName = '/';
    for (let index = 0; index < text.length; index += 1) encodedName += letterOf(text, index);
    names.set(text, (found = createObject(PDFName.prototype, { encodedName })));
  }
  return found;
};

PDFRef.of = (objectNumber, generationNumber = 0) => {
  const references = pools.getStore()?.references;
  if (!references) return referenceOf(objectNumber, generationNumber);
  const tag = `${objectNumber} ${generationNumber} R`;
  let found = references.get(tag);
  if (!found)
    references.set(tag, (found = createObject(PDFRef.prototype, { objectNumber, generationNumber, tag })));
  return found;
};
