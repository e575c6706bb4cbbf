import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const library = /\/react-aria-components\/dist\/private\/\w+\.mjs$/;
const mark = '?contexts';

/** `const $1$export$2 = createContext(null);`, as the library is built. */
const contextLine = /^const (\S+) = \/\*#__PURE__\*\/ \(0, \$\w+\$createContext\)\((null|\{\})\);$/gm;
/** `import {Name as $1$export$2} from "./File.mjs";` */
const importLine = /^import \{([^}]*)\} from "(\.\/\w+\.mjs)";$/gm;

/** The contexts that a file of the library makes, each by the name that it is known by elsewhere. */
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

function contextsIn(path: string): ReturnType<typeof contextsOf> {
  return contextsOf(readFileSync(path, 'utf8'));
}

/** An import whose contexts come from the file that has nothing else. */
function parted(line: string, names: string, from: string, importer: string): string {
  const contexts = contextsIn(new URL(from, `file://${importer}`).pathname);
  const all = names.split(', ');
  const isContext = (name: string) => contexts.has(name.split(' ')[0] ?? '');
  const [apart, rest] = [all.filter(isContext), all.filter((name) => !isContext(name))];
  if (apart.length === 0) return line;
  const imports = [`import {${apart.join(', ')}} from "${from}${mark}";`];
  if (rest.length > 0) imports.push(`import {${rest.join(', ')}} from "${from}";`);
  return imports.join('\n');
}

/**
 * A menu needs to know the context of a search field, a dialog and a progress bar, and the library keeps each context in the file
 * of its component. Parted, the components come with the pages that draw them.
 */
export const contextsApart: Plugin = {
  name: 'contexts-apart',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith(mark) || !library.test(id.slice(0, -mark.length))) return null;
    const lines = [...contextsIn(id.slice(0, -mark.length))].map(
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
        parted(line, names, from, id),
      )
    );
  },
};
