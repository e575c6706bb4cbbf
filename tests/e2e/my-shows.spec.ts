import { freshName } from './support/fresh.ts';
import { expect, test } from './support/product.ts';
import { submitted } from './support/orders.ts';
import { holdTime } from './support/quiet.ts';
import { ownShow } from './support/shows.ts';

const empty =
  'No shows to display. Contact your Administrator if you believe you should have been added to a show.';

const page21 = Array.from({ length: 21 }, (_, n) => ({
  id: `show${n}`,
  slug: `show-${n}`,
  name: `Show ${String(n).padStart(2, '0')}`,
  license: `L-${n}`,
  accountingSystem: 'SA',
  studioDivision: { name: 'Somewhere' },
  features: [],
  awaitingApprovalCount: n,
  mayEdit: false,
  isMember: true,
}));

test('SH-47, SH-48, SH-49: searches once typing pauses, 20 rows a page, from page 1', async ({ as }) => {
  const { page } = await as('theodore');
  const asked: URL[] = [];
  await page.route('**/api/users/shows?*', (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const from = (Number(url.searchParams.get('page')) - 1) * 20;
    return route.fulfill({ json: { shows: page21.slice(from, from + 20), total: 21 } });
  });
  await page.clock.install();
  await page.goto('/shows');
  const table = page.getByRole('grid', { name: 'My Shows' });
  await expect(table.getByRole('row')).toHaveCount(21);
  await page.getByRole('button', { name: /next/i }).click();
  await expect(table.getByRole('row', { name: 'Show 20' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  const passes = await holdTime(page);
  await page.getByPlaceholder('Search by Show Name or License #...').pressSequentially('L-');
  await passes(500);
  await expect(table.getByRole('row', { name: 'Show 00' })).toBeVisible();
  await expect
    .poll(() => Object.fromEntries(asked.at(-1)?.searchParams ?? []))
    .toMatchObject({ page: '1', count: '20', search: 'L-' });
  expect(asked.map((url) => url.searchParams.get('search'))).not.toContain('L');
});

test('SH-50: the count of POs awaiting approval stands in the row', async ({ as, apiOf }) => {
  const dana = await apiOf('dana');
  await submitted(dana);
  const marcus = await as('marcus');
  const { shows } = await marcus.api.get<{ shows: { name: string; awaitingApprovalCount: number }[] }>(
    '/api/users/shows/',
  );
  expect(shows[0]?.awaitingApprovalCount).toBeGreaterThan(0);
  await marcus.page.goto('/shows');
  const row = marcus.page.getByRole('row', { name: 'Northern Lights' });
  await expect(row).toContainText(/[1-9]\d* purchase orders awaiting approval/);
});

test('SH-51, SH-52: a row opens its show at /approvals; the action of the row opens Edit Show', async ({
  as,
}) => {
  const theodore = await as('theodore');
  const show = await ownShow(theodore.api);
  const { page } = theodore;
  await page.goto('/shows');
  await page.getByRole('searchbox').fill(show.name);
  const row = page.getByRole('row', { name: show.name });
  await row.getByRole('button', { name: `Edit ${show.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Show' });
  await expect(dialog.getByLabel('Show Name')).toHaveValue(show.name);
  const renamed = freshName('Renamed');
  await dialog.getByLabel('Show Name').fill(renamed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Show information updated successfully.')).toBeVisible();
  await page.getByRole('searchbox').fill(renamed);
  await page.getByRole('row', { name: renamed }).click();
  await expect(page).toHaveURL(/\/approvals/);
  await expect(page.getByRole('button', { name: new RegExp(renamed) }).first()).toBeVisible();
});

test('SH-52: without FULL Show there is no such column; with it, only where it is held', async ({ as }) => {
  const dana = await as('dana');
  await dana.page.goto('/shows');
  await expect(dana.page.getByRole('row', { name: 'Northern Lights' })).toBeVisible();
  await expect(dana.page.getByRole('columnheader')).toHaveCount(4);
  const sam = await as('sam');
  await sam.page.goto('/shows');
  await expect(sam.page.getByRole('columnheader')).toHaveCount(5);
  await expect(sam.page.getByRole('button', { name: 'Edit Northern Lights' })).toBeVisible();
});

test('SH-53: a user without shows reads whom to ask', async ({ as }) => {
  const { page } = await as('dana');
  await page.route('**/api/users/shows?*', (route) => route.fulfill({ json: { shows: [], total: 0 } }));
  await page.goto('/shows');
  await expect(page.getByText(empty)).toBeVisible();
  await page.setViewportSize({ width: 375, height: 700 });
  await expect(page.getByText(empty)).toBeVisible();
});

test('SH-53: a search without results says so, and can be cleared', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/shows');
  await page.getByRole('searchbox').fill('no such show');
  await expect(page.getByText('No show matches “no such show”.')).toBeVisible();
  await expect(page.getByText(empty)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(page.getByRole('row', { name: 'Northern Lights' })).toBeVisible();
});
