/**
 * `npm run bench -- merges`: measures the memory of two consumers that each merge 24 MB of files into a document, at once
 * and one at a time, as the product does. In Node, whose engine is that of an isolate; the browser is left out.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { appendPdf } from '../../functions/edges/pdf/merge-pdf.ts';
import { withOwnPools } from '../../functions/edges/pdf/object-pools.ts';
import { oneAtATime } from '../../functions/edges/pdf/one-at-a-time.ts';
import { machine } from '../machine.ts';

const megabyte = 2 ** 20;
const [files, fileBytes] = [8, 3 * megabyte];

const usedBytes = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** A file of one page whose content cannot be packed. */
async function scan(): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const content = file.context.stream(Buffer.alloc(fileBytes, 0xa5));
  file.addPage().node.set(PDFName.of('Contents'), file.context.register(content));
  return file.save();
}

/** Merges one document and reports the memory after each step. Every file is a new copy, as from the bucket. */
async function merge(onStep: () => void): Promise<void> {
  await withOwnPools(async () => {
    const target = await PDFDocument.create();
    for (let n = 0; n < files; n += 1) {
      const reason = await appendPdf(target, await scan());
      if (reason !== null) throw new Error(reason);
      onStep();
    }
    const saved = await target.save();
    onStep();
    if (saved.length < files * fileBytes) throw new Error('The merged document lacks files.');
  });
}

async function peakOf(run: (onStep: () => void) => Promise<unknown>): Promise<number> {
  // What an earlier run left is released only after a turn of the event loop.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await pause(100);
  }
  const before = usedBytes();
  let peak = 0;
  await run(() => {
    globalThis.gc?.();
    peak = Math.max(peak, usedBytes() - before);
  });
  return peak / megabyte;
}

export async function benchMerges(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as typeof globalThis.gc;
  console.log(machine());
  const two = (work: () => Promise<void>) => Promise.all([work(), work()]);
  const atOnce = await peakOf((onStep) => two(() => merge(onStep)));
  const single = await peakOf((onStep) => two(() => oneAtATime(() => merge(onStep))));
  console.log(`two documents of ${(files * fileBytes) / megabyte} MB of files, most memory in use:`);
  console.log(`at once ${atOnce.toFixed(0)} MB, one at a time ${single.toFixed(0)} MB`);
}
