import type { AccountField } from '../../domain/chart-of-accounts.ts';
import { codeOf, codesText } from '../../domain/line-codes.ts';
import type { PurchaseOrder, PurchaseOrderList } from '../../domain/purchase-order.ts';
import { chartIsHere, lineTable } from './support/line-table.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/product.ts';
import { openReview } from './support/review.ts';

const show = 'lowgravity';

/** The orders of the demo show with a line whose episode is not, or not only, among its codes. */
async function ordersWithOwnEpisodes(api: Person): Promise<PurchaseOrder[]> {
  const path = `/api/pos/filter/?showId=${show}&persona=CREATOR&page=1&count=200`;
  const { poS } = await api.post<PurchaseOrderList>(path, {});
  const orders = await Promise.all(poS.map(({ id }) => api.get<PurchaseOrder>(`/api/pos/${id}`)));
  return orders.filter(({ lineItems }) =>
    lineItems.some(({ coding, episode }) => episode !== '' && coding['EPISODE'] !== episode),
  );
}

test('LI-01, DEC-52: review and form of the demo orders show the codes that the API has', async ({ as }) => {
  const { page, api } = await as('theodore', { show });
  const fields = await api.get<AccountField[]>(
    `/api/coa/LKT-GV-0519?includeAccountParts=true&showId=${show}`,
  );
  const orders = await ordersWithOwnEpisodes(api);
  const { true: drafts = [] } = Object.groupBy(orders, ({ status }) => String(status === 'DRAFT'));
  expect(orders.length).toBeGreaterThan(drafts.length);
  expect(drafts.length).toBeGreaterThan(1);
  for (const order of orders) {
    await openReview(page, order, 'creator');
    const rows = page.getByRole('table', { name: 'Line items' }).locator('tbody > tr');
    await expect(rows).toHaveCount(order.lineItems.length);
    for (const [index, line] of order.lineItems.entries()) {
      const { coding, episode } = line;
      await expect(rows.nth(index)).toContainText(`Episode ${coding['EPISODE'] ?? episode}`);
      await expect(rows.nth(index)).toContainText(codesText(line, fields));
    }
  }
  for (const { id, lineItems } of drafts) {
    await page.goto(`/po/edit/${id}`);
    await chartIsHere(page);
    const lines = lineTable(page);
    for (const line of lineItems)
      for (const { config_type: type } of fields)
        await expect(lines.cell(line.lineNumber, `coding.${type}`)).toHaveText(codeOf(line, type));
  }
});
