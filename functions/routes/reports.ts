import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { defaultTimeZone } from '#domain/days';
import { pdfRequest } from '#domain/export';
import { logFormats } from '#domain/export-log';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import type { ShowContext } from '#verbs/context';
import { exportInvoiceLog, exportPurchaseOrderLog } from '#verbs/export-log';
import type { LogFile } from '#verbs/export-log';
import { pdfStatus, startPdf } from '#verbs/pdf-tasks';

const timeZone = v.optional(v.pipe(v.string(), v.maxLength(64)), defaultTimeZone);
const generate = v.object({ ...pdfRequest.entries, timeZone });
const logQuery = v.object({ format: v.optional(v.picklist(logFormats), 'csv'), timeZone });

async function showOfPath(c: AppContext, showId: string): Promise<ShowContext> {
  const context = await showOf(c, showId);
  if (context.show.id !== showId) throw new Refusal('NOT_FOUND');
  return context;
}

function download(c: AppContext, { body, contentType, fileName }: LogFile): Response {
  return c.body(body, 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
}

/** PDF tasks and logs (API-30, API-31, API-33, API-34, DEC-55, DEC-68). */
export const reports = new Hono<AppEnv>()
  .get('/download/po-log/:showId', valid('query', logQuery), async (c) => {
    const context = await showOfPath(c, c.req.param('showId'));
    return download(c, await exportPurchaseOrderLog(context, c.req.valid('query')));
  })
  .get('/download/invoice-log/:showId', valid('query', logQuery), async (c) => {
    const context = await showOfPath(c, c.req.param('showId'));
    return download(c, await exportInvoiceLog(context, c.req.valid('query')));
  })
  .post('/pdf/generate', valid('json', generate), async (c) => {
    const { timeZone: zone, ...request } = c.req.valid('json');
    const context = await showOf(c, request.showId || undefined);
    const task = { request, timeZone: zone };
    const data = await startPdf(context, task, repeatIn(c, c.req.valid('json')));
    return c.json({ success: true as const, data, error: null });
  })
  .get('/pdf/download/:id', async (c) => {
    const context = await showOf(c);
    const data = await pdfStatus(context.store, c.req.param('id'), context.user.id);
    if (!data) return c.json({ success: false as const, data: null, error: 'Unknown PDF task.' }, 404);
    return c.json({ success: true as const, data, error: null });
  });
