import { Hono } from 'hono';
import * as v from 'valibot';
import { id } from '#domain/values/schema-fields';
import { docTypes } from '#domain/document';
import { showIdOf } from '#domain/values/ids';
import { emailPdfInput } from '#domain/documents/mail-request';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { beginRepeat } from '#verbs/request/prefetch';
import { readSubject } from '#store/show/documents/read-document';
import type { Seat } from '#verbs/request/context';
import { emailPdf } from '#verbs/mail/request-document-mail';
import { beginLinks, beginRevoking, listLinks, revokeLink } from '#verbs/mail/download-link';

const ofDocument = v.object({ docType: v.picklist(docTypes), docId: id });

/** Documents by e-mail (API-35, DEC-57), and the links that stand for those which are too large for one. */
export const emailedPdfs = new Hono<AppEnv>()
  .post('/', valid('json', emailPdfInput), async (c) => {
    const sending = c.req.valid('json');
    const { showId, docId, docType } = sending.pdfData;
    const repeat = repeatIn(c, sending);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      seat.store.foreseen.begin(readSubject, seat.store, docId);
    };
    const context = await showOf(c, { named: showId || showIdOf(docId) || undefined, ahead });
    return c.json(await emailPdf(context, sending, repeat));
  })
  .get('/links', valid('query', ofDocument), async (c) => {
    const { docType, docId } = c.req.valid('query');
    const context = await showOf(c, { ahead: (seat) => beginLinks(seat, docId) });
    return c.json({ links: await listLinks(context, docType, docId) });
  })
  .delete('/links/:id', async (c) => {
    const link = c.req.param('id');
    await revokeLink(await showOf(c, { ahead: (seat) => beginRevoking(seat, link) }), link);
    return c.json({ id: link });
  });
