import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { show, summaryOf } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import type { ResponseBody } from '../support/api/routes.ts';

const route = 'GET /api/users/shows';
type MyShow = ResponseBody<typeof route>['shows'][number];

const empty =
  'No shows to display. Contact your Administrator if you believe you should have been added to a show.';

const myShow = (name: string, over: Partial<MyShow> = {}): MyShow => ({
  ...summaryOf(show('nlite', { id: name, name })),
  mayEdit: false,
  isMember: true,
  ...over,
});

test('SH-47, SH-48, SH-49: My Shows has 20 rows per page and searches from page 1 after a typing pause', async () => {
  const all = Array.from({ length: 21 }, (_, at) => myShow(`Show ${String(at).padStart(2, '0')}`));
  const { page, api } = await openApp('/shows', {
    clock: true,
    api: (fake) =>
      fake.on(route, ({ query }) => {
        const from = (Number(query['page'] ?? 1) - 1) * 20;
        return { shows: all.slice(from, from + 20), total: all.length };
      }),
  });
  const table = page.getByRole('grid', { name: 'My Shows' });
  await expect(table.getByRole('row')).toHaveCount(21);
  await page.getByRole('button', { name: /next/i }).click();
  await expect(table.getByRole('row', { name: 'Show 20' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  page.clock.pause();
  const searches = () => api.calls(route).flatMap(({ query }) => query['search'] ?? []);
  await page.getByPlaceholder('Search by Show Name or License #...').pressSequentially('L-');
  await page.clock.runFor(490);
  expect(searches().filter(Boolean)).toEqual([]);
  await page.clock.runFor(10);
  await expect(table.getByRole('row', { name: 'Show 00' })).toBeVisible();
  expect(api.calls(route).at(-1)?.query).toMatchObject({ page: '1', count: '20', search: 'L-' });
  expect(searches()).not.toContain('L');
});

test('SH-50: a row shows the number of purchase orders that await approval', async () => {
  const { page } = await openApp('/shows', {
    as: 'marcus',
    api: (api) =>
      api.on(route, { shows: [myShow('Northern Lights', { awaitingApprovalCount: 12 })], total: 1 }),
  });
  const row = page.getByRole('row', { name: 'Northern Lights' });
  await expect(row).toContainText('12 purchase orders awaiting approval');
});

test('SH-51: a row opens Approvals of its show', async () => {
  const { page } = await openApp('/shows', { as: 'sam', shows: [show('nlite'), show('tidewater')] });
  await page.getByRole('row', { name: 'The Tidewater Ledger' }).click();
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('The Tidewater Ledger');
});

test('SH-52: the column of actions is hidden without FULL Show', async () => {
  const { page } = await openApp('/shows');
  await expect(page.getByRole('row', { name: 'Northern Lights' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(4);
});

test('SH-52: the action of a row opens Edit Show for a user with FULL Show', async () => {
  const shows = [myShow('Northern Lights', { mayEdit: true }), myShow('Amber Canyon')];
  const { page, api } = await openApp('/shows', {
    as: 'sam',
    api: (fake) => fake.on(route, () => ({ shows, total: 2 })),
  });
  await expect(page.getByRole('columnheader')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Edit Amber Canyon' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Northern Lights' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Show' });
  await expect(dialog.getByLabelText('Show Name')).toHaveValue('Northern Lights');
  api.on('PATCH /api/shows/:id/resource', () => {
    shows[0] = myShow('Southern Lights', { mayEdit: true });
    return show('nlite', { name: 'Southern Lights' });
  });
  await dialog.getByLabelText('Show Name').fill('Southern Lights');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Show information updated successfully.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Southern Lights' })).toBeVisible();
  const [call] = api.calls('PATCH /api/shows/:id/resource');
  expect(call?.params).toEqual({ id: 'Northern Lights' });
  expect(call?.body).toMatchObject({ name: 'Southern Lights' });
});

test('SH-53: a user without shows is referred to the administrator', async () => {
  const { page } = await openApp('/shows', { api: (api) => api.on(route, { shows: [], total: 0 }) });
  await expect(page.getByText(empty)).toBeVisible();
  page.setViewportSize({ width: 375, height: 812 });
  await expect(page.getByText(empty)).toBeVisible();
});

test('SH-53: a search without results shows a message and can be cleared', async () => {
  const { page } = await openApp('/shows', {
    api: (api) =>
      api.on(route, ({ query }) =>
        query['search'] ? { shows: [], total: 0 } : { shows: [myShow('Northern Lights')], total: 1 },
      ),
  });
  await page.getByRole('searchbox').fill('no such show');
  await expect(page.getByText('No show matches “no such show”.')).toBeVisible();
  await expect(page.getByText(empty)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('row', { name: 'Northern Lights' })).toBeVisible();
});
