import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { healthOf } from '../support/fixtures/health.ts';
import { firstRow, homeOf, noTiles, waitingRow } from '../support/fixtures/home.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { shows } from '../support/fixtures/shows.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

type Tiles = typeof noTiles;

const group = (page: Page, name: string) => page.getByRole('region', { name });
const tilesFor = (name: 'dana' | 'elena' | 'marcus' | 'sam', tiles: Partial<Tiles>, options: object = {}) =>
  openList('/approvals', {
    as: name,
    ...options,
    api: (api, world) => {
      api.on('GET /api/home', () => ({
        ...homeOf(world.person, world),
        tiles: { ...noTiles, ...tiles },
      }));
      api.on('GET /api/health/:id', healthOf(shows.nlite));
    },
  });

const submitted: Tiles['submitted'] = {
  counts: [{ docType: 'PO', count: 4 }],
  longest: [
    {
      docType: 'PO',
      id: 'po1',
      number: '00001',
      vendorName: 'Foxglove',
      currency: 'USD',
      totalCost: 300,
      step: 'Line Producer',
      with: [{ id: 'priya', name: 'Priya Raman' }],
      days: 6,
      usualDays: 2,
    },
  ],
};
const printed = { docType: 'PO', number: '00002', vendorName: 'Lumen Rentals' } as const;
const rentals: Tiles['rentals'] = {
  from: '2018-03-28',
  until: '2018-04-04',
  count: 2,
  next: [{ ...printed, id: 'po2', currency: 'USD', totalCost: 80, endsOn: '2018-03-30' }],
};
const accounting = {
  due: {
    from: '2018-03-19',
    until: '2018-03-25',
    count: 3,
    sums: [
      { currency: 'USD', totalCost: 1200 },
      { currency: 'EUR', totalCost: 50 },
    ],
  },
  failed: 1,
  failedInvoicesAndPayments: [
    { docType: 'INVOICE' as const, count: 2 },
    { docType: 'PAYMENT' as const, count: 1 },
  ],
  drafts: 2,
};
const admin = {
  away: [{ userId: 'priya', name: 'Priya Raman', lastDay: '2018-04-04', docType: 'PO', undecided: 6 }],
  stuck: [
    {
      docType: 'INVOICE',
      workflowTemplateId: 'flow1',
      step: 'Line Producer',
      count: 4,
      days: 9,
      usualDays: 2,
      since: '2018-03-20',
    },
  ],
} satisfies Partial<Tiles>;

test('HOME-02, HOME-03, HOME-10: a creator sees what waits with whom and which rentals end, and opens their lists', async () => {
  const { page, api } = await tilesFor('dana', { submitted, rentals });
  const rows = group(page, 'Your orders and invoices').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Priya Raman, 6 working days; usually 2');
  await expect(rows.nth(1)).toContainText('Lumen Rentals, 03/30/2018');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL('/po?status=approved&own=yes&rentalFrom=2018-03-28&rentalTo=2018-04-04');
  await expect
    .poll(() => api.calls('POST /api/pos/filter').at(-1)?.body)
    .toMatchObject({ isOwn: true, rentalEnd: { startDate: '2018-03-28', endDate: '2018-04-04' } });
  const chips = page.getByRole('grid', { name: 'Applied filters' }).getByRole('row');
  await expect(chips).toHaveText([/^My documents/, /^Rental ends: 03\/28\/2018 to 04\/04\/2018/]);
  page.goBack();
  await rows.nth(0).getByRole('link').click();
  await expect
    .poll(() => api.calls('POST /api/pos/filter').at(-1)?.body)
    .toMatchObject({ isOwn: true, isWaiting: true });
});

test('HOME-06: an accountant who may not resend every order sees who resends them', async () => {
  const { page } = await tilesFor('elena', accounting);
  const rows = group(page, 'Accounting').getByRole('listitem');
  await expect(rows.nth(1)).toHaveText(
    /^1\s*purchase order\s*not accepted by Accounting; the creator or an approver resends$/,
  );
  await expect(rows.nth(2)).toHaveText(/^2\s*invoices\s*not accepted by Accounting$/);
});

test('HOME-06, HOME-10: an accountant sees what is due, failed and to submit', async () => {
  const { page, api } = await tilesFor('sam', accounting);
  const rows = group(page, 'Accounting').getByRole('listitem');
  await expect(rows).toHaveText([
    /^3\s*invoices due this week\s*\$1,200\.00 \+ €50[.,]00$/,
    /^1\s*purchase order\s*not accepted by Accounting$/,
    /^2\s*invoices\s*not accepted by Accounting$/,
    /^1\s*payment\s*not accepted by Accounting$/,
    /^2\s*invoices to submit$/,
  ]);
  await expect(rows.nth(1).getByRole('link')).toHaveAttribute('href', '/po?status=all&failed=yes');
  await expect(rows.nth(3).getByRole('link')).toHaveAttribute('href', '/payment?status=all&failed=yes');
  await rows.nth(4).getByRole('link').click();
  await expect
    .poll(() => api.calls('POST /api/invoices/filter').at(-1)?.body)
    .toMatchObject({ isOwn: true, submissionStatuses: ['Draft'] });
  page.goBack();
  await rows.nth(0).getByRole('link').click();
  await expect
    .poll(() => api.calls('POST /api/invoices/filter').at(-1)?.body.dueDate)
    .toEqual({ startDate: '2018-03-19', endDate: '2018-03-25' });
});

test('HOME-14: a user who changes budgets sees which periods are to close, and opens them', async () => {
  const { page } = await tilesFor('sam', { periods: { count: 2, names: ['Week 11', 'Week 12'] } });
  const rows = group(page, 'Accounting').getByRole('listitem');
  await expect(rows).toHaveText([/^2\s*periods to close\s*Week 11, Week 12$/]);
  await expect(rows.getByRole('link')).toHaveAttribute('href', '/setup/settings/periods');
});

test('HOME-07, HOME-08: a Show Admin sees who is away without cover and which steps are stuck', async () => {
  const { page, api } = await tilesFor('sam', admin);
  const rows = group(page, 'This show').getByRole('listitem');
  await expect(rows).toHaveText([
    /^6\s*purchase orders without cover\s*Priya Raman, away until 04\/04\/2018$/,
    /^4\s*invoices at Line Producer\s*9 working days; usually 2$/,
  ]);
  await rows.nth(0).getByRole('link').click();
  await expect(page).toHaveURL('/po?status=all&notCovered=priya&sort=WAITING_SINCE%2CASC');
  await expect
    .poll(() => api.calls('POST /api/pos/filter').at(-1)?.body)
    .toMatchObject({ notCoveredFor: 'priya', isWaiting: true });
  await expect(page.getByRole('grid', { name: 'Applied filters' })).toContainText(/^Only .+ can decide/);
  page.goBack();
  await rows.nth(1).getByRole('link').click();
  await expect
    .poll(() => api.calls('POST /api/invoices/filter').at(-1)?.body)
    .toMatchObject({
      waitingAt: { workflowTemplateId: 'flow1', step: 'Line Producer' },
      waitingSince: '2018-03-20',
    });
  await expect(page.getByRole('grid', { name: 'Applied filters' })).toContainText('At Line Producer');
});

test('HOME-05, HOME-10: the flagged documents are counted with their reasons, and open in the queue', async () => {
  const order = submittedOrder();
  const flagged: Tiles['flagged'] = [
    {
      docType: 'PO',
      ids: [order.id, 'other'],
      reasons: ['CHANGED_PAYEE', 'OPEN_QUESTION'],
      isPartial: false,
    },
  ];
  const { page, api } = await tilesFor('marcus', { flagged }, { orders: [order] });
  await page.getByRole('link', { name: 'Flagged 2 Changed payee, open question' }).click();
  await expect
    .poll(() => api.calls('POST /api/pos/filter').at(-1)?.body.documentIds)
    .toEqual([order.id, 'other']);
  await expect(page.getByRole('grid', { name: 'Applied filters' })).toContainText('2 documents');
});

test('HOME-11: without anything to tell there is no band', async () => {
  const { page } = await tilesFor('sam', {
    away: [],
    stuck: [],
    failed: 0,
    failedInvoicesAndPayments: [],
    drafts: 0,
  });
  await page.waitForIdle();
  for (const name of ['Your orders and invoices', 'Accounting', 'This show'])
    await expect(group(page, name)).toHaveCount(0);
});

for (const width of [375, 900, 1440])
  test(
    `HOME-11, DEC-80: the band is accessible and does not move the queue at ${width} px`,
    { tags: width === 900 ? ['long'] : [] },
    async () => {
      const order = submittedOrder();
      let release: () => void = () => undefined;
      const { page, api } = await openList('/approvals', {
        as: 'marcus',
        orders: [order],
        width,
        height: 812,
        prepare: ({ localStorage }) => localStorage.setItem('homeTiles', '3'),
        api: (fake, world) => {
          const tiles = { ...noTiles, ...accounting, failedInvoicesAndPayments: [], submitted };
          const firsts = (['OLDEST', 'LARGEST'] as const).map((why) =>
            firstRow({ docType: 'PO', why, id: order.id, vendorName: order.vendor.name }),
          );
          const department = { id: 'd1', name: 'Art', committed: 4000, invoiced: 1200, waiting: 300 };
          const commitments = { currency: 'USD', departments: [department], others: 0 };
          fake.on('GET /api/home', () => ({
            ...homeOf(world.person, world),
            waiting: [waitingRow()],
            firsts,
            commitments,
            tiles,
          }));
          release = fake.hold('GET /api/home');
        },
      });
      await expect(rowOf(page, order)).toBeVisible();
      await expect.poll(() => api.calls('GET /api/home').length).toBeGreaterThan(0);
      await page.waitForIdle();
      const top = async () => (await rowOf(page, order).boundingBox()).y;
      const before = await top();
      release();
      await expect(group(page, 'Accounting').getByRole('listitem')).toHaveCount(3);
      expect(Math.abs((await top()) - before)).toBeLessThan(20);
      if (width === 375) expect(await top()).toBeLessThan(560);
      await expectAccessible(page);
    },
  );

for (const { title, tiles, lines } of [
  { title: 'leaves no gap without tiles', tiles: {}, lines: 0 },
  { title: 'has room for its tiles at once', tiles: accounting, lines: 5 },
])
  test(`HOME-15: at a first visit the queue ${title} and does not move`, async () => {
    const order = submittedOrder();
    let release: () => void = () => undefined;
    const open = async (earlier: string | null) => {
      const app = await openApp('/approvals', {
        as: 'marcus',
        orders: [order],
        width: 375,
        height: 812,
        prepare: ({ localStorage }) => {
          if (earlier !== null) localStorage.setItem('homeTiles', earlier);
        },
        api: (fake, world) => {
          fake.on('GET /api/home', () => ({
            ...homeOf(world.person, world),
            tiles: { ...noTiles, ...tiles },
          }));
          release = fake.hold('GET /api/home');
        },
      });
      const top = async () => (await rowOf(app.page, order).boundingBox()).y;
      return { ...app, top };
    };
    const first = await open(null);
    await expect.poll(() => first.api.calls('GET /api/home').length).toBeGreaterThan(0);
    await expect(rowOf(first.page, order)).toHaveCount(0);
    release();
    await expect(rowOf(first.page, order)).toBeVisible();
    const atFirst = await first.top();
    await first.page.waitForIdle();
    await expect(group(first.page, 'Accounting').getByRole('listitem')).toHaveCount(lines);
    expect(await first.top()).toBe(atFirst);

    const later = await open(String(lines));
    release();
    await expect(rowOf(later.page, order)).toBeVisible();
    await later.page.waitForIdle();
    expect(await later.top()).toBe(atFirst);
  });

test('HOME-13: an empty queue links to another one that is not empty', async () => {
  const { page } = await openList('/approvals', {
    as: 'marcus',
    api: (api) =>
      api.on('GET /api/users/meta', {
        approver: true,
        departments: [],
        awaitingApproval: { po: 0, invoice: 2, payment: 0 },
      }),
  });
  const link = page.getByRole('link', { name: '2 invoices wait for you' });
  await expect(link).toHaveAttribute('href', '/approvals/invoices');
});
