import type { Plugin } from 'vite';

const links = /\/react-router\/dist\/production\/lib\/dom\/lib\.js$/;
const made = /^(\t*(?:const|let) \w+ = )(React\$1\.forwardRef\()/gm;
const named = /^\w+\.displayName = .*;$/gm;

const router = /\/react-router\/dist\/production\/lib\/router\/router\.js$/;
const watchers = /\b(?:init|opts\?)\.instrumentations\b/g;

/**
 * The router's own links and forms are drawn nowhere (links are those of the parts), but each is given a name after it is made, for
 * which the bundler keeps it and all that it needs: a fortieth of the frame. Nobody watches the router at work either, and what
 * wraps it for those who do is left out with the question whether there are any.
 */
export const routerParts: Plugin = {
  name: 'router-parts',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (links.test(id)) return code.replaceAll(named, '').replaceAll(made, '$1/*#__PURE__*/ $2');
    return router.test(id) ? code.replaceAll(watchers, 'undefined') : null;
  },
};
