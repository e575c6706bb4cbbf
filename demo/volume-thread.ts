import { parentPort, workerData } from 'node:worker_threads';
import { makeAssets } from './assets.ts';
import { insertsOf } from './inserts.ts';
import { fillChunk, openVolume } from './volume.ts';

/** What every thread is started with. */
export interface VolumeOrder {
  seed: string;
  /** Milliseconds. */
  anchor: number;
  documents: number;
}

/** One message to a thread; it answers with the statements of that chunk, the show's own rows before the first. */
export interface ChunkOrder {
  first: number;
  count: number;
}

const { seed, anchor, documents } = workerData as VolumeOrder;
const { show } = openVolume(seed, anchor, await makeAssets());

parentPort?.on('message', ({ first, count }: ChunkOrder) => {
  const rows = fillChunk(show, seed, first, count, documents);
  parentPort?.postMessage([...(first === 0 ? insertsOf(show.rows) : []), ...insertsOf(rows)]);
});
