import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { readArchive, readArchivePart, readArchives } from '#store/show/imports/archives';
import { beginRepeat, reading } from '#verbs/request/prefetch';
import {
  cancelArchive,
  listedArchives,
  listArchives,
  openArchivePart,
  startArchive,
} from '#verbs/archives/manage-archives';

/** Archives of a whole show, for whoever has FULL Show. */
export const archives = new Hono<AppEnv>()
  .get('/', async (c) =>
    c.json({
      archives: await listArchives(await showOf(c, { ahead: reading(readArchives, listedArchives) })),
    }),
  )
  .post('/', async (c) => {
    const repeat = repeatIn(c, null);
    const context = await showOf(c, { ahead: (seat) => beginRepeat(seat, repeat) });
    return c.json(await startArchive(context, repeat), 202);
  })
  .delete('/:id', async (c) => {
    const id = c.req.param('id');
    const place = { named: showIdOf(id) ?? undefined, ahead: reading(readArchive, id) };
    return c.json(await cancelArchive(await showOf(c, place), id));
  })
  .get('/:id/:part', (c) => sendPart(c));

/** Browsers go on where a long download broke off: they ask for the rest of it. */
async function sendPart(c: AppContext): Promise<Response> {
  const { id = '', part = '' } = c.req.param();
  if (!/^\d{1,4}$/.test(part)) throw new Refusal('NOT_FOUND');
  const ahead = reading(readArchivePart, id, Number(part));
  const context = await showOf(c, { named: showIdOf(id) ?? undefined, ahead });
  const { object, fileName, isRest } = await openArchivePart(context, id, Number(part), c.req.raw.headers);
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
