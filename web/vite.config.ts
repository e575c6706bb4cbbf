import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOf } from './chunks.ts';
import { splitContexts } from './split-contexts.ts';
import { preloadFiles } from './preload-files.ts';
import { splitRouter } from './split-router.ts';

const apiPaths = ['/api', '/files', '/data', '/pages', '/socket.io', '/sandbox'];
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8787';

/** The list of a screen's parts, which loads them at once, adds to the script of every page; rare screens do without. */
const ofFewUsers =
  /\/(rare-screens|import-screen|new-user|edit-user|show-health|endpoint|my-shows|new-show|shows)-[\w-]+\.js$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwind(),
    optimizeLocales.vite({ locales: ['en-US'] }),
    splitContexts,
    splitRouter,
    preloadFiles,
  ],
  resolve: {
    // Pages needs a package.json in this folder, so the root's "imports" do not reach it.
    alias: [
      { find: /^#domain\/(.*)$/, replacement: fileURLToPath(new URL('../domain/$1.ts', import.meta.url)) },
      // A shim for React 17; the installed React has the hook.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  server: {
    port: 5173,
    // The API only accepts calls from its own origin, which the pages served here are not.
    proxy: Object.fromEntries(
      apiPaths.map((path) => [
        path,
        {
          target: apiOrigin,
          headers: { origin: apiOrigin },
          ws: path === '/socket.io',
          rewriteWsOrigin: true,
        },
      ]),
    ),
    watch: { ignored: ['**/.wrangler/**', '**/dist/**'] },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // No inlined files: the content security policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, parts) => (ofFewUsers.test(file) ? [] : parts),
    },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: chunkOf, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
