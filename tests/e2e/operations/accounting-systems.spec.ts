import { ledgerEntriesOf, refuseNextOrder, relieve } from '../support/data/accounting.ts';
import { approve, orderBodyIn } from '../support/data/orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { button, numberOf, openMenu, openReview } from '../support/pages/review.ts';
import type { AccountingBudgetCheck } from '#domain/budget/import/accounting-budget';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

interface ShowFixture {
  show: string;
  license: string;
  department: string;
  creator: string;
  /** The last approver uses the browser. */
  approvers: readonly [string] | readonly [string, string];
}

const velvetmap: ShowFixture = {
  show: 'velvetmap',
  license: 'LKT-V5-0455',
  department: 'Costume',
  creator: 'chiara.bellini',
  approvers: ['annelise.vogel'],
};

async function submitToLastApprover(
  creator: Pick<Session, 'api'>,
  approvers: readonly Pick<Session, 'api'>[],
  fixture: ShowFixture,
): Promise<PurchaseOrder> {
  const { id } = await creator.api.post<PurchaseOrder>(
    '/api/pos',
    await orderBodyIn(creator.api, fixture.show, fixture.department),
  );
  let order = await creator.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  // Sequential, in the order of the flow.
  for (const approver of approvers) order = await approve(approver, order);
  return order;
}

test('AC-01, PO-63, LI-05: a V5 show sends its approved PO to accounting and reads its remaining amounts', async ({
  as,
  baseURL,
}) => {
  const books = { baseURL: baseURL ?? '', license: velvetmap.license, system: 'V5' } as const;
  const { show } = velvetmap;
  const creator = await as(velvetmap.creator, { show });
  const approvers = await Promise.all(velvetmap.approvers.map((name) => as(name, { show })));
  const last = approvers.at(-1) ?? creator;
  const order = await submitToLastApprover(creator, approvers.slice(0, -1), velvetmap);

  await openReview(last.page, order, 'approver');
  await button(last.page, 'Approve').click();
  await expect(last.page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
  const { page } = creator;
  await openReview(page, order, 'creator');
  await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
  const [entry] = await ledgerEntriesOf(books, order);
  expect(entry).toMatchObject({ kind: 'PO_PUSH', totalCents: 30_000 });
  expect(JSON.stringify(entry?.body)).toContain('"line_amt":"300.00"');

  // Nothing is relieved yet, so the line shows no remaining amount.
  const line = page.getByRole('table', { name: 'Line items' }).getByRole('row').nth(1);
  await expect(line).toContainText('€300,00');
  await expect(line).not.toContainText('Remaining');
  await relieve(books, order, 12_050);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Accounting' }).click();
  await expect(page.getByText(`PO #${numberOf(order)} updated from Accounting.`)).toBeVisible();
  await expect(line).toContainText('Remaining €179,50');
});

test(
  'AC-04, AC-06, AP-26, DEC-03: the user who sends a document to accounting sees the error message word for word',
  { tag: '@long' },
  async ({ as, apiOf, baseURL }) => {
    const books = { baseURL: baseURL ?? '', license: 'LKT-SA-0312', system: 'SA' } as const;
    const [creator, first, second] = await Promise.all([
      as('imogen.hartley', { show: 'harbour9' }),
      apiOf('beatrix.pemberton', 'harbour9'),
      apiOf('callum.fraser', 'harbour9'),
    ]);
    const producer = await as('alistair.crowe', { show: 'harbour9' });
    const harbour9: ShowFixture = {
      show: 'harbour9',
      license: books.license,
      department: 'Costume',
      creator: 'imogen.hartley',
      approvers: ['alistair.crowe'],
    };
    const order = await submitToLastApprover(creator, [first, second], harbour9);
    await refuseNextOrder(books, 'Period 11 is closed until Monday.');
    await openReview(producer.page, order, 'approver');
    const refused = producer.page.waitForResponse((response) =>
      response.url().includes('/workflows/approval'),
    );
    await button(producer.page, 'Approve').click();
    const response = await refused;
    expect([response.status(), await response.json()]).toMatchObject([
      424,
      { code: 'accounting_interface_error', message: 'Period 11 is closed until Monday.', approved: true },
    ]);
    await expect(
      producer.page.getByText(
        `PO #${numberOf(order)} was approved, but the accounting system returned an error.`,
      ),
    ).toBeVisible();

    const { page } = creator;
    const failed = async () => {
      await openList(page, '/po?status=approved&failed=yes');
      return rowOf(page, order);
    };
    await expect(await failed()).toBeVisible();
    await openReview(page, order, 'creator');
    await expect(page.getByText('Failed to send to Accounting', { exact: true })).toBeVisible();
    await refuseNextOrder(books, 'Vendor 4711 is on hold: call Accounts Payable.');
    await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
    await expect(page.getByRole('alert')).toHaveText(/Vendor 4711 is on hold: call Accounts Payable\./);
    await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
    await expect(page.getByText(`PO #${numberOf(order)} sent to Accounting.`)).toBeVisible();
    await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
    await expect(await failed()).toHaveCount(0);
  },
);

test('BUD-45: the budget of a show is read from each system and compared with the working one', async ({
  apiOf,
}) => {
  const { api } = await apiOf('theodore');
  const budgetOf = async (show: string) =>
    (await api.post<AccountingBudgetCheck>(`/api/budgets/accounting/check?showId=${show}`, {})).budget;
  for (const show of ['velvetmap', 'lowgravity'])
    expect(await budgetOf(show), show).toMatchObject({ name: 'Working budget', faults: [], unknown: [] });
  const northernLights = await budgetOf('nlite');
  expect(northernLights?.comparedWith?.name).toBe('Locked script budget');
  expect(northernLights?.fringes).toBeGreaterThan(0);
  const changes = northernLights?.differences.map(({ before, after }) => (after ?? 0) - (before ?? 0));
  // Three accounts were revised in accounting; the transfer and the overage are in Backlot only.
  expect(changes?.toSorted((a, b) => a - b)).toEqual([-30_000, -18_000, 12_000, 12_000, 12_000, 30_000]);
});
