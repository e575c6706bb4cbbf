import * as v from 'valibot';
import { described } from '#domain/values/described';

export const archive = v.object({
  id: v.string(),
  status: v.picklist(['in_progress', 'ready', 'failed', 'cancelled', 'removed']),
  userName: described('The user who requested the archive.', v.string()),
  cancelledBy: v.nullable(v.string()),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  keptUntil: described(
    'The time until which the archive can be downloaded. Null unless the archive is ready.',
    v.nullable(v.string()),
  ),
  total: v.number(),
  done: v.number(),
  parts: described(
    'The zip files. Download each with `GET /api/archives/{id}/{part}`.',
    v.array(v.object({ part: v.number(), documents: v.number(), size: v.number(), fileName: v.string() })),
  ),
});
export type Archive = v.InferOutput<typeof archive>;
