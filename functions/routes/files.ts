import { Hono } from 'hono';
import * as v from 'valibot';
import { attachmentIdsInput } from '#domain/attachments';
import { Refusal } from '#domain/codes';
import { showIdOf } from '#domain/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { formOf, valid } from '#middleware/valid';
import { readFile } from '#store/show/file-rows';
import { reading } from '#verbs/ahead';
import { openFile, removeUpload, removeUploads } from '#verbs/open-file';
import { openPdf } from '#verbs/pdf-tasks';
import { removeTaxForm } from '#verbs/remove-tax-form';
import { fileOwners, uploadFile } from '#verbs/upload-file';

/** Only these are shown inside the application; everything else is for saving (DEC-53, AT-10). */
const inline = new Set(['image/jpeg', 'image/png', 'image/gif', 'application/pdf']);

/** Whatever the bytes are, they run nothing: no sniffing, no script, no frame of their own. */
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
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  });
}

const removal = v.object({ attachmentIds: attachmentIdsInput });

async function preview(c: AppContext, id: string) {
  const { file, object } = await openFile(await showOf(c, { ahead: reading(readFile, id) }), id);
  return send(c, file, object, false);
}

/** Uploads, previews, downloads (API-23 to API-29) and finished PDFs (DEC-55). */
export const files = new Hono<AppEnv>()
  .get('/attachment/download/:id', async (c) => {
    const id = c.req.param('id');
    const { file, object } = await openFile(await showOf(c, { ahead: reading(readFile, id) }), id);
    return send(c, file, object, true);
  })
  .get('/pdf/:taskId/:fileName', async (c) => {
    const { fileName, object } = await openPdf(await showOf(c), c.req.param('taskId'));
    return send(c, { label: fileName, contentType: 'application/pdf' }, object, true);
  })
  .get('/:owner/:id/newpreview/:name', (c) => preview(c, c.req.param('id')))
  .get('/:owner/:id/preview/:name', (c) => preview(c, c.req.param('id')))
  .post('/:owner/attachment', async (c) => {
    const owner = fileOwners.find((one) => one === c.req.param('owner'));
    if (!owner) throw new Refusal('invalid_parameter');
    const context = await showOf(c);
    const { file } = await formOf(c);
    if (!(file instanceof File)) throw new Refusal('MISSING_REQUIRED_FIELDS', { message: 'file' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const key = c.req.header('idempotency-key');
    return c.json(await uploadFile(context, owner, { name: file.name, bytes }, key), 201);
  })
  .delete('/attachment/:id', async (c) => {
    const id = c.req.param('id');
    await removeUpload(await showOf(c), id);
    return c.json({ attachmentId: id });
  })
  .delete('/attachments', valid('json', removal), async (c) => {
    const { attachmentIds } = c.req.valid('json');
    // Their show: no path names it here.
    const [first = ''] = attachmentIds;
    await removeUploads(await showOf(c, { named: showIdOf(first) ?? undefined }), attachmentIds);
    return c.json({ attachmentIds });
  })
  .delete('/vendor-attachment/:id', async (c) => {
    const id = c.req.param('id');
    await removeTaxForm(await showOf(c), id);
    return c.json({ attachmentId: id });
  });
