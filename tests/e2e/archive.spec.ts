import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Archive, ArchiveManifest } from '../../domain/archive.ts';
import { expect, test } from './support/product.ts';
import { expectSound } from './support/sound.ts';

/** A small show in which nothing else is archived. */
const show = 'lowgravity';

test('an administrator archives a show, sees how far it is, and what is downloaded is whole', async ({
  as,
}) => {
  test.setTimeout(180_000);
  const { page, api } = await as('theodore', { show });
  await page.goto('/setup/settings/archive');
  const begin = page.getByRole('button', { name: 'Archive the show' });
  await expect(begin).toBeVisible();
  await begin.click();
  await expect(page.getByRole('progressbar', { name: 'Archiving' })).toBeVisible();
  await expect(begin).toHaveAttribute('aria-disabled', 'true');
  await expectSound(page);
  const newest = async () =>
    (await api.get<{ archives: Archive[] }>(`/api/archives?showId=${show}`)).archives[0];
  await expect
    .poll(async () => (await newest())?.status, { timeout: 150_000, intervals: [1000] })
    .toBe('ready');
  const link = page.getByRole('link', { name: /^Download \(/ }).first();
  await expect(link).toBeVisible();
  await expectSound(page);
  const download = page.waitForEvent('download');
  await link.click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^Archive_low-gravity_[\d-]{10}\.zip$/);
  const path = await saved.path();
  const files = unzipSync(await readFile(path));
  const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as ArchiveManifest;
  expect(manifest.counts.documents).toBe((await newest())?.total);
  expect(manifest.counts.pdfs).toBe(manifest.counts.documents);
  const checked = spawnSync(process.execPath, ['scripts/admin.mjs', 'check-archive', path], {
    encoding: 'utf8',
  });
  expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining(' 0 amiss')]);
});
