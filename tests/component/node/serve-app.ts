import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Plugin } from 'vitest/config';
import { ownBuild, webDist } from '../../../scripts/build-web.mjs';

const dist = ownBuild() ?? webDist;

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Runs before any script of the application, so that the test's page can install its fakes in the new window. */
const preparation = '<head><script>parent.prepareFrame(window)</script>';

/** Served when the application navigates to a page of the Worker, such as the sign-in. */
const workerPage = '<!doctype html><title>A page of the Worker</title>';

function pageAt(path: string): string {
  if (/^\/(api|files|pages|data)\//.test(path)) return workerPage;
  return readFileSync(join(dist, 'index.html'), 'utf8').replace('<head>', preparation);
}

/** Serves the built application at its own paths to the frames of the component tests. */
export function serveApp(): Plugin {
  return {
    name: 'serve-app',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname.startsWith('/__vitest')) return next();
        if (request.headers['sec-fetch-dest'] === 'iframe' && !pathname.startsWith('/guide/')) {
          response.setHeader('content-type', 'text/html');
          return response.end(pageAt(pathname));
        }
        const file = join(dist, decodeURIComponent(pathname));
        if (pathname === '/' || !existsSync(file) || !statSync(file).isFile()) return next();
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
        // The name of an asset changes with its content, so the browser may cache it across the frames of all tests.
        const cached = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        response.setHeader('cache-control', cached);
        return response.end(readFileSync(file));
      });
    },
  };
}
