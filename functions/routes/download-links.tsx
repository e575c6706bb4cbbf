import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { describeLink, openLinkedPdf } from '#verbs/mail/download-link';
import { answerPage, Notice } from './identity/auth-page.tsx';

async function orExpiredPage(c: AppContext, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'NOT_FOUND')) throw error;
    const lead = 'The link expired or was revoked. Ask the sender to send the document again.';
    return answerPage(c, <Notice title="This link is no longer available" lead={lead} />, 404);
  }
}

/** Download links of e-mails. They need no session: the link gives access to one document (DEC-57). */
export const downloadLinks = new Hono<AppEnv>()
  .get('/:token', (c) =>
    orExpiredPage(c, async () => {
      const token = c.req.param('token');
      const link = await describeLink(c.env, token, c.get('now'));
      const action = { label: 'Download PDF', href: `/pages/pdf/${token}/${link.fileName}` };
      return answerPage(
        c,
        <Notice title={link.title} lead={link.showName} action={action}>
          <p>
            {link.fileName}, {link.size}. Available until {link.until}.
          </p>
          <p class="hint">Anyone with this link can open the document.</p>
        </Notice>,
      );
    }),
  )
  .get('/:token/:fileName', (c) =>
    orExpiredPage(c, async () => {
      const { fileName, object } = await openLinkedPdf(c.env, c.req.param('token'), c.get('now'));
      return c.body(object.body, 200, {
        'Content-Type': 'application/pdf',
        'Content-Length': String(object.size),
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'X-Robots-Tag': 'noindex, nofollow',
      });
    }),
  );
