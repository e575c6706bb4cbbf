import type { Page } from '@playwright/test';
import { expect, test } from './support/product.ts';
import { expectSound } from './support/sound.ts';

/** The page of one show, once it is read. */
async function openHealth(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
}

test('the histories of a show are verified at a press, and what came of it stands there for whoever comes later', async ({
  as,
}) => {
  const { page } = await as('sam', { show: 'nlite' });
  await openHealth(page, '/setup/health/nlite');
  const histories = page.getByRole('region', { name: 'Histories' });
  await histories.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('The histories are being verified.')).toBeVisible();
  await expect(histories.getByText(/^[\d,]+ documents with [\d,]+ events, verified /)).toBeVisible({
    timeout: 120_000,
  });
  await expect(histories.getByText('No changes found')).toBeVisible();
  await page.reload();
  await expect(histories.getByText('No changes found')).toBeVisible();
});

test('DEC-11: a Studio Admin sees the shows of the studio and opens each; axe finds nothing, on a phone either', async ({
  as,
}) => {
  const { page } = await as('rosalind', { show: 'nlite' });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 375, height: 812 },
  ]) {
    await page.setViewportSize(viewport);
    await openHealth(page, '/setup/health');
    await expect(page.getByText('Amber Canyon')).toBeVisible();
    await expectSound(page);
    await page.getByText('Amber Canyon').click();
    await expect(page).toHaveURL('/setup/health/ambercanyon');
    for (const name of ['Now', 'Failures', 'Waiting', 'Histories', 'Backlot itself'])
      await expect(page.getByRole('region', { name })).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: 'All Shows' }).click();
    await expect(page).toHaveURL('/setup/health');
  }
});

test('what cannot be read says so and is asked for again; a show of another studio is not there', async ({
  as,
}) => {
  const { page } = await as('sam', { show: 'nlite' });
  await page.route('**/api/health/nlite**', (route) => route.abort());
  await page.goto('/setup/health/nlite');
  await expect(page.getByText('The health of this show could not be read.')).toBeVisible();
  await expectSound(page);
  await page.unroute('**/api/health/nlite**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
  await page.goto('/setup/health/harbour9');
  await expect(page.getByText('The health of this show could not be read.')).toBeVisible();
});

test('AC-06: health and the list name the same purchase orders that failed to send, lead to each other, and all are sent again', async ({
  as,
}) => {
  const { page } = await as('sam', { show: 'nlite' });
  await openHealth(page, '/setup/health/nlite');
  const found = page.getByRole('list', { name: 'What was found' });
  await expect(found).toContainText('Purchase orders failed to send to Accounting.');
  await expect(page.getByText('All is well')).toHaveCount(0);
  const link = found.getByRole('link', { name: /^Show \d+ purchase orders?$/ });
  const counted = async () =>
    (await link.count()) === 0 ? 0 : Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
  const count = await counted();
  expect(count).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL('/po?status=all&failed=yes');
  await expect(page.getByText(new RegExp(`^${count} purchase orders?`)).first()).toBeVisible();

  await page.getByRole('link', { name: 'Health', exact: true }).last().click();
  await expect(page).toHaveURL('/setup/health/nlite');
  await page.getByRole('button', { name: 'Retry All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry All' }).click();
  await expect(page.getByText(/^[\d,]+ failures? will be tried again now\.$/)).toBeVisible();
  // One whose change order is in approval stays: it changed before it was sent.
  await expect.poll(counted, { timeout: 120_000 }).toBeLessThan(count);
});
