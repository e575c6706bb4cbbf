import type { Page } from '@playwright/test';
import type { PaymentSummary } from '../../../domain/payments/payment.ts';
import { draftInvoice, submittedInvoice } from '../support/data/invoices.ts';
import { withoutNews } from '../support/pages/lists.ts';
import { draft, submitted } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { expectSound } from '../support/browser/sound.ts';

interface Screen {
  /** Where it is; some are those of a document or record that is looked for or made first. */
  at: string | ((membership: Session) => Promise<string>);
  heading: string | RegExp;
}

async function first(membership: Session, path: string, to: (id: string) => string): Promise<string> {
  const [one] = await membership.api.get<{ id: string }[]>(path);
  return to(one?.id ?? 'none');
}

async function paymentReview({ api }: Session): Promise<string> {
  const path = '/api/payments/filter?showId=nlite&persona=APPROVER&page=1&count=1&sort=PAYMENT_NUMBER,DESC';
  const { payments } = await api.post<{ payments: PaymentSummary[] }>(path, {});
  return `/payment/review/${payments[0]?.id}/approver`;
}

/** Every screen of the product, each as somebody sees it who works with it. */
const walks: Record<string, { person: string; screens: readonly Screen[] }> = {
  'who raises purchase orders': {
    person: 'dana',
    screens: [
      { at: '/po', heading: 'Purchase Orders' },
      { at: '/po/create', heading: /Purchase Order/ },
      { at: async (membership) => `/po/edit/${(await draft(membership)).id}`, heading: /PO|Purchase Order/ },
      { at: async (membership) => `/po/review/${(await submitted(membership)).id}/creator`, heading: /\d/ },
      { at: '/approvals', heading: 'Approvals' },
      { at: '/shows', heading: 'My Shows' },
      { at: '/help', heading: 'Help' },
      { at: '/no/such/page', heading: 'Page not found' },
    ],
  },
  'who enters invoices': {
    person: 'elena',
    screens: [
      { at: '/invoice', heading: 'Invoices' },
      { at: '/invoice/create', heading: /Invoice/ },
      {
        at: async (membership) => `/invoice/edit/${(await draftInvoice(membership)).id}`,
        heading: /Invoice/,
      },
      {
        at: async (membership) => `/invoice/review/${(await submittedInvoice(membership)).id}/creator`,
        heading: /./,
      },
    ],
  },
  'who approves': {
    person: 'priya',
    screens: [
      { at: '/approvals', heading: 'Approvals' },
      { at: '/approvals/invoices', heading: 'Approvals' },
      { at: '/approvals/payments', heading: 'Approvals' },
      { at: '/payment', heading: 'Payments' },
      { at: paymentReview, heading: /./ },
    ],
  },
  'who runs a show': {
    person: 'sam',
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
  'who runs the studio': {
    person: 'theodore',
    screens: [
      { at: '/setup/shows', heading: 'Shows' },
      { at: '/setup/shows/new', heading: 'New Show' },
    ],
  },
};

/** What moved while it could be read, which nobody asked to move. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        const before = Number(Reflect.get(window, 'shifted') ?? 0);
        Reflect.set(window, 'shifted', before + (shift.hadRecentInput ? 0 : shift.value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** One title, one main part, a way past the bar, nothing that jumped. */
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

for (const [who, { person, screens }] of Object.entries(walks))
  test(`DEC-80, DEC-74: axe finds nothing on any screen of ${who}, on a phone and a desk, and each stands still under a title of its own`, async ({
    as,
  }) => {
    const errors: string[] = [];
    const memberships = await Promise.all(sizes.map((size) => as(person, size)));
    for (const { page } of memberships) {
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      // A row that another user's action adds moves those below it.
      await withoutNews(page);
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
          await expectSound(page);
        });
      const title = (await membership?.page.title()) ?? '';
      expect([...titles]).not.toContain(title);
      titles.add(title);
    }
    expect(errors).toEqual([]);
  });

test('DEC-80: axe finds nothing on the pages before the sign-in, in both themes', async ({ page }) => {
  for (const path of ['/api/auth/login', '/api/auth/forgot']) {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectSound(page);
    }
  }
});
