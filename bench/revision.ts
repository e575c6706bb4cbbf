import { fork } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../scripts/environment.mjs';
import { budgetBenchmarks } from './budget-benchmarks.ts';
import { writeBenchmarks } from './write-benchmarks.ts';
import { openDataset } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import type { Served } from './serve.ts';
import { readBenchmarks } from './work.ts';
import type { Work } from './work.ts';

/** A served revision with a show of some size, and its benchmarks. */
export interface Revision {
  name: string;
  documents: number;
  served: Served;
  dataset: Dataset;
  works: readonly Work[];
  stop: () => Promise<void>;
}

/** Serves the revision in `folder` with that many documents and signs users in. */
export async function startRevision(name: string, documents: number, folder = repository): Promise<Revision> {
  const child = fork(join(folder, 'bench/serve.ts'), [String(documents)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (data) => (output = (output + String(data)).slice(-4000)));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  const failed = ended.then(() => Promise.reject(new Error(`The server of ${name} ended.\n${output}`)));
  failed.catch(() => undefined);
  const ready = new Promise<Served>((resolve) => {
    child.once('message', (message) => resolve(message as Served));
  });
  try {
    const served = await Promise.race([ready, failed]);
    const dataset = await Promise.race([openDataset(served.address), failed]);
    return {
      name,
      documents,
      served,
      dataset,
      works: [
        ...readBenchmarks(dataset),
        ...budgetBenchmarks(dataset, served.crons),
        ...(await writeBenchmarks(dataset)),
      ],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
