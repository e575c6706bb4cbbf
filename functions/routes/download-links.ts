import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { expiredPage, linkPage, openLinkedPdf } from '#verbs/mail/download-link';

/** A link is in nobody's search index, and what people typed runs nothing on its page. */
function guard(c: AppContext): void {
  c.header('X-Robots-Tag', 'noindex, nofollow');
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
}

async function orEnded(c: AppContext, work: () => Promise<Response>): Promise<Response> {
  guard(c);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return c.html(expiredPage(), 404);
    throw error;
  }
}

/** What the receivers of an e-mail open without a session: one document for whoever has its link (DEC-57). */
export const mailedPdf = new Hono<AppEnv>()
  .get('/:token', (c) =>
    orEnded(c, async () => c.html(await linkPage(c.env, c.req.param('token'), c.get('now')))),
  )
  .get('/:token/:fileName', (c) =>
    orEnded(c, async () => {
      const { fileName, object } = await openLinkedPdf(c.env, c.req.param('token'), c.get('now'));
      return c.body(object.body, 200, {
        'Content-Type': 'application/pdf',
        'Content-Length': String(object.size),
        'Content-Disposition': `attachment; filename="${fileName}"`,
      });
    }),
  );
