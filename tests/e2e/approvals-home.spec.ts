import type { Home } from '../../functions/verbs/view-home.ts';
import { openList, rowOf } from './support/lists.ts';
import { approve, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

const today = /^(\d+)\s*Today/;

test('DEC-100, SH-17: what waits stands by age over the queue, and follows what happens', async ({
  as,
  apiOf,
}) => {
  const dana = await apiOf('dana');
  const marcus = await as('marcus');
  const { page } = marcus;
  await submitted(dana);
  await openList(page, '/approvals');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const newest = waiting.getByRole('listitem').filter({ hasText: 'Today' });
  await expect(newest).toHaveText(today);
  // What nothing waits for is not drawn.
  const shown = async () => {
    const [text = ''] = await newest.allInnerTexts();
    return Number(today.exec(text.replaceAll('\n', ' ').trim())?.[1] ?? 0);
  };
  // Others work in the same show: the page is held against what the server counts at that moment.
  const stored = async () => {
    const { waiting: rows } = await marcus.api.get<Home>('/api/home?showId=nlite');
    const young = rows.filter(({ docType, age }) => docType === 'PO' && age === 'DAY');
    return young.reduce((sum, row) => sum + row.count, 0);
  };
  const agrees = async () => (await shown()) - (await stored());
  await expect.poll(agrees).toBe(0);
  const order = await submitted(dana);
  expect(await stored()).toBeGreaterThan(0);
  await expect.poll(agrees).toBe(0);
  await approve(marcus, order);
  await expect.poll(agrees).toBe(0);
});

test('SH-17: the queue is read while what stands above it is still on its way, and stays where it is', async ({
  as,
}) => {
  const { page } = await as('priya');
  let held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/home?*', async (route) => {
    asked += 1;
    await held.promise;
    await route.continue();
  });
  // Rows that are filled, or cards; and how far the head may be off, which reckons with the names of three departments.
  const filled = { hasText: /\d\.\d\d/ };
  const cards = page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem');
  const first = page.getByRole('row').filter(filled).or(cards.filter(filled)).first();
  const top = async () => (await first.boundingBox())?.y ?? 0;
  for (const width of [375, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    held = Promise.withResolvers();
    asked = 0;
    await openList(page, '/approvals');
    await expect(first).toBeVisible();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await settled(page);
    const before = await top();
    held.resolve();
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
    expect(Math.abs((await top()) - before)).toBeLessThan(20);
  }
});

test('SH-17: the oldest and the largest of what waits are one press away, as the server names them', async ({
  as,
}) => {
  const { page, api } = await as('inez.calloway');
  const { firsts } = await api.get<Home>('/api/home?showId=nlite');
  const oldest = firsts.find(({ docType, why }) => docType === 'INVOICE' && why === 'OLDEST');
  if (!oldest) throw new Error('Nothing waits');
  await openList(page, '/approvals/invoices', 'INVOICE');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting.getByRole('link', { name: /^Largest .+ \$[\d,.]+ (today|\d+ days?)$/ })).toBeVisible();
  await waiting.getByRole('link', { name: `Oldest ${oldest.vendorName}` }).click();
  await expect(page).toHaveURL(`/invoice/review/${oldest.id}/approver`);
  // Whoever arrives by a press begins at the title.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('PE-17: commitments by department say how much of them was invoiced, to one who sees the orders', async ({
  as,
}) => {
  const { page } = await as('sam');
  await openList(page, '/approvals');
  const commitments = page.getByRole('region', { name: /^Commitments by department/ });
  await expect(commitments.getByRole('listitem').first()).toContainText(/\$[\d,.]+ invoiced of \$[\d,.]+/);
});

test('PE-17: each figure of a department says what it is, alike to who approves and who raises', async ({
  as,
  apiOf,
}) => {
  await submitted(await apiOf('dana'));
  const figures = async (who: string) => {
    const { page } = await as(who, { viewport: { width: 1440, height: 900 } });
    await openList(page, '/approvals');
    const commitments = page.getByRole('region', { name: /^Commitments by department/ });
    const department = commitments.getByRole('listitem').filter({ hasText: 'Set Decoration' });
    return (await department.innerText()).replaceAll('\n', ' ');
  };
  await expect.poll(() => figures('marcus')).toMatch(/\$[\d,.]+ committed\s+\$[\d,.]+ waiting for you/);
  const dana = await figures('dana');
  expect(dana).toMatch(/\$[\d,.]+ committed/);
  expect(dana).not.toContain('waiting');
});

test('SH-18: on a phone the queue has lost the card of a decision before it is read again', async ({
  as,
  apiOf,
}) => {
  const order = await submitted(await apiOf('dana'));
  const { page } = await as('marcus', { viewport: { width: 375, height: 812 }, hasTouch: true });
  await openList(page, '/approvals');
  await page.evaluate(() => localStorage.setItem('showNextApprovalItem', 'false'));
  await page.reload();
  const card = rowOf(page, order);
  await expect(card).toBeVisible();
  const head = page.getByRole('tabpanel').getByText(/^\d+ waiting for you$/);
  const waiting = Number.parseInt(await head.innerText(), 10);
  await card.getByRole('link').tap();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/pos\/filter/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Approve' }).tap();
  await expect(page).toHaveURL('/approvals/purchase-orders');
  await expect(page.getByRole('list', { name: 'Purchase orders' })).toBeVisible();
  await expect(card).toBeHidden();
  // Nothing was read since: the count is that of the cards which are left.
  await expect(head).toHaveText(`${waiting - 1} waiting for you`);
  held.resolve();
});

test('SH-17: the departments that have no room at first are one press away', async ({ as }) => {
  const { page } = await as('sam');
  await openList(page, '/approvals');
  const commitments = page.getByRole('region', { name: /^Commitments by department/ });
  const departments = commitments.getByRole('listitem');
  const more = commitments.getByRole('button', { name: /^Show \d+ more$/ });
  const others = Number(/\d+/.exec(await more.innerText())?.[0]);
  const before = await departments.count();
  await more.click();
  await expect(departments).toHaveCount(before + others);
  await commitments.getByRole('button', { name: 'Show fewer' }).click();
  await expect(departments).toHaveCount(before);
});
