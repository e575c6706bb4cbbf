import { Hono } from 'hono';
import * as v from 'valibot';
import { pdfRequest } from '#domain/export';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { pdfStatus, startPdf } from '#verbs/pdf-tasks';

const generate = v.object({
  ...pdfRequest.entries,
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), 'America/Los_Angeles'),
});

/** PDF tasks (API-33, API-34, DEC-55). */
export const reports = new Hono<AppEnv>()
  .post('/pdf/generate', valid('json', generate), async (c) => {
    const { timeZone, ...request } = c.req.valid('json');
    const context = await showOf(c, request.showId || undefined);
    const data = await startPdf(context, { request, timeZone }, repeatIn(c, c.req.valid('json')));
    return c.json({ success: true as const, data, error: null });
  })
  .get('/pdf/download/:id', async (c) => {
    const context = await showOf(c);
    const data = await pdfStatus(context.store, c.req.param('id'), context.user.id);
    if (!data) return c.json({ success: false as const, data: null, error: 'Unknown PDF task.' }, 404);
    return c.json({ success: true as const, data, error: null });
  });
