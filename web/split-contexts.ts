import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const library = /\/react-aria-components\/dist\/private\/\w+\.mjs$/;
const mark = '?contexts';

/** `const $1$export$2 = createContext(null);`, as the library is built. */
const contextLine = /^const (\S+) = \/\*#__PURE__\*\/ \(0, \$\w+\$createContext\)\((null|\{\})\);$/gm;
/** `import {Name as $1$export$2} from "./File.mjs";` */
const importLine = /^import \{([^}]*)\} from "(\.\/\w+\.mjs)";$/gm;

/** The contexts that a file of the library creates, by exported name. */
function contextsOf(code: string): Map<string, { local: string; value: string }> {
  const exported = new Map(
    [...(/^export \{(.*)\};$/m.exec(code)?.[1] ?? '').matchAll(/(\S+) as (\w+)/g)].map(([, local, name]) => [
      local,
      name,
    ]),
  );
  const contexts = new Map<string, { local: string; value: string }>();
  for (const [, local = '', value = ''] of code.matchAll(contextLine)) {
    const name = exported.get(local);
    if (name !== undefined) contexts.set(name, { local, value });
  }
  return contexts;
}

function readContexts(path: string): ReturnType<typeof contextsOf> {
  return contextsOf(readFileSync(path, 'utf8'));
}

/** Splits an import so that contexts come from a module that contains only the contexts. */
function splitImport(line: string, names: string, from: string, importer: string): string {
  const contexts = readContexts(new URL(from, `file://${importer}`).pathname);
  const all = names.split(', ');
  const isContext = (name: string) => contexts.has(name.split(' ')[0] ?? '');
  const [moved, kept] = [all.filter(isContext), all.filter((name) => !isContext(name))];
  if (moved.length === 0) return line;
  const imports = [`import {${moved.join(', ')}} from "${from}${mark}";`];
  if (kept.length > 0) imports.push(`import {${kept.join(', ')}} from "${from}";`);
  return imports.join('\n');
}

/**
 * The library defines each context in the file of its component, so a menu would pull in search fields, dialogs and
 * progress bars. After the split, those components are loaded with the pages that render them.
 */
export const splitContexts: Plugin = {
  name: 'split-contexts',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith(mark) || !library.test(id.slice(0, -mark.length))) return null;
    const lines = [...readContexts(id.slice(0, -mark.length))].map(
      ([name, { value }]) => `export const ${name} = /*#__PURE__*/ createContext(${value});`,
    );
    return ["import { createContext } from 'react';", ...lines].join('\n');
  },
  transform(code, id) {
    if (!library.test(id)) return null;
    const own = contextsOf(code);
    const file = `./${id.slice(id.lastIndexOf('/') + 1)}${mark}`;
    const imported = [...own].map(([name, { local }]) => `${name} as ${local}`);
    const locals = new Set([...own.values()].map(({ local }) => local));
    const without = code.replaceAll(contextLine, (line: string, local: string) =>
      locals.has(local) ? '' : line,
    );
    const head = own.size > 0 ? `import {${imported.join(', ')}} from "${file}";\n` : '';
    return (
      head +
      without.replaceAll(importLine, (line: string, names: string, from: string) =>
        splitImport(line, names, from, id),
      )
    );
  },
};
