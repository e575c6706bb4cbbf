import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { ArchiveManifest } from '../../../domain/operations/archive.ts';
import { orderBodyIn } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { createTestShow } from '../support/data/shows.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import type { Archive } from '#domain/operations/archive-response';

function check(path: string) {
  return spawnSync(process.execPath, ['scripts/admin.mjs', 'check-archive', path], { encoding: 'utf8' });
}

test(
  'an administrator archives a show, sees the progress and downloads a complete archive',
  { tag: '@long' },
  async ({ as, apiOf }) => {
    const { id: show } = await createTestShow((await apiOf('theodore')).api);
    const { page, api } = await as('theodore', { show });
    const department = 'Rigging';
    await api.post(`/api/departments?showId=${show}`, { name: department });
    const attachments = [{ attachmentId: await api.upload('quote.txt', 'Quote'), label: 'quote.txt' }];
    for (const fields of [{ attachments }, {}, {}])
      await api.post('/api/pos', await orderBodyIn(api, show, department, fields));
    // Show the page a running archive until the test ends it.
    let isDelayed = true;
    await page.route('**/api/archives?**', async (route) => {
      if (!isDelayed || route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const { archives } = (await response.json()) as { archives: Archive[] };
      const running = archives.map((archive) => ({ ...archive, status: 'in_progress' }));
      return route.fulfill({ response, json: { archives: running } });
    });
    await page.goto('/setup/settings/archive');
    const start = page.getByRole('button', { name: 'Archive the show' });
    await expect(start).toBeVisible();
    await start.click();
    await expect(page.getByRole('progressbar', { name: 'Archiving' })).toBeVisible();
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    const newest = async () =>
      (await api.get<{ archives: Archive[] }>(`/api/archives?showId=${show}`)).archives[0];
    await expect.poll(async () => (await newest())?.status, { timeout: 120_000 }).toBe('ready');
    isDelayed = false;
    const link = page.getByRole('link', { name: /^Download \(/ }).first();
    await expect(link).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await link.click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^Archive_test-show-\w+_[\d-]{10}\.zip$/);
    const path = await saved.path();
    const files = unzipSync(await readFile(path));
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as ArchiveManifest;
    expect([manifest.counts.documents, (await newest())?.total]).toEqual([3, 3]);
    expect(manifest.counts.attachments).toBe(1);
    expect(manifest.counts.pdfs).toBe(manifest.counts.documents);
    const checked = check(path);
    expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining(' 0 amiss')]);
    const history = Object.keys(files).find((name) => name.endsWith('history.jsonl')) ?? '';
    const forgedWith = async (change: (text: string) => string) => {
      const text = strToU8(change(strFromU8(files[history] ?? new Uint8Array())));
      const forged = test.info().outputPath('forged.zip');
      await writeFile(forged, zipSync({ ...files, [history]: text }, { level: 0 }));
      return check(forged);
    };
    const edited = await forgedWith((text) => text.replace('Theodore', 'Somebody'));
    expect([edited.status, edited.stdout]).toEqual([
      1,
      expect.stringMatching(/: event \d+ was changed after it was written/),
    ]);
    const cut = await forgedWith((text) => text.slice(0, -3));
    expect([cut.status, cut.stdout]).toEqual([1, expect.stringContaining(`${history} cannot be read`)]);
  },
);
