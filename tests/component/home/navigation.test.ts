import { test } from 'vitest';
import { permissionsOf } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { expectAccessible } from '../support/accessibility.ts';
import type { World } from '../support/api/default-stubs.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import type { PersonName } from '../support/fixtures/people.ts';
import { show } from '../support/fixtures/shows.ts';
import { openList } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tab = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name });
const areas = (page: Page) => page.getByRole('list', { name: 'Management areas' }).getByRole('link');
const area = (page: Page, name: string) => areas(page).filter({ hasText: name });

/** The areas of Management with their addresses. */
const addresses: Record<string, string> = {
  Departments: '/setup/departments',
  Users: '/setup/users',
  'Approval Flows': '/setup/shows/workflows',
  Shows: '/setup/shows',
  Settings: '/setup/settings',
  Budget: '/setup/budget',
  Health: '/setup/health',
};
const allAreas = Object.keys(addresses);

/** Serves the routes that only the pages of Management read. */
function answerManagement(api: FakeApi, world: World): void {
  api.on('GET /api/workflow-template', []);
  api.on('GET /api/budgets', { budgets: [] });
  api.on('GET /api/health', {
    at: '2026-11-24T12:00:00.000Z',
    shows: [],
    versions: [],
    digests: null,
    sweptAt: null,
  });
  api.on('GET /api/shows', () => ({ shows: [], total: world.shows.length }));
  api.on('GET /api/shows/:id/features', []);
}

/** Opens the sub-menu of Management with the mouse. */
async function pointAtManagement(page: Page): Promise<void> {
  await tab(page, 'Management').hover();
  await expect(areas(page).first()).toBeVisible();
}

test('SH-38, SH-40, SH-41, SH-42: the areas of Management open on hover and close one second after the mouse leaves', async () => {
  const { page } = await openList('/po', { as: 'theodore', clock: true, api: answerManagement });
  await expect(main(page).getByRole('link')).toHaveText([
    'Purchase Orders',
    'Invoices',
    'Payments',
    /^Approvals/,
    'Management',
  ]);
  await expect(areas(page)).toHaveCount(0);
  await pointAtManagement(page);
  await expect(areas(page)).toHaveText(allAreas);

  page.clock.pause();
  await page.mouse.move(600, 700);
  await page.clock.runFor(900);
  await expect(areas(page)).toHaveCount(allAreas.length);
  // A mouse that returns in time keeps the areas open.
  await areas(page).nth(4).hover();
  await page.clock.runFor(2000);
  await expect(areas(page)).toHaveCount(allAreas.length);
  await page.mouse.move(600, 700);
  await page.clock.runFor(999);
  await expect(areas(page)).toHaveCount(allAreas.length);
  await page.clock.runFor(1);
  await expect(areas(page)).toHaveCount(0);

  page.clock.resume();
  await pointAtManagement(page);
  await area(page, 'Users').click();
  await expect(page).toHaveURL('/setup/users');
  await expect(page).toHaveTitle('Users · Backlot');
  await expect(tab(page, 'Management')).toHaveAttribute('aria-current', 'page');
});

test('SH-40, DEC-80: the areas of Management open by keyboard and by click', async () => {
  const { page } = await openList('/po', { as: 'theodore', api: answerManagement });
  const arrow = page.getByRole('button', { name: 'Management areas' });
  await tab(page, 'Management').focus();
  await page.keyboard.press('ArrowDown');
  await expect(areas(page).first()).toBeFocused();
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(area(page, 'Users')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(areas(page)).toHaveCount(0);
  await expect(arrow).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(areas(page).first()).toBeFocused();
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('Tab');
  // The areas close when the focus moves on to the user menu.
  await expect(areas(page)).toHaveCount(0);
  await arrow.click();
  await area(page, 'Settings').click();
  await expect(page).toHaveURL('/setup/settings');
});

for (const [name, reads] of [
  ['sam', ['Departments', 'Users', 'Approval Flows', 'Settings', 'Budget', 'Health']],
  ['rosalind', allAreas],
  ['marcus', ['Approval Flows']],
  ['dana', []],
] as const satisfies [PersonName, readonly string[]][])
  test(`SH-23, SH-41, SH-66, SH-67, PE-09, PE-28: ${name} sees only the areas of Management that the role may read`, async () => {
    const { page } = await openList('/po', {
      as: name,
      api: answerManagement,
    });
    if (reads.length === 0) await expect(tab(page, 'Management')).toHaveCount(0);
    else {
      await pointAtManagement(page);
      await expect(areas(page)).toHaveText(reads);
    }
    for (const [title, path] of Object.entries(addresses)) {
      const isOpen = (reads as readonly string[]).includes(title);
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`^${isOpen ? path : '/approvals'}([?/]|$)`));
      await expect(page).toHaveTitle(isOpen ? `${title} · Backlot` : 'Approvals · Backlot');
    }
    // The address of Management redirects to the first area.
    await page.goto('/setup');
    const [first] = reads;
    await expect(page).toHaveURL(new RegExp(`^${first ? addresses[first] : '/approvals'}([?/]|$)`));
  });

test('SH-67: the address of the approval flows contains the type of document', async () => {
  const { page } = await openApp('/po', {
    as: 'sam',
    api: (api) => void api.on('GET /api/workflow-template', []),
  });
  for (const type of ['purchase-orders', 'invoices', 'payments']) {
    await page.goto(`/setup/shows/workflows?tab=${type}`);
    await expect(page.getByRole('heading', { name: 'Approval Flows' })).toBeVisible();
    await expect(page).toHaveURL(`/setup/shows/workflows?tab=${type}`);
  }
});

const full = permissionsOf({ role: 'EP Internal', voidPo: true, voidInvoice: true });
const allAs = (level: 'READ' | 'NONE') =>
  Object.fromEntries(Object.keys(full).map((name) => [name, level])) as Permissions;
const without = (...names: string[]) => allAreas.filter((name) => !names.includes(name));

/** Per set of permissions: whether Create New is shown for orders and for invoices, and the areas of Management. */
const cases: { of: string; permissions: Partial<Permissions>; creates: boolean[]; reads: string[] }[] = [
  { of: 'FULL everywhere', permissions: full, creates: [true, true], reads: allAreas },
  // Health is only for users who may fix problems.
  { of: 'READ everywhere', permissions: allAs('READ'), creates: [false, false], reads: without('Health') },
  {
    of: 'no right to orders, departments and internals',
    permissions: { CreatePurchaseOrders: 'NONE', Departments: 'NONE', Internal: 'NONE' },
    creates: [false, true],
    reads: without('Departments', 'Shows'),
  },
  {
    of: 'READ of invoices, and no right to users and the show',
    permissions: { CreateInvoices: 'READ', UserManagement: 'NONE', Show: 'NONE' },
    creates: [true, false],
    reads: ['Departments', 'Approval Flows', 'Shows', 'Budget'],
  },
  {
    of: 'no right to the flows of orders',
    permissions: { ApprovalFlows: 'NONE' },
    creates: [true, true],
    reads: allAreas,
  },
  {
    of: 'no right to any flow',
    permissions: { ApprovalFlows: 'NONE', ApprovalFlowsPayments: 'NONE' },
    creates: [true, true],
    reads: without('Approval Flows'),
  },
  { of: 'no right at all', permissions: allAs('NONE'), creates: [false, false], reads: [] },
];

test.each(cases)(
  'PE-02, PE-03, PE-08: each permission shows its own links ($of)',
  async ({ permissions, creates, reads }) => {
    const { page } = await openList('/po', { as: person('theodore', { permissions }) });
    const mayCreate = async (heading: string, may: boolean | undefined) => {
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();
      // An empty list shows the link a second time.
      const create = page
        .getByRole('banner')
        .or(page.getByRole('main'))
        .getByRole('link', { name: 'Create New' });
      if (may) await expect(create.first()).toBeVisible();
      else await expect(create).toHaveCount(0);
    };
    await mayCreate('Purchase Orders', creates[0]);
    await tab(page, 'Invoices').click();
    await mayCreate('Invoices', creates[1]);
    await tab(page, /^Approvals/).hover();
    await expect(tab(page, 'Management')).toHaveCount(reads.length === 0 ? 0 : 1);
    if (reads.length === 0) return;
    await pointAtManagement(page);
    await expect(areas(page)).toHaveText(reads);
  },
);

test('SH-43, DEC-74: a drawer with the areas of Management replaces the tabs below 769 px', async () => {
  const { page } = await openList('/po', { as: 'theodore', width: 375, height: 812, api: answerManagement });
  await expect(main(page)).toBeHidden();
  const bar = page.getByRole('navigation', { name: 'Sections' });
  await expect(bar.getByRole('link')).toHaveText([/POs$/, /Invoices$/, /Payments$/, /Approvals$/]);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Backlot' });
  const menu = drawer.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveText([
    'Purchase Orders',
    'Invoices',
    'Payments',
    /^Approvals/,
    ...allAreas,
  ]);
  await expect(menu.getByRole('link', { name: 'Purchase Orders' })).toHaveAttribute('aria-current', 'page');
  for (const name of ['My Shows', 'Help']) await expect(drawer.getByRole('link', { name })).toBeVisible();
  for (const name of ['Account Settings', 'Log Out'])
    await expect(drawer.getByRole('button', { name })).toBeVisible();
  await menu.getByRole('group', { name: 'Management' }).getByRole('link', { name: 'Users' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/setup/users');
  // The bottom bar opens the same drawer.
  await bar.getByRole('button', { name: 'More' }).click();
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  page.setViewportSize({ width: 769, height: 812 });
  await expect(main(page)).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
});

test('SH-21: a page that the guard blocks does not load its scripts', async () => {
  const withoutModules = show('nlite', {
    settings: { invoiceModuleVisible: false, paymentModuleVisible: false },
  });
  const [allowed, blocked] = [
    await openApp('/po', { as: 'theodore' }),
    await openApp('/po', { as: 'theodore', show: withoutModules }),
  ];
  /** Returns the scripts that a page has loaded once its heading is shown and no more scripts arrive. */
  const scriptsOf = async (page: Page, path: string, heading: string) => {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    // Background loading starts with the dialogs and ends with the other queues.
    if (heading === 'Approvals')
      for (const chunk of ['dialog-frame', 'invoices', 'payments'])
        await page.locator(`link[href*="/${chunk}-"]`).first().waitFor();
    const scripts = () =>
      page.window.performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/assets\/([^/]+\.js)$/.exec(name)?.slice(1) ?? []);
    for (let [count, quiet] = [0, 0]; quiet < 3; quiet += 1) {
      if (count < scripts().length) [count, quiet] = [scripts().length, 0];
      await page.waitForIdle();
    }
    return new Set(scripts());
  };
  const hub = await scriptsOf(blocked.page, '/approvals', 'Approvals');
  for (const [path, heading] of [
    ['/invoice/create', 'New Invoice'],
    ['/payment', 'Payments'],
  ] as const) {
    const all = await scriptsOf(allowed.page, path, heading);
    const ownScripts = [...all].filter((script) => !hub.has(script) && !/dialog|popover/.test(script));
    expect(ownScripts).not.toEqual([]);
    const loaded = await scriptsOf(blocked.page, path, 'Approvals');
    expect(ownScripts.filter((script) => loaded.has(script))).toEqual([]);
  }
});
