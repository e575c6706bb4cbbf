import type { Page } from '@playwright/test';
import { createDraftInvoice, createSubmittedInvoice } from '../support/data/invoices.ts';
import { blockDocumentChanges } from '../support/pages/lists.ts';
import { createDraftOrder, createSubmittedOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import type { PaymentSummary } from '#domain/payments/payment-response';

interface Screen {
  /** Its path, or a function that finds or creates its document first. */
  at: string | ((membership: Session) => Promise<string>);
  heading: string | RegExp;
}

async function first(membership: Session, path: string, to: (id: string) => string): Promise<string> {
  const [record] = await membership.api.get<{ id: string }[]>(path);
  return to(record?.id ?? 'none');
}

async function paymentReview({ api }: Session): Promise<string> {
  const path = '/api/payments/filter?showId=nlite&persona=APPROVER&page=1&count=1&sort=PAYMENT_NUMBER,DESC';
  const { payments } = await api.post<{ payments: PaymentSummary[] }>(path, {});
  return `/payment/review/${payments[0]?.id}/approver`;
}

interface Tour {
  person: string;
  /** `@long` unless `npm test` runs it as the representative of all. */
  tag: string[];
  screens: readonly Screen[];
}

/**
 * Every screen of the product, each as a user who works with it. Component tests run axe on them, their dialogs and
 * errors (`screens-accessibility.test.ts`, `setup/accessibility.test.ts`).
 */
const tours: Record<string, Tour> = {
  'a PO creator': {
    person: 'dana',
    tag: ['@long'],
    screens: [
      { at: '/po', heading: 'Purchase Orders' },
      { at: '/po/create', heading: /Purchase Order/ },
      {
        at: async (membership) => `/po/edit/${(await createDraftOrder(membership)).id}`,
        heading: /PO|Purchase Order/,
      },
      {
        at: async (membership) => `/po/review/${(await createSubmittedOrder(membership)).id}/creator`,
        heading: /\d/,
      },
      { at: '/approvals', heading: 'Approvals' },
      { at: '/shows', heading: 'My Shows' },
      { at: '/help', heading: 'Help' },
      { at: '/no/such/page', heading: 'Page not found' },
    ],
  },
  'an invoice creator': {
    person: 'elena',
    tag: ['@long'],
    screens: [
      { at: '/invoice', heading: 'Invoices' },
      { at: '/invoice/create', heading: /Invoice/ },
      {
        at: async (membership) => `/invoice/edit/${(await createDraftInvoice(membership)).id}`,
        heading: /Invoice/,
      },
      {
        at: async (membership) => `/invoice/review/${(await createSubmittedInvoice(membership)).id}/creator`,
        heading: /./,
      },
    ],
  },
  'an approver': {
    person: 'priya',
    tag: [],
    screens: [
      { at: '/approvals', heading: 'Approvals' },
      { at: '/approvals/invoices', heading: 'Approvals' },
      { at: '/approvals/payments', heading: 'Approvals' },
      { at: '/payment', heading: 'Payments' },
      { at: paymentReview, heading: /./ },
    ],
  },
  'a show administrator': {
    person: 'sam',
    tag: ['@long'],
    screens: [
      { at: '/setup/departments', heading: 'Departments' },
      { at: '/setup/departments/create', heading: 'Add Department' },
      {
        at: (membership) =>
          first(membership, '/api/departments?showId=nlite', (id) => `/setup/departments/${id}`),
        heading: /./,
      },
      { at: '/setup/users', heading: 'Users' },
      { at: '/setup/users/create', heading: /User/ },
      { at: '/setup/shows/workflows', heading: 'Approval Flows' },
      { at: '/setup/shows/workflows/purchase-orders/create', heading: /./ },
      { at: '/setup/settings', heading: 'Settings' },
      { at: '/setup/settings/addresses', heading: 'Settings' },
      { at: '/setup/settings/categories', heading: 'Settings' },
      { at: '/setup/settings/companies', heading: 'Settings' },
    ],
  },
  'a studio administrator': {
    person: 'theodore',
    tag: ['@long'],
    screens: [
      { at: '/setup/shows', heading: 'Shows' },
      { at: '/setup/shows/new', heading: 'New Show' },
    ],
  },
};

/** Sums up layout shifts that the user did not cause. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        const total = Number(Reflect.get(window, 'shifted') ?? 0);
        Reflect.set(window, 'shifted', total + (shift.hadRecentInput ? 0 : shift.value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Expects one title, one main landmark, a skip link and no layout shift. */
async function expectFramed(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#page');
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shifted') ?? 0))).toBeLessThan(0.05);
}

const sizes = [
  { viewport: { width: 375, height: 900 }, hasTouch: true },
  { viewport: { width: 1440, height: 900 } },
];

for (const [user, { person, tag, screens }] of Object.entries(tours))
  test(
    `DEC-80, DEC-74: the screens of ${user} have no layout shift and their own titles, on phone and desktop`,
    { tag },
    async ({ as }) => {
      const errors: string[] = [];
      const memberships = await Promise.all(sizes.map((size) => as(person, size)));
      for (const { page } of memberships) {
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        page.on('pageerror', (error) => errors.push(String(error)));
        // A row that another user's action adds would shift the layout.
        await blockDocumentChanges(page);
        await watchShifts(page);
      }
      const titles = new Set<string>();
      for (const { at, heading } of screens) {
        const [membership] = memberships;
        const path = typeof at === 'string' || !membership ? String(at) : await at(membership);
        for (const { page } of memberships)
          await test.step(`${path} at ${page.viewportSize()?.width} px`, async () => {
            await page.goto(path);
            await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
            await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
            await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
            await expectFramed(page);
          });
        const title = (await membership?.page.title()) ?? '';
        expect([...titles]).not.toContain(title);
        titles.add(title);
      }
      expect(errors).toEqual([]);
    },
  );

test('DEC-80: the sign-in pages have no axe violation in either theme', async ({ page }) => {
  for (const path of ['/api/auth/login', '/api/auth/forgot']) {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectAccessible(page);
    }
  }
});
