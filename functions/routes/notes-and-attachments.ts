import { Hono } from 'hono';
import * as v from 'valibot';
import { attachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent } from '#domain/values/schema-fields';
import type { DocType } from '#domain/document';
import { noteEdit, postedNote, questionWithdrawal } from '#domain/documents/note-input';
import type { AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { attach, attachPlan } from '#verbs/documents/attachments';
import { addNote, editNote, newNotePlan, notePlan } from '#verbs/documents/notes';
import { documentReaders, documentReadersPlan, withdrawQuestion } from '#verbs/documents/questions';

const attachmentsBody = v.object({ attachments: attachmentsInput, contentVersion: namedContent });

/** Notes and questions of any document (ASK-01, NO-13: API-07, API-08, API-84, API-85, API-92, API-93). */
export function noteRoutes(docType: DocType) {
  return new Hono<AppEnv>()
    .post('/:id/notes', valid('json', postedNote), async (c) => {
      const id = c.req.param('id');
      const draft = c.req.valid('json');
      const opened = await openShow(c, (member) => newNotePlan(member, id, draft));
      return c.json(await addNote(opened.context, docType, draft, opened), 201);
    })
    .post('/:id/notes/withdraw', valid('json', questionWithdrawal), async (c) => {
      const id = c.req.param('id');
      const { id: questionId } = c.req.valid('json');
      const opened = await openShow(c, (member) => notePlan(member, id, questionId));
      return c.json(await withdrawQuestion(opened.context, docType, opened));
    })
    .get('/:id/readers', async (c) => {
      const id = c.req.param('id');
      const { context, rows } = await openShow(c, (member) => documentReadersPlan(member, id));
      return c.json(documentReaders(context, docType, rows));
    })
    .put('/:id/notes', valid('json', noteEdit), async (c) => {
      const id = c.req.param('id');
      const change = c.req.valid('json');
      const opened = await openShow(c, (member) => notePlan(member, id, change.id));
      return c.json(await editNote(opened.context, docType, change, opened));
    });
}

/** The attachments of a document without invoice ids (API-11, API-86). */
export function attachmentRoutes(docType: 'PO' | 'INVOICE') {
  return new Hono<AppEnv>().post('/attachments/:id', valid('json', attachmentsBody), async (c) => {
    const body = c.req.valid('json');
    const target = { docType, id: c.req.param('id'), contentVersion: body.contentVersion };
    const list = body.attachments;
    const opened = await openShow(c, (member) => attachPlan(member, target, list));
    return c.json(await attach(opened.context, target, list, opened));
  });
}
