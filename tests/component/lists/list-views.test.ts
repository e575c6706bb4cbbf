import { describe, test } from 'vitest';
import type { ListView } from '#domain/lists/list-settings';
import { expect } from '../support/expect.ts';
import { textResponse } from '../support/fixtures/files.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList, rowsIn } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/pos/filter';
const settings = 'PUT /api/list-settings/:list';
const orders = [
  draft({ description: 'Sofas', vendor: { ...draft().vendor, name: 'Lumen Rentals' } }),
  draft({ description: 'Lamps', vendor: { ...draft().vendor, name: 'Lumen Rentals' } }),
  draft({ description: 'Paint', vendor: { ...draft().vendor, name: 'Acme Paints' } }),
];

const headers = (page: Page) =>
  page
    .getByRole('columnheader')
    .allTextContents()
    .map((text) => text.trim());

async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  return page.getByRole('dialog', { name: 'View' });
}

const aView = (own: Partial<ListView>): ListView => ({
  id: 'v1',
  list: 'PO_CREATOR',
  name: 'Paid by Grip',
  query: 'status=all&sort=DATE%2CASC',
  columns: null,
  audience: { kind: 'PRIVATE' },
  owner: { userId: 'dana', name: 'Dana Reyes' },
  revision: 1,
  isTab: true,
  mayChange: true,
  ...own,
});

describe('columns', () => {
  test('VIEW-01, VIEW-03, VIEW-04: a person adds a column, moves it, and its data is requested', async () => {
    const { page, api } = await openList('/po?status=all', { orders });
    await expect(page.getByRole('columnheader').first()).toBeVisible();
    const standard = headers(page);
    expect(api.calls(list).some(({ query }) => 'columns' in query)).toBe(false);
    const panel = await openPanel(page);
    await panel.getByText('Accounts', { exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Accounts', exact: true })).toBeVisible();
    await expect.poll(() => api.calls(list).at(-1)?.query['columns']).toBe('ACCOUNTS');
    await panel.getByText('Attachments', { exact: true }).click();
    await panel.getByRole('button', { name: 'Move Accounts left' }).click();
    await expect.poll(() => headers(page)).toEqual([...standard.slice(0, -2), 'Accounts', standard.at(-2)]);
    const saved = api.calls(settings).at(-1)?.body as { columns: { id: string }[] };
    expect(saved.columns.slice(-2).map(({ id }) => id)).toEqual(['ACCOUNTS', 'WAITING_SINCE']);
    await panel.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => headers(page)).toEqual(standard);
  });

  test('VIEW-06: the width changes by a key on the header, by dragging its edge, and by typing it', async () => {
    const { page, api } = await openList('/po?status=all', { orders });
    const head = page.getByRole('columnheader', { name: 'Date' });
    await page.waitForIdle();
    const widthOf = () => head.evaluate((element) => element.getBoundingClientRect().width);
    const before = await widthOf();
    await head.evaluate((element) => element.focus());
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(widthOf).toBeGreaterThan(before + 10);
    const edge = await page
      .locator('[data-resizer="VENDOR_NAME"]')
      .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    page.bringToFront();
    await page.mouse.move(edge.x + 4, edge.y + 8);
    await page.mouse.down();
    await page.mouse.move(edge.x + 84, edge.y + 8, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => api.calls(settings).length).toBe(2);
    const body = api.calls(settings).at(-1)?.body as { columns: { id: string; width: number | null }[] };
    expect(body.columns.find(({ id }) => id === 'VENDOR_NAME')?.width).toBeGreaterThan(64);
    // A drag does not sort.
    expect(page.url()).toBe('/po?status=all');
    const panel = await openPanel(page);
    await panel.getByRole('textbox', { name: 'Width of Description in pixels' }).fill('320');
    await expect.poll(() => api.calls(settings).length).toBeGreaterThan(2);
  });

  test('VIEW-66: Escape during a drag gives the column back its former width', async () => {
    const { page, api } = await openList('/po?status=all', { orders });
    await page.waitForIdle();
    const head = page.getByRole('columnheader', { name: 'Vendor' });
    const widthOf = () => head.evaluate((element) => element.getBoundingClientRect().width);
    const before = await widthOf();
    const edge = await page
      .locator('[data-resizer="VENDOR_NAME"]')
      .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    page.bringToFront();
    await page.mouse.move(edge.x + 4, edge.y + 8);
    await page.mouse.down();
    await expect
      .poll(async () => {
        // The code of a drag loads with its first press.
        await page.mouse.move(edge.x + 60, edge.y + 8, { steps: 4 });
        await page.mouse.move(edge.x + 84, edge.y + 8, { steps: 4 });
        return widthOf();
      })
      .toBeGreaterThan(before + 10);
    await page.keyboard.press('Escape');
    await expect.poll(widthOf).toBe(before);
    await page.mouse.move(edge.x + 120, edge.y + 8);
    await page.mouse.up();
    expect(await widthOf()).toBe(before);
    expect(api.calls(settings)).toEqual([]);
  });

  test('VIEW-65: a list with more groups than it shows says so above them', async () => {
    const { page } = await openList('/po?status=all&group=VENDOR', {
      orders,
      api: (fake) => {
        const lumen = { key: '#1', name: 'Lumen Rentals', count: 2, sums: [] };
        fake.on('POST /api/pos/filter/groups', { groups: [lumen], isComplete: false });
      },
    });
    const notice = page.getByText('These are the first 500 groups by vendor. Filter the list to see others.');
    await expect(notice).toBeVisible();
    const group = await page.getByRole('button', { name: /Lumen Rentals/ }).boundingBox();
    expect((await notice.boundingBox()).y).toBeLessThan(group.y);
  });

  test('VIEW-40: compact rows are lower, and stay after a reload', async () => {
    const { page } = await openList('/po?status=all', { orders });
    const height = () =>
      rowsIn(page)
        .first()
        .evaluate((row) => row.offsetHeight);
    expect(await height()).toBe(40);
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: 'Row height' }).click();
    await page.getByRole('option', { name: 'Compact' }).click();
    await expect.poll(height).toBe(32);
  });
});

describe('saved views', () => {
  test('VIEW-10, VIEW-11: a view is saved under a name with Enter, becomes a tab, and is opened by its address', async () => {
    const { page, api } = await openList('/po?status=all', { orders });
    api.on('POST /api/list-views', ({ body }) => {
      const view = aView({ name: body.name, query: body.query });
      api.on('GET /api/list-settings', () => ({
        lists: [],
        views: [view],
        share: { roles: [], departments: [] },
      }));
      return view;
    });
    await expect(page.getByRole('navigation', { name: 'Saved views' })).toHaveCount(0);
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    expect(api.calls('POST /api/list-views')).toHaveLength(0);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Everything');
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    const tabs = page.getByRole('navigation', { name: 'Saved views' });
    await expect(tabs.getByRole('link', { name: 'Everything' })).toHaveAttribute('aria-current', 'page');
    expect(page.url()).toContain('view=v1');
    expect(page.url()).toContain('status=all');
    await tabs.getByRole('link', { name: 'Standard' }).click();
    await expect.poll(() => page.url()).toBe('/po?view=none');
  });

  test('VIEW-11: the list opens with the default view of the person', async () => {
    const { page, api } = await openList('/po', {
      orders,
      api: (fake) =>
        fake.on('GET /api/list-settings', () => ({
          lists: [
            {
              list: 'PO_CREATOR' as const,
              columns: null,
              density: 'COMFORTABLE' as const,
              defaultViewId: 'v1',
              viewOrder: [],
            },
          ],
          views: [aView({})],
          share: { roles: [], departments: [] },
        })),
    });
    await expect.poll(() => page.url()).toContain('view=v1');
    await expect.poll(() => api.calls(list).at(-1)?.query['sort']).toBe('DATE,ASC');
  });

  test('VIEW-10: a renamed view keeps its filters, and the list those of the moment', async () => {
    const { page, api } = await openList('/po?status=draft&view=v1', {
      orders,
      api: (fake) => {
        fake.on('GET /api/list-settings', () => ({
          lists: [],
          views: [aView({})],
          share: { roles: [], departments: [] },
        }));
        fake.on('PUT /api/list-views/:id', () => aView({ name: 'Grip', revision: 2 }));
      },
    });
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: 'Rename or share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename or share the view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Grip');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const { name, query, columns } = aView({ name: 'Grip' });
    expect(api.calls('PUT /api/list-views/:id').at(-1)?.body).toMatchObject({ name, query, columns });
    expect(page.url()).toBe('/po?status=draft&view=v1');
  });

  test('VIEW-14: a conflict is explained and nothing is lost', async () => {
    const { page } = await openList('/po?status=all&view=v1', {
      orders,
      api: (fake) => {
        fake.on('GET /api/list-settings', () => ({
          lists: [],
          views: [aView({})],
          share: { roles: ['Approver'], departments: [{ id: 'd1', name: 'Art' }] },
        }));
        fake.fail('PUT /api/list-views/:id', 'WORKFLOW_CONFLICT');
      },
    });
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: 'Rename or share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename or share the view' });
    await dialog.getByRole('button', { name: 'Who sees it' }).click();
    await page.getByRole('option', { name: 'Everyone with the role Approver' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('The view was not saved. Try again.')).toBeVisible();
  });
});

describe('groups', () => {
  test('VIEW-20, VIEW-21, VIEW-22, VIEW-23: groups have count and sum, and load their rows when they open', async () => {
    const { page, api } = await openList('/po?status=all', { orders });
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Vendor' }).click();
    await page.keyboard.press('Escape');
    expect(page.url()).toBe('/po?status=all&group=VENDOR');
    const group = page.getByRole('button', { name: /^Lumen Rentals/ });
    await expect(group).toContainText('2 purchase orders');
    await expect(page.getByRole('grid')).toHaveCount(0);
    await group.click();
    await expect(rowsIn(page, 'Lumen Rentals').first()).toBeVisible();
    expect(api.calls(list).at(-1)?.body.group).toEqual({ by: 'VENDOR', key: 'Lumen Rentals' });
    await group.click();
    await expect(page.getByRole('grid')).toHaveCount(0);
  });
});

describe('export', () => {
  test('VIEW-50: the export has the columns, filters and order of the list', async () => {
    const { page, api } = await openList('/po?status=approved&sort=DATE%2CASC', { orders });
    api.on('POST /api/reports/lists/pos', () => textResponse('PO #'));
    const panel = await openPanel(page);
    await panel.getByText('Attachments', { exact: true }).click();
    await panel.getByRole('button', { name: 'CSV' }).click();
    await expect.poll(() => api.calls('POST /api/reports/lists/pos').length).toBe(1);
    const [call] = api.calls('POST /api/reports/lists/pos');
    expect(call?.query).toMatchObject({
      sort: 'DATE,ASC',
      format: 'csv',
      columns: 'PO_NUMBER,DATE,VENDOR_NAME,DEPARTMENT,DESCRIPTION,CREATED_BY,TOTAL,STATUS,WAITING_SINCE',
    });
    expect(call?.body).toMatchObject({ poStatuses: ['APPROVED'] });
  });

  test('VIEW-50, VIEW-07: the export menu exports the list as shown, with the due dates by which it is listed', async () => {
    const route = 'POST /api/reports/lists/invoices';
    const { page, api } = await openList('/invoice?dueFrom=2026-11-16&dueTo=2026-11-22', {
      as: 'elena',
      invoices: [submittedInvoice()],
    });
    api.on(route, () => textResponse('Invoice#'));
    await expect(page.getByRole('columnheader', { name: 'Due Date' })).toBeVisible();
    await page.getByRole('button', { name: 'Export Invoice Log' }).click();
    await page.getByRole('menuitem', { name: 'This List as Excel' }).click();
    await expect.poll(() => api.calls(route).length).toBe(1);
    const [call] = api.calls(route);
    expect(call?.query['format']).toBe('xlsx');
    expect(call?.query['columns']).toContain(',DATE,DUE_DATE,');
    await page.goto('/invoice');
    await expect(page.getByRole('columnheader', { name: 'Total' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Due Date' })).toHaveCount(0);
  });
});
