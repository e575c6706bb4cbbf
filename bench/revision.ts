import { fork } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../scripts/environment.mjs';
import { writeBenchmarks } from './write-benchmarks.ts';
import { openPlace } from './dataset.ts';
import type { Served } from './serve.ts';
import { reads } from './work.ts';
import type { Work } from './work.ts';

/** A revision that is being served with a show of some size, and what can be done there. */
export interface Revision {
  name: string;
  documents: number;
  served: Served;
  works: readonly Work[];
  stop: () => Promise<void>;
}

/** Serves what lies in `folder` with so many documents, and signs people in. */
export async function startRevision(name: string, documents: number, folder = repository): Promise<Revision> {
  const child = fork(join(folder, 'bench/serve.ts'), [String(documents)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (data) => (said = (said + String(data)).slice(-4000)));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  const failed = ended.then(() => Promise.reject(new Error(`The server of ${name} ended.\n${said}`)));
  failed.catch(() => undefined);
  const told = new Promise<Served>((resolve) => {
    child.once('message', (message) => resolve(message as Served));
  });
  try {
    const served = await Promise.race([told, failed]);
    const place = await Promise.race([openPlace(served.address), failed]);
    return { name, documents, served, works: [...reads(place), ...(await writeBenchmarks(place))], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
