import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureChrome } from './chrome.mjs';
import { cacheDir } from './environment.mjs';
import { migrate } from './migrate.mjs';
import { seed } from './seed.mjs';

/**
 * Everything between installed packages and serving: browser, web, databases, demo studio. What is there stays.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ state: string, documents?: number, anchor?: string }} options `documents`: one more show of that size
 */
export async function prepare(progress, { state, documents = 0, anchor }) {
  await progress.step('Chrome for PDFs', async () => {
    await ensureChrome({ cacheDir });
  });
  await progress.step('Building the web', buildWeb);
  await progress.step('Databases', () => migrate(state));
  const stamp = join(state, 'seeded');
  await progress.step('Demo studio', async (tell) => {
    if (existsSync(stamp) && documents === 0) return 'there already';
    await seed({ state, documents, say: tell, ...(anchor === undefined ? {} : { anchor }) });
    writeFileSync(stamp, '');
    return 'ready';
  });
}
