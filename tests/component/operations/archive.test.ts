import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import type { ResponseBody } from '../support/api/routes.ts';
import { openSetup } from '../support/pages/setup.ts';

type Archive = ResponseBody<'GET /api/archives'>['archives'][number];

const running: Archive = {
  id: 'archive-1',
  status: 'in_progress',
  userName: 'Sam Delgado',
  cancelledBy: null,
  createdAt: '2026-11-24T12:00:00.000Z',
  finishedAt: null,
  keptUntil: null,
  total: 240,
  done: 12,
  parts: [],
};

const ready: Archive = {
  ...running,
  status: 'ready',
  done: 240,
  finishedAt: '2026-11-24T12:05:00.000Z',
  keptUntil: '2026-12-01T12:05:00.000Z',
  parts: [{ part: 1, documents: 240, size: 5_000_000, fileName: 'Archive_northern-lights.zip' }],
};

/** Opens the archives of a show. A test changes the Worker's archives through `stored`. */
function openArchives(stored: Archive[]) {
  return openSetup('/setup/settings/archive', 'Settings', {
    api(fake) {
      fake.on('GET /api/archives', () => ({ archives: stored }));
      fake.on('POST /api/archives', () => {
        stored.unshift(running);
        return { id: running.id };
      });
      fake.on('DELETE /api/archives/:id', ({ params }) => {
        stored.splice(0, 1, { ...running, status: 'cancelled', cancelledBy: 'Sam Delgado' });
        return { id: params['id'] ?? '' };
      });
    },
  });
}

test('DEC-80: a running archive shows its progress, and a ready one its download', async () => {
  const stored: Archive[] = [];
  const { page } = await openArchives(stored);
  await page.getByRole('button', { name: 'Archive the show' }).click();
  await expect(page.getByRole('progressbar', { name: 'Archiving' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Archive the show' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  stored.splice(0, 1, ready);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Download \(/ })).toHaveAttribute('href', /archive-1\/1/);
  await expectAccessible(page);
});

test('a running archive is cancelled after a confirmation and shows who cancelled it', async () => {
  const { page, api } = await openArchives([]);
  await page.getByRole('button', { name: 'Archive the show' }).click();
  await expect(page.getByText('You will get an e-mail when it is ready')).toBeVisible();
  const cancel = page.getByRole('button', { name: 'Cancel Archive' });
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this archive?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep Archiving' }).click();
  await expect(question).toBeHidden();
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel Archive' }).click();
  await expect(page.getByText('Canceled by Sam Delgado').first()).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Archiving' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Archive the show' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  expect(api.calls('DELETE /api/archives/:id').map(({ params }) => params['id'])).toEqual([running.id]);
});
