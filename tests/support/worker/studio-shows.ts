import { env } from 'cloudflare:workers';
import { as } from './studio-client.ts';
import { deliver } from './studio-queues.ts';
import { openStudio, sent } from './studio.ts';

/** Hugo is EP Internal and Otto Studio Admin of the first show; neither is a member of the second. */
export async function openWithStaff(): Promise<void> {
  await openStudio();
  await env.DIRECTORY.batch([
    env.DIRECTORY.prepare("UPDATE memberships SET role = 'EP Internal' WHERE user_id = 'hugo'"),
    env.DIRECTORY.prepare("UPDATE memberships SET role = 'Studio Admin' WHERE user_id = 'otto'"),
  ]);
}

/** What a new show is made from in the books of the sandbox. */
export const chosen = {
  license: 'SA-100',
  studioId: 'meridian',
  divisionId: 'tv',
  acctPackageId: 'std',
  showTypeId: 'series',
};

/** Where the callers stand: in the first show. */
export const open = '?showId=alpha1';

export interface Show {
  id: string;
  slug: string;
  name: string;
  code?: string;
  features: string[];
  settings: Record<string, unknown>;
  studioDivision: { name: string };
}

export function createShow(
  name: string,
  own: Record<string, unknown> = {},
  key: string = crypto.randomUUID(),
) {
  const body = { name, ...chosen, ...own };
  return as('hugo').post<Show>(`/api/shows${open}`, body, { 'idempotency-key': key });
}

/** The database that a new show lives in. */
export async function shardOf(id: string): Promise<number | null> {
  return env.DIRECTORY.prepare('SELECT shard FROM shows WHERE id = ?').bind(id).first<number>('shard');
}

/** Works off what was sent to the queue. */
export async function drain(): Promise<void> {
  while (sent.outbox.length > 0) await deliver('backlot-outbox', sent.outbox.splice(0));
}
