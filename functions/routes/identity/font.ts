import regular from '@fontsource/inter/files/inter-latin-400-normal.woff2';
import semibold from '@fontsource/inter/files/inter-latin-600-normal.woff2';
import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppEnv } from '#middleware/context';

const weights: Readonly<Record<string, ArrayBuffer>> = { '400': regular, '600': semibold };

/** The product's font for the sign-in pages: the application's own font files are renamed in every build. */
export const font = new Hono<AppEnv>().get('/typeface/:weight', (c) => {
  const file = weights[c.req.param('weight')];
  if (!file) throw new Refusal('NOT_FOUND');
  return c.body(file, 200, {
    'Content-Type': 'font/woff2',
    'Cache-Control': 'public, max-age=604800',
    // The help page is shown in a frame without an origin.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
});
