import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { Archive, ArchiveManifest } from '#domain/operations/archive';
import { as, sessionOf } from './studio-client.ts';
import { deliver } from './studio-queues.ts';
import { fetchWorker, origin, sent } from './studio.ts';

export const start = () => as('ada').post<{ id: string; code?: string }>('/api/archives?showId=alpha1');
export const list = async () =>
  (await as('ada').get<{ archives: Archive[] }>('/api/archives?showId=alpha1')).body.archives;
export const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Hands on message after message, as the queue does, until nothing is left to do. */
export async function finish(): Promise<void> {
  for (let messages = sent.outbox.splice(0); messages.length > 0; messages = sent.outbox.splice(0))
    await deliver('backlot-outbox', messages);
}

export async function download(id: string, part = 1, headers: Record<string, string> = {}) {
  const { token } = await sessionOf('ada');
  const cookie = `__Host-session-token=${token}`;
  const response = await fetchWorker(
    new Request(`${origin}/api/archives/${id}/${part}`, { headers: { cookie, ...headers } }),
  );
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

export function opened(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  const text = (path: string) => new TextDecoder().decode(files[path] ?? new Uint8Array());
  const name = Object.keys(files).find((path) => /^manifest(-\d+)?\.json$/.test(path)) ?? '';
  return { files, text, manifest: JSON.parse(text(name)) as ArchiveManifest };
}
