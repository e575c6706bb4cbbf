import { Hono } from 'hono';
import * as v from 'valibot';
import { attachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent } from '#domain/values/schema-fields';
import type { DocType } from '#domain/document';
import { noteEdit, noteInput } from '#domain/documents/note-input';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { beginAction, beginAttachments, beginNote, beginRepeat } from '#verbs/request/prefetch';
import { attach } from '#verbs/documents/attachments';
import type { Seat } from '#verbs/request/context';
import { beginLinking } from '#verbs/documents/link-attachments';
import { addNote, editNote } from '#verbs/documents/notes';

const attachmentsBody = v.object({ attachments: attachmentsInput, contentVersion: namedContent });

/** Notes of any document (NO-13: API-07, API-08, API-84, API-85, API-92, API-93). */
export function noteRoutes(docType: DocType) {
  return new Hono<AppEnv>()
    .post('/:id/notes', valid('json', noteInput), async (c) => {
      const target = { docType, id: c.req.param('id') };
      const draft = c.req.valid('json');
      const repeat = repeatIn(c, draft);
      const ahead = (seat: Seat) => {
        beginRepeat(seat, repeat);
        beginAction(seat, docType, target.id);
        beginNote(seat, target.id, draft);
      };
      return c.json(await addNote(await showOf(c, { ahead }), target, draft, repeat), 201);
    })
    .put('/:id/notes', valid('json', noteEdit), async (c) => {
      const target = { docType, id: c.req.param('id') };
      const change = c.req.valid('json');
      const ahead = (seat: Seat) => {
        beginAction(seat, docType, target.id);
        beginNote(seat, target.id, change);
      };
      return c.json(await editNote(await showOf(c, { ahead }), target, change));
    });
}

/** The attachments of a document of which none names an invoice (API-11, API-86). */
export function attachmentRoutes(docType: 'PO' | 'INVOICE') {
  return new Hono<AppEnv>().post('/attachments/:id', valid('json', attachmentsBody), async (c) => {
    const body = c.req.valid('json');
    const target = { docType, id: c.req.param('id'), contentVersion: body.contentVersion };
    const list = body.attachments;
    const repeat = repeatIn(c, body);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginAction(seat, docType, target.id);
      beginLinking(seat, docType, target.id, list);
      beginAttachments(seat, target.id);
    };
    return c.json(await attach(await showOf(c, { ahead }), target, list, repeat));
  });
}
