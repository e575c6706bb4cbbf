import { test } from 'vitest';
import { permissionsOf } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { expectSound } from '../support/accessibility.ts';
import type { World } from '../support/api/default-answers.ts';
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
  Health: '/setup/health',
};
const allAreas = Object.keys(addresses);

/** What the pages of Management read beside what every page reads. */
function answerManagement(api: FakeApi, world: World): void {
  api.on('GET /api/workflow-template', []);
  api.on('GET /api/health', { at: '2026-11-24T12:00:00.000Z', shows: [], versions: [], digests: null });
  api.on('GET /api/shows', () => ({ shows: [], total: world.shows.length }));
  api.on('GET /api/shows/:id/features', []);
}

/** Opens the sub-menu of Management with the mouse. */
async function pointAtManagement(page: Page): Promise<void> {
  await tab(page, 'Management').hover();
  await expect(areas(page).first()).toBeVisible();
}

test('SH-38, SH-40, SH-41, SH-42: the areas of Management open under the mouse and close a second after it left', async () => {
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

  page.clock.hold();
  await page.mouse.move(600, 700);
  await page.clock.runFor(900);
  await expect(areas(page)).toHaveCount(6);
  // A mouse that comes back in time keeps it open.
  await areas(page).nth(4).hover();
  await page.clock.runFor(2000);
  await expect(areas(page)).toHaveCount(6);
  await page.mouse.move(600, 700);
  await page.clock.runFor(999);
  await expect(areas(page)).toHaveCount(6);
  await page.clock.runFor(1);
  await expect(areas(page)).toHaveCount(0);

  page.clock.resume();
  await pointAtManagement(page);
  await area(page, 'Users').click();
  await expect(page).toHaveURL('/setup/users');
  await expect(page).toHaveTitle('Users · Backlot');
  await expect(tab(page, 'Management')).toHaveAttribute('aria-current', 'page');
});

test('SH-40, DEC-80: the areas of Management are reached by keyboard and by a press', async () => {
  const { page } = await openList('/po', { as: 'theodore', api: answerManagement });
  const arrow = page.getByRole('button', { name: 'Management areas' });
  await tab(page, 'Management').focus();
  await page.keyboard.press('ArrowDown');
  await expect(areas(page).first()).toBeFocused();
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
  await expectSound(page);
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
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Tab');
  // The keyboard went on to the user menu, and the areas are out of its way.
  await expect(areas(page)).toHaveCount(0);
  await arrow.click();
  await area(page, 'Settings').click();
  await expect(page).toHaveURL('/setup/settings');
});

for (const [name, reads] of [
  ['sam', ['Departments', 'Users', 'Approval Flows', 'Settings', 'Health']],
  ['rosalind', allAreas],
  ['marcus', ['Approval Flows']],
  ['dana', []],
] as const satisfies [PersonName, readonly string[]][])
  test(`SH-23, SH-41, SH-66, SH-67, PE-09, PE-28: ${name} has those areas of Management that the role may read, and no others`, async () => {
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
    // The address of Management leads to the first of them.
    await page.goto('/setup');
    const [first] = reads;
    await expect(page).toHaveURL(new RegExp(`^${first ? addresses[first] : '/approvals'}([?/]|$)`));
  });

test('SH-67: the address of the approval flows names the type of document', async () => {
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

/** What a user with these permissions finds: Create New of orders and of invoices, and areas of Management. */
const entrances: { of: string; permissions: Partial<Permissions>; creates: boolean[]; reads: string[] }[] = [
  { of: 'FULL everywhere', permissions: full, creates: [true, true], reads: allAreas },
  // Health is for users who may mend it.
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
    reads: ['Departments', 'Approval Flows', 'Shows'],
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

test.each(entrances)(
  'PE-02, PE-03, PE-08: with $of each permission opens its own entrance',
  async ({ permissions, creates, reads }) => {
    const { page } = await openList('/po', { as: person('theodore', { permissions }) });
    const mayCreate = async (heading: string, may: boolean | undefined) => {
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();
      // An empty list offers it a second time.
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

test('SH-43, DEC-74: below 769 pixels a drawer replaces the tabs, with the areas of Management in it', async () => {
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
  // The same drawer from the thumb's side.
  await bar.getByRole('button', { name: 'More' }).click();
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  page.setViewportSize({ width: 769, height: 812 });
  await expect(main(page)).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
});

test('SH-21: what the guard refuses is not even loaded', async () => {
  const lacking = show('nlite', { settings: { invoiceModuleVisible: false, paymentModuleVisible: false } });
  const [allowed, refused] = [
    await openApp('/po', { as: 'theodore' }),
    await openApp('/po', { as: 'theodore', show: lacking }),
  ];
  /** The parts of the application that a page has fetched once this stands on it. */
  const partsOf = async (page: Page, path: string, heading: string) => {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    // What comes when nothing else is to be done begins with dialogs, and leads to more of it.
    if (heading === 'Approvals') await page.locator('link[href*="/dialog-frame-"]').first().waitFor();
    const parts = () =>
      page.window.performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/assets\/([^/]+\.js)$/.exec(name)?.slice(1) ?? []);
    for (let [known, quiet] = [0, 0]; quiet < 3; quiet += 1) {
      if (known < parts().length) [known, quiet] = [parts().length, 0];
      await page.settled();
    }
    return new Set(parts());
  };
  const hub = await partsOf(refused.page, '/approvals', 'Approvals');
  for (const [path, heading] of [
    ['/invoice/create', 'New Invoice'],
    ['/payment', 'Payments'],
  ] as const) {
    const all = await partsOf(allowed.page, path, heading);
    const own = [...all].filter((part) => !hub.has(part) && !/dialog|popover/.test(part));
    expect(own).not.toEqual([]);
    const loaded = await partsOf(refused.page, path, 'Approvals');
    expect(own.filter((part) => loaded.has(part))).toEqual([]);
  }
});
