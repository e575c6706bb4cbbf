import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureChrome } from './chrome.mjs';
import { cacheDir } from './environment.mjs';
import { migrate } from './migrate.mjs';
import { seed } from './seed.mjs';

const stampIn = (/** @type {string} */ state) => join(state, 'seeded');
const withoutDemo = 'without the demo studio';

/**
 * True when this data was created without the demo studio, which is then never added.
 * @param {string} state
 */
export function isWithoutDemo(state) {
  const stamp = stampIn(state);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === withoutDemo;
}

/**
 * Prepares everything between installed packages and serving: browser, web, databases, demo studio. Existing data
 * stays.
 * @param {import('./processes/progress.mjs').Progress} progress
 * @param {{ state: string, documents?: number, isEmpty?: boolean }} options
 *   `documents`: one more show of that size; `isEmpty`: no demo studio, but the books of the accounting sandbox
 */
export async function prepare(progress, { state, documents = 0, isEmpty = false }) {
  const isBegun = existsSync(stampIn(state));
  const isPlain = isEmpty || isWithoutDemo(state);
  if (isEmpty && isBegun && !isWithoutDemo(state)) {
    throw new Error(
      'There is a demo studio in this data already. Begin anew: npm run reset, or choose other data: BACKLOT_STATE=.wrangler/empty npm start -- --empty',
    );
  }
  await progress.step('Chrome for PDFs', async () => {
    await ensureChrome({ cacheDir });
  });
  await progress.step('Building the web', buildWeb);
  await progress.step('Databases', () => migrate(state));
  await progress.step(isPlain ? 'Books of the accounting sandbox' : 'Demo studio', async (tell) => {
    if (isBegun && documents === 0) return 'there already';
    await seed({ state, documents, isEmpty, report: tell });
    writeFileSync(stampIn(state), isEmpty ? withoutDemo : '');
    return 'ready';
  });
}
