import { Hono } from 'hono';
import * as v from 'valibot';
import { attachmentsInput } from '#domain/attachments';
import type { DocType } from '#domain/document';
import { noteEdit, noteInput } from '#domain/notes';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { attach } from '#verbs/attach';
import { addNote, editNote } from '#verbs/note';

const attachmentsBody = v.object({ attachments: attachmentsInput });

/** Notes of any document (NO-13: API-07, API-08, API-84, API-85, API-92, API-93). */
export function noteRoutes(docType: DocType) {
  return new Hono<AppEnv>()
    .post('/:id/notes', valid('json', noteInput), async (c) => {
      const target = { docType, id: c.req.param('id') };
      const draft = c.req.valid('json');
      return c.json(await addNote(await showOf(c), target, draft, repeatIn(c, draft)), 201);
    })
    .put('/:id/notes', valid('json', noteEdit), async (c) => {
      const target = { docType, id: c.req.param('id') };
      return c.json(await editNote(await showOf(c), target, c.req.valid('json')));
    });
}

/** The attachments of a document of which none names an invoice (API-11, API-86). */
export function attachmentRoutes(docType: 'PO' | 'INVOICE') {
  return new Hono<AppEnv>().post('/attachments/:id', valid('json', attachmentsBody), async (c) => {
    const context = await showOf(c);
    const target = { docType, id: c.req.param('id') };
    return c.json({ attachments: await attach(context, target, c.req.valid('json').attachments) });
  });
}
