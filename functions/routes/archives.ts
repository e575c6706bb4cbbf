import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import {
  archivePartPlan,
  archivePlan,
  archivesPlan,
  cancelArchive,
  listArchives,
  openArchivePart,
  startArchive,
} from '#verbs/archives/manage-archives';
import { storedAnswerPlan } from '#verbs/request/idempotency';

/** Archives of a whole show, for users with FULL Show. */
export const archives = new Hono<AppEnv>()
  .get('/', async (c) => {
    const { context, rows } = await openShow(c, archivesPlan);
    return c.json({ archives: listArchives(context, rows) });
  })
  .post('/', async (c) => {
    const { context, rows } = await openShow(c, storedAnswerPlan);
    return c.json(await startArchive(context, rows), 202);
  })
  .delete('/:id', async (c) => {
    const id = c.req.param('id');
    const named = showIdOf(id) ?? undefined;
    const { context, rows } = await openShow(c, (member) => archivePlan(member, id), { named });
    return c.json(await cancelArchive(context, rows));
  })
  .get('/:id/:part', (c) => sendPart(c));

/** Supports range requests, with which browsers resume a long download. */
async function sendPart(c: AppContext): Promise<Response> {
  const { id = '', part: digits = '' } = c.req.param();
  if (!/^\d{1,4}$/.test(digits)) throw new Refusal('NOT_FOUND');
  const part = Number(digits);
  const named = showIdOf(id) ?? undefined;
  const { context, rows } = await openShow(c, (member) => archivePartPlan(member, id, part), { named });
  const { headers } = c.req.raw;
  const { object, fileName, isRest } = await openArchivePart(context, rows, { id, part, headers });
  const { size, range, httpEtag } = object;
  const from = range && 'offset' in range ? (range.offset ?? 0) : 0;
  const length = range && 'length' in range ? (range.length ?? size - from) : size - from;
  return c.body(object.body, isRest ? 206 : 200, {
    'Content-Type': 'application/zip',
    'Content-Length': String(length),
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Accept-Ranges': 'bytes',
    ETag: httpEtag,
    ...(isRest && { 'Content-Range': `bytes ${from}-${from + length - 1}/${size}` }),
  });
}
