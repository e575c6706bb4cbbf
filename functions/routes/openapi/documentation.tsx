import { Hono } from 'hono';
import type { RouterRoute } from 'hono/types';
import type { AppEnv } from '#middleware/context';
import { pagePolicy } from '#middleware/security-headers';

const cached = 'public, max-age=300';

/**
 * The public API reference, as OpenAPI 3.1 and as a page. It is built on first use, so that no other call waits for it.
 */
export function documentation(routes: () => readonly RouterRoute[]) {
  return new Hono<AppEnv>()
    .get('/openapi.json', async (c) => {
      const { describeApi } = await import('./describe-api.ts');
      // As text, because the type of the document exceeds the compiler's limit.
      return c.body(JSON.stringify(describeApi(routes())), 200, {
        'Content-Type': 'application/json',
        'Cache-Control': cached,
      });
    })
    .get('/docs', async (c) => {
      const [{ describeApi }, { ApiPage }] = await Promise.all([
        import('./describe-api.ts'),
        import('./reference-page.tsx'),
      ]);
      const page = <ApiPage api={describeApi(routes())} />;
      return c.html(`<!doctype html>${String(page)}`, 200, {
        'Content-Security-Policy': pagePolicy,
        'Cache-Control': cached,
      });
    });
}
