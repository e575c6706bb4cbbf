import { parentPort, workerData } from 'node:worker_threads';
import { makeAssets } from './assets.ts';
import { insertsOf } from './inserts.ts';
import type { Insert } from './inserts.ts';
import { chunkSize, fillChunk, openVolume } from './volume.ts';

/** What every thread is started with. */
export interface VolumeOrder {
  seed: string;
  /** Milliseconds. */
  anchor: number;
  documents: number;
}

/** The number of a chunk, from 0; the thread answers with its statements, the show's own rows before the first. */
export type ChunkOrder = number;

export interface ChunkAnswer {
  chunk: number;
  inserts: Insert[];
}

const { seed, anchor, documents } = workerData as VolumeOrder;
const { show } = openVolume(seed, anchor, await makeAssets());

parentPort?.on('message', (chunk: ChunkOrder) => {
  const first = chunk * chunkSize;
  const rows = fillChunk(show, seed, first, Math.min(chunkSize, documents - first), documents);
  const inserts = [...(chunk === 0 ? insertsOf(show.rows) : []), ...insertsOf(rows)];
  parentPort?.postMessage({ chunk, inserts } satisfies ChunkAnswer, []);
});
