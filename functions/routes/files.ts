import { Hono } from 'hono';
import * as v from 'valibot';
import { attachmentIdsInput, withdrawalReasonLimit } from '#domain/documents/attachment-draft';
import { trimmedText } from '#domain/values/schema-fields';
import { Refusal } from '#domain/codes';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, showOf } from '#middleware/open-show';
import { formOf, valid } from '#middleware/validate';
import { eraseFile } from '#verbs/documents/erase-file';
import { filePlan, openFile } from '#verbs/documents/open-file';
import { openPdf, pdfTaskPlan } from '#verbs/pdf/pdf-tasks';
import { removeFiles } from '#verbs/documents/remove-files';
import { removeTaxForm, taxFormRemovalPlan } from '#verbs/vendors/save-temporary-vendor';
import { fileOwners, uploadFile } from '#verbs/documents/upload-file';

/** Only these are shown inside the application; all other files are downloaded (DEC-53, AT-10). */
const inline = new Set(['image/jpeg', 'image/png', 'image/gif', 'application/pdf']);

/** The headers prevent any file from running: no sniffing, no scripts, no framing by other sites. */
function send(
  c: AppContext,
  file: { label: string; contentType: string },
  object: R2ObjectBody,
  save: boolean,
) {
  const disposition = save || !inline.has(file.contentType) ? 'attachment' : 'inline';
  const type = inline.has(file.contentType) ? file.contentType : 'application/octet-stream';
  return c.body(object.body, 200, {
    'Content-Type': type,
    'Content-Length': String(object.size),
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.label)}`,
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  });
}

const removal = v.object({ attachmentIds: attachmentIdsInput });
const erasure = v.object({
  reason: v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(withdrawalReasonLimit)),
});

async function sendFile(c: AppContext, id: string, save: boolean) {
  const { context, rows } = await openShow(c, (member) => filePlan(member, id));
  const { file, object } = await openFile(context, rows);
  return send(c, file, object, save);
}

/** Uploads, previews, downloads (API-23 to API-29) and finished PDFs (DEC-55). */
export const files = new Hono<AppEnv>()
  .get('/attachment/download/:id', (c) => sendFile(c, c.req.param('id'), true))
  .get('/pdf/:taskId/:fileName', async (c) => {
    const { context, rows } = await openShow(c, (member) => pdfTaskPlan(member, c.req.param('taskId')));
    const { fileName, object } = await openPdf(context, rows);
    return send(c, { label: fileName, contentType: 'application/pdf' }, object, true);
  })
  .get('/:owner/:id/newpreview/:name', (c) => sendFile(c, c.req.param('id'), false))
  .get('/:owner/:id/preview/:name', (c) => sendFile(c, c.req.param('id'), false))
  .post('/:owner/attachment', async (c) => {
    const owner = fileOwners.find((one) => one === c.req.param('owner'));
    if (!owner) throw new Refusal('invalid_parameter');
    const context = await showOf(c);
    const { file } = await formOf(c);
    if (!(file instanceof File))
      throw new Refusal('MISSING_REQUIRED_FIELDS', { message: 'file is missing.' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    return c.json(await uploadFile(context, owner, { name: file.name, bytes }), 201);
  })
  .post('/attachment/:id/erase', valid('json', erasure), async (c) => {
    const { reason } = c.req.valid('json');
    return c.json(await eraseFile(await showOf(c), c.req.param('id'), reason));
  })
  .delete('/attachment/:id', async (c) => {
    const id = c.req.param('id');
    await removeFiles(await showOf(c), [id]);
    return c.json({ attachmentId: id });
  })
  .delete('/attachments', valid('json', removal), async (c) => {
    const { attachmentIds } = c.req.valid('json');
    // The path has no show id here, so it comes from the first attachment.
    const [first = ''] = attachmentIds;
    await removeFiles(await showOf(c, { named: showIdOf(first) ?? undefined }), attachmentIds);
    return c.json({ attachmentIds });
  })
  .delete('/vendor-attachment/:id', async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => taxFormRemovalPlan(member, id));
    await removeTaxForm(context, rows, id);
    return c.json({ attachmentId: id });
  });
