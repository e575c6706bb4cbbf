import { Hono } from 'hono';
import * as v from 'valibot';
import { id } from '#domain/values/schema-fields';
import { docTypes } from '#domain/document';
import { showIdOf } from '#domain/values/ids';
import { emailPdfInput } from '#domain/documents/mail-request';
import type { AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import type { MembershipContext } from '#verbs/request/context';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { requestDocumentMail } from '#verbs/mail/request-document-mail';
import { linkPlan, linksPlan, listLinks, revokeLink } from '#verbs/mail/download-link';

const ofDocument = v.object({ docType: v.picklist(docTypes), docId: id });

/** Documents by e-mail, and download links for those that are too large (API-35, DEC-57). */
export const documentMail = new Hono<AppEnv>()
  .post('/', valid('json', emailPdfInput), async (c) => {
    const sending = c.req.valid('json');
    const { showId, docId } = sending.pdfData;
    const plan = (member: MembershipContext) => documentChangePlan(member, docId);
    const { context, rows } = await openShow(c, plan, { named: showId || showIdOf(docId) || undefined });
    return c.json(await requestDocumentMail(context, sending, rows));
  })
  .get('/links', valid('query', ofDocument), async (c) => {
    const { docType, docId } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => linksPlan(member, docId));
    return c.json({ links: listLinks(context, docType, rows) });
  })
  .delete('/links/:id', async (c) => {
    const link = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => linkPlan(member, link));
    await revokeLink(context, rows);
    return c.json({ id: link });
  });
