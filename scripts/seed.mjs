import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { repository, stateFolder, toolsNode } from './environment.mjs';
import { startDemoWorker } from './seed-worker.mjs';

/**
 * One line of what the demo Worker answers, or the loader of the volume show prints.
 * @typedef {{ studio?: string, show?: string, volume?: string, documents?: number, done?: boolean, error?: string }} Line
 */

/**
 * Puts the demo studio into the local databases, unless it is there already, and with `documents` one more show of that
 * size. The migrations must have been applied, and nothing else may be serving from the same folder.
 * @param {{ documents?: number, seed?: string, anchor?: string, state?: string, say?: (text: string) => void }} [options]
 *   `anchor` is the instant that every time is relative to (now); `state` the folder of the local databases.
 */
export async function seed({
  documents = 0,
  seed: seedText = 'backlot',
  anchor = new Date().toISOString(),
  state = stateFolder(),
  say = console.log,
} = {}) {
  const order = { seed: seedText, anchor };
  const loader = documents > 0 ? startLoader({ ...order, documents }, state) : null;
  try {
    const isOpened = await seedThroughWorker({ ...order, volume: documents > 0 }, state, say);
    loader?.stdin.end(isOpened ? 'opened' : 'known');
    if (loader) await follow(loader.stdout, documents, say);
  } finally {
    loader?.kill();
  }
}

/**
 * @param {{ seed: string, anchor: string, volume: boolean }} order
 * @param {string} state
 * @param {(text: string) => void} say
 */
async function seedThroughWorker(order, state, say) {
  const worker = await startDemoWorker(state);
  try {
    const answer = await fetch(`${worker.address}/seed`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    });
    if (!answer.body || !answer.ok) throw new Error(`Seeding failed: ${await answer.text()}`);
    return await follow(answer.body, 0, say);
  } finally {
    await worker.stop();
  }
}

/**
 * It makes documents from now on, and writes them when it is told that the Worker has ended.
 * @param {{ seed: string, anchor: string, documents: number }} order
 * @param {string} state
 */
function startLoader({ seed: seedText, anchor, documents }, state) {
  return spawn(
    toolsNode() ?? process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(repository, 'demo/load-volume.ts'),
      `--state=${state}`,
      `--seed=${seedText}`,
      `--anchor=${anchor}`,
      `--documents=${documents}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
}

/**
 * @param {AsyncIterable<Uint8Array>} body
 * @param {number} total
 * @param {(text: string) => void} say
 */
async function follow(body, total, say) {
  let rest = '';
  let isDone = false;
  let isOpened = false;
  const decoder = new TextDecoder();
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      /** @type {Line} */
      const line = JSON.parse(text);
      if (line.error) throw new Error(explain(line.error));
      isDone ||= line.done === true;
      isOpened ||= line.show === 'opened';
      const told = tell(line, total);
      if (told) say(told);
    }
  }
  if (!isDone) throw new Error('Seeding broke off. Start anew with: npm run reset');
  return isOpened;
}

/**
 * @param {Line} line
 * @param {number} total
 */
function tell({ studio, volume, documents }, total) {
  if (studio) return studio === 'seeded' ? 'Demo studio seeded' : 'Demo studio is there already';
  if (volume) return volume === 'seeded' ? 'The Long Season seeded' : 'The Long Season is there already';
  if (documents && (documents % 10_000 === 0 || documents === total))
    return `${documents} of ${total} documents`;
  return '';
}

/** @param {string} error */
function explain(error) {
  if (/no such table/.test(error)) return `The migrations have not been applied: ${error}`;
  if (/UNIQUE constraint|key is taken/.test(error))
    return `An earlier run broke off half way. Start anew with: npm run reset (${error})`;
  return error;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      documents: { type: 'string' },
      seed: { type: 'string' },
      anchor: { type: 'string' },
      state: { type: 'string' },
    },
  });
  const { documents, ...rest } = values;
  try {
    await seed({ ...rest, documents: Number(documents ?? 0) });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
