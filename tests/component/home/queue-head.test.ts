import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { firstRow, homeOf, waitingRow } from '../support/fixtures/home.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { person } from '../support/fixtures/people.ts';
import { approveOrderAsHead, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

type Commitments = NonNullable<ReturnType<typeof homeOf>['commitments']>;
type Department = Commitments['departments'][number];

const department = (name: string, over: Partial<Department> = {}): Department => ({
  id: name,
  name,
  committed: 4000,
  invoiced: 1200,
  waiting: 0,
  ...over,
});

/** Returns commitments of `count` departments, the first with a waiting order. */
const commitments = (count: number): Commitments => ({
  currency: 'USD',
  departments: Array.from({ length: count }, (_, at) =>
    department(`Department ${at + 1}`, at === 0 ? { waiting: 300 } : {}),
  ),
  others: 0,
});

const emptyHome = homeOf(person('dana'), { orders: [], invoices: [], payments: [] });
const waitingIn = (page: Page) => page.getByRole('region', { name: 'Waiting for you, in working days' });
const commitmentsIn = (page: Page) => page.getByRole('region', { name: /^Commitments by department/ });

test('SH-17, DEC-100: waiting documents are counted by age above the queue and update live', async () => {
  const [first, second, third] = [submittedOrder(), submittedOrder(), submittedOrder()];
  const { page, world, channel } = await openList('/approvals', {
    as: 'marcus',
    orders: [first, second],
  });
  const ages = waitingIn(page).getByRole('listitem');
  // Ages without waiting documents are not shown.
  await expect(ages).toHaveText([/^2\s*Today/]);
  await channel.whenOpen();
  world.orders = [first, second, third];
  channel.push('document_changed', { docType: 'PO', ...third });
  await expect(ages).toHaveText([/^3\s*Today/]);
  const decided = approveOrderAsHead(first);
  world.orders = [decided, second, third];
  channel.push('document_changed', { docType: 'PO', ...decided });
  await expect(ages).toHaveText([/^2\s*Today/]);
});

test('SH-17: ages are listed from the longest to the shortest', async () => {
  const { page } = await openList('/approvals', {
    as: 'marcus',
    orders: [submittedOrder()],
    api: (api) =>
      api.on('GET /api/home', {
        ...emptyHome,
        waiting: [waitingRow(), waitingRow({ age: 'LONGER', count: 2 }), waitingRow({ age: 'WEEK' })],
      }),
  });
  await expect(waitingIn(page).getByRole('listitem')).toHaveText([
    /^2\s*Over 5 days/,
    /^1\s*4–5 days/,
    /^1\s*Today/,
  ]);
});

for (const width of [375, 900, 1440])
  test(
    `SH-17: the queue is shown before the content above it loads, and does not move, at ${width} px`,
    { tags: width === 900 ? ['long'] : [] },
    async () => {
      const order = submittedOrder();
      let release: () => void = () => undefined;
      const { page, api } = await openList('/approvals', {
        as: 'priya',
        orders: [approveOrderAsHead(order)],
        width,
        // At a first visit it waits for them (HOME-15).
        prepare: ({ localStorage }) => localStorage.setItem('homeTiles', '0'),
        api: (fake, world) => {
          const { id, vendor } = order;
          const firsts = (['OLDEST', 'LARGEST'] as const).map((why) =>
            firstRow({ docType: 'PO', why, id, vendorName: vendor.name }),
          );
          const sentBack = { docType: 'PO', id, number: '00001', vendorName: vendor.name } as const;
          fake.on('GET /api/home', () => ({
            ...homeOf(world.person, world),
            firsts,
            revisions: [{ ...sentBack, currency: 'USD', totalCost: 300 }],
            commitments: commitments(3),
          }));
          fake.on('GET /api/users/meta', {
            approver: true,
            departments: [],
            awaitingApproval: { po: 1, invoice: 0, payment: 0 },
            toRevise: { po: 1, invoice: 0 },
          });
          release = fake.hold('GET /api/home');
        },
      });
      const top = async () => (await rowOf(page, order).boundingBox()).y;
      await expect(rowOf(page, order)).toBeVisible();
      await expect.poll(() => api.calls('GET /api/home').length).toBeGreaterThan(0);
      await page.waitForIdle();
      const previousTop = await top();
      release();
      await expect(waitingIn(page)).toBeVisible();
      expect(Math.abs((await top()) - previousTop)).toBeLessThan(20);
    },
  );

test('SH-17: the oldest and the largest waiting document are linked above the queue', async () => {
  const invoice = submittedInvoice();
  const first = { docType: 'INVOICE', id: invoice.id, vendorName: invoice.vendorName } as const;
  const { page } = await openList('/approvals/invoices', {
    as: 'marcus',
    invoices: [invoice],
    api: (api, world) =>
      api.on('GET /api/home', () => ({
        ...homeOf(world.person, world),
        firsts: [firstRow({ ...first, why: 'OLDEST', days: 3 }), firstRow({ ...first, why: 'LARGEST' })],
      })),
  });
  const waiting = waitingIn(page);
  await expect(
    waiting.getByRole('link', { name: `Largest ${invoice.vendorName} $300.00 today` }),
  ).toBeVisible();
  await waiting.getByRole('link', { name: `Oldest ${invoice.vendorName} $300.00 3 working days` }).click();
  await expect(page).toHaveURL(`/invoice/review/${invoice.id}/approver`);
  // The focus starts at the title.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('PE-17: each amount of a department has a label', async () => {
  const { page } = await openList('/approvals', {
    as: 'sam',
    api: (api) => api.on('GET /api/home', { ...emptyHome, commitments: commitments(2) }),
  });
  const departments = commitmentsIn(page).getByRole('listitem');
  await expect(departments.first()).toContainText('$4,000.00 committed');
  await expect(departments.first()).toContainText('committed$300.00 waiting for you');
  await expect(departments.first()).toContainText('$300.00 waiting for you, $1,200.00 invoiced of $4,000.00');
  await expect(departments.last()).toContainText('$4,000.00 committed');
  await expect(departments.last()).toContainText('$1,200.00 invoiced of $4,000.00');
  await expect(departments.last()).not.toContainText('waiting');
});

test('SH-17: Show more lists the departments that are hidden at first', async () => {
  const { page } = await openList('/approvals', {
    as: 'sam',
    api: (api) => api.on('GET /api/home', { ...emptyHome, commitments: commitments(9) }),
  });
  const departments = commitmentsIn(page).getByRole('listitem');
  await expect(departments).toHaveCount(6);
  await commitmentsIn(page).getByRole('button', { name: 'Show 3 more' }).click();
  await expect(departments).toHaveCount(9);
  await commitmentsIn(page).getByRole('button', { name: 'Show fewer' }).click();
  await expect(departments).toHaveCount(6);
});

test('SH-17: beside what waits there is room for three departments', async () => {
  const { page } = await openList('/approvals', {
    as: 'marcus',
    orders: [submittedOrder()],
    api: (api) =>
      api.on('GET /api/home', { ...emptyHome, waiting: [waitingRow()], commitments: commitments(9) }),
  });
  await expect(commitmentsIn(page).getByRole('listitem')).toHaveCount(3);
  await expect(commitmentsIn(page).getByRole('button', { name: 'Show 6 more' })).toBeVisible();
});

test('SH-18: on a phone the queue has lost the card of a decision before it is read again', async () => {
  const [order, other] = [submittedOrder(), submittedOrder()];
  const { page, api, world } = await openApp('/approvals', {
    as: 'marcus',
    orders: [order, other],
    width: 375,
    height: 812,
    prepare: ({ localStorage }) => localStorage.setItem('showNextApprovalItem', 'false'),
  });
  api.on('POST /api/workflows/approval', () => {
    const decided = approveOrderAsHead(order);
    world.orders = [decided, other];
    const { id: docId, status, submissionStatus } = decided;
    return { docId, docType: 'PO' as const, status, submissionStatus, nextId: null };
  });
  const head = page.getByRole('tabpanel').getByText(/^\d+ waiting for you$/);
  await expect(head).toHaveText('2 waiting for you');
  await rowOf(page, order).getByRole('link').click();
  const approve = page.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  const release = api.hold('POST /api/pos/filter');
  await approve.click();
  await expect(page).toHaveURL('/approvals/purchase-orders');
  await expect(page.getByRole('list', { name: 'Purchase orders' })).toBeVisible();
  await expect(rowOf(page, order)).toBeHidden();
  await expect(head).toHaveText('1 waiting for you');
  release();
});
