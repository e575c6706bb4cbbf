import regular from '@fontsource/inter/files/inter-latin-400-normal.woff2';
import semibold from '@fontsource/inter/files/inter-latin-600-normal.woff2';
import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppEnv } from '#middleware/context';

const weights: Readonly<Record<string, ArrayBuffer>> = { '400': regular, '600': semibold };

/** The product's typeface for the pages before the application, whose own files have other names with every build. */
export const typeface = new Hono<AppEnv>().get('/typeface/:weight', (c) => {
  const file = weights[c.req.param('weight')];
  if (!file) throw new Refusal('NOT_FOUND');
  return c.body(file, 200, {
    'Content-Type': 'font/woff2',
    'Cache-Control': 'public, max-age=604800',
    // The help page stands in a frame without an origin.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
});
