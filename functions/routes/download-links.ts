import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { expiredPage, linkPage, openLinkedPdf } from '#verbs/mail/download-link';

/** Keeps links out of search indexes, and forbids scripts on their pages. */
function guard(c: AppContext): void {
  c.header('X-Robots-Tag', 'noindex, nofollow');
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
}

async function orExpiredPage(c: AppContext, respond: () => Promise<Response>): Promise<Response> {
  guard(c);
  try {
    return await respond();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return c.html(expiredPage(), 404);
    throw error;
  }
}

/** Download links of e-mails. They need no session: the link gives access to one document (DEC-57). */
export const downloadLinks = new Hono<AppEnv>()
  .get('/:token', (c) =>
    orExpiredPage(c, async () => c.html(await linkPage(c.env, c.req.param('token'), c.get('now')))),
  )
  .get('/:token/:fileName', (c) =>
    orExpiredPage(c, async () => {
      const { fileName, object } = await openLinkedPdf(c.env, c.req.param('token'), c.get('now'));
      return c.body(object.body, 200, {
        'Content-Type': 'application/pdf',
        'Content-Length': String(object.size),
        'Content-Disposition': `attachment; filename="${fileName}"`,
      });
    }),
  );
