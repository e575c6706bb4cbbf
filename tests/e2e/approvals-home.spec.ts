import type { Home } from '../../functions/verbs/view-home.ts';
import { openList } from './support/lists.ts';
import { approve, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

const today = /^(\d+)\s*Today/;

test('DEC-100, SH-17: what waits stands by age over the queue, and follows what happens', async ({ as }) => {
  const dana = await as('dana');
  const marcus = await as('marcus');
  const { page } = marcus;
  await submitted(dana);
  await openList(page, '/approvals');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const newest = waiting.getByRole('listitem').filter({ hasText: 'Today' });
  await expect(newest).toHaveText(today);
  await expect(waiting.getByRole('listitem')).toHaveCount(4);
  const shown = async () => Number(today.exec((await newest.innerText()).replaceAll('\n', ' '))?.[1]);
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

test('PE-17: commitments by department say how much of them was invoiced, to one who sees the orders', async ({
  as,
}) => {
  const { page } = await as('sam');
  await openList(page, '/approvals');
  const commitments = page.getByRole('region', { name: /^Commitments by department/ });
  await expect(commitments.getByRole('listitem').first()).toContainText(/\$[\d,.]+ invoiced of \$[\d,.]+/);
});
