import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDemoWorker } from './server/seed-worker.mjs';

/**
 * One line of the demo Worker's answer.
 * @typedef {{ studio?: string, books?: string, volume?: string, documents?: number, done?: boolean, error?: string }} Line
 */

/**
 * Writes the demo studio to the local databases unless it exists, and with `documents` one more show of that size.
 * Requires applied migrations, and no other process that serves the same folder.
 * @param {{ documents: number, isEmpty: boolean, state: string, report: (text: string) => void }} wanted `state`: the folder of
 *   the local databases; `isEmpty`: only the books of the accounting sandbox, that shows can be made from
 */
export async function seed({ documents, isEmpty, state, report }) {
  // An interrupted run leaves no stamp, so that the next start checks and repairs it.
  rmSync(join(state, 'seeded'), { force: true });
  const worker = await startDemoWorker(state);
  try {
    const answer = await fetch(`${worker.address}/seed`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ documents, isEmpty }),
    });
    if (!answer.body || !answer.ok) throw new Error(`Seeding failed: ${await answer.text()}`);
    await follow(answer.body, documents, report);
  } finally {
    await worker.stop();
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} total
 * @param {(text: string) => void} report
 */
async function follow(body, total, report) {
  let rest = '';
  let isDone = false;
  const decoder = new TextDecoder();
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      /** @type {Line} */
      const line = JSON.parse(text);
      if (line.error) throw new Error(explain(line.error));
      isDone ||= line.done === true;
      const remark = describeLine(line, total);
      if (remark) report(remark);
    }
  }
  if (!isDone) throw new Error('Seeding broke off. Start anew with: npm run reset');
}

/**
 * @param {Line} line
 * @param {number} total
 */
function describeLine({ studio, books, volume, documents }, total) {
  if (books) return 'Books of the accounting sandbox written';
  if (studio) return studio === 'seeded' ? 'Demo studio seeded' : 'Demo studio is there already';
  if (volume) return volume === 'seeded' ? 'The Long Season seeded' : 'The Long Season is there already';
  if (documents) return `${documents} of ${total} documents`;
  return '';
}

/** @param {string} error */
function explain(error) {
  if (/no such table/.test(error)) return `The migrations have not been applied: ${error}`;
  if (/UNIQUE constraint|key is taken/.test(error))
    return `An earlier run broke off half way. Start anew with: npm run reset (${error})`;
  return error;
}
