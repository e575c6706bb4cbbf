import type { Plugin } from 'vite';

const library = /\/react-router\/dist\/production\/lib\/dom\/lib\.js$/;
const made = /^(\t*(?:const|let) \w+ = )(React\$1\.forwardRef\()/gm;
const named = /^\w+\.displayName = .*;$/gm;

/**
 * The router's own links and forms are drawn nowhere (links are those of the parts), but each is given a name after it is made, for
 * which the bundler keeps it and all that it needs: a fortieth of the frame.
 */
export const routerParts: Plugin = {
  name: 'router-parts',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!library.test(id)) return null;
    return code.replaceAll(named, '').replaceAll(made, '$1/*#__PURE__*/ $2');
  },
};
