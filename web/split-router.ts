import type { Plugin } from 'vite';

const links = /\/react-router\/dist\/production\/lib\/dom\/lib\.js$/;
const createdLinks = /^(\t*(?:const|let) \w+ = )(React\$1\.forwardRef\()/gm;
const displayNames = /^\w+\.displayName = .*;$/gm;

const router = /\/react-router\/dist\/production\/lib\/router\/router\.js$/;
const instrumentation = /\b(?:init|opts\?)\.instrumentations\b/g;

/**
 * Removes router code that the application never uses. The router's own links and forms are unused (the links are those
 * of the parts), but the bundler keeps them, a fortieth of the shell, because each gets a `displayName`. The hooks for
 * instrumentation are unused too.
 */
export const splitRouter: Plugin = {
  name: 'split-router',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (links.test(id))
      return code.replaceAll(displayNames, '').replaceAll(createdLinks, '$1/*#__PURE__*/ $2');
    return router.test(id) ? code.replaceAll(instrumentation, 'undefined') : null;
  },
};
