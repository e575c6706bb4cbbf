import type { PurchaseOrder } from '../../../domain/purchase-orders/purchase-order.ts';
import { boxOf, panelOf, selectAll } from '../support/pages/bulk.ts';
import { journeyOn } from '../support/pages/journey.ts';
import { bodyIn } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { cashier, statusesOf, waitingPayments } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { button, numberOf, beenInView } from '../support/pages/review.ts';

const documents = 10;

/** Ten that wait for the head of Costume, in whose queue no other test raises anything. */
async function tenWaiting({ api }: Pick<Session, 'api'>): Promise<PurchaseOrder[]> {
  const orders: PurchaseOrder[] = [];
  for (let n = 0; n < documents; n += 1) {
    const { id } = await api.post<PurchaseOrder>('/api/pos', await bodyIn(api, showId, 'Costume'));
    orders.push(await api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`));
  }
  // In the order of the queue (DEC-30).
  return orders.toReversed();
}

function leftText(count: number): string {
  return count === 0 ? 'The last one waiting for you' : `${count} more waiting for you`;
}

function noteEffort(effort: object): void {
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(effort) });
}

test('AP-07, DEC-30, DEC-80: the next ten are approved from the keyboard, each read before it opens', async ({
  as,
  apiOf,
}) => {
  const [luis, bridget] = await Promise.all([apiOf('luis.ferrante'), as('bridget.orourke')]);
  const orders = await tenWaiting(luis);
  const { awaitingApproval } = await bridget.api.get<{ awaitingApproval: { po: number } }>(
    `/api/users/meta?show=${showId}&st=0`,
  );
  const { page } = bridget;
  await page.goto('/approvals');
  await expect(page.getByRole('row').filter({ hasText: orders[0]?.description ?? '' })).toBeVisible();
  const journey = journeyOn(page);
  journey.step();
  await journey.press('j');
  await journey.press('Enter');
  for (const [n, order] of orders.entries()) {
    await journey.sees(page.getByRole('heading', { name: `Purchase Order ${numberOf(order)}` }));
    const next = orders[n + 1];
    // What comes after this decision is here before it is made.
    if (next && n === 0) {
      const read = new RegExp(`/api/pos/${next.id}\\?`);
      const asked = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      await expect.poll(async () => (await asked()).some((name) => read.test(name))).toBe(true);
    }
    // How many there still are after this one, none of them raised by anybody else.
    await expect(page.getByRole('region', { name: 'Approval actions' })).toContainText(
      leftText(awaitingApproval.po - n - 1),
    );
    await beenInView(page);
    journey.step();
    await journey.press('ControlOrMeta+Enter');
    await expect(
      page.getByRole('status').filter({ hasText: `PO #${numberOf(order)} approved.` }),
    ).toBeVisible();
    // Whoever hears the page begins at the title of what opened.
    if (next) await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  noteEffort(journey.effort);
  expect(journey.effort.clicks).toBe(0);
  expect(journey.effort.keys).toBeLessThanOrEqual(2 + 2 * documents);
  for (const { id } of orders) {
    expect(await luis.api.get<PurchaseOrder>(`/api/pos/${id}`)).toMatchObject({
      status: 'APPROVED_BY_DEPARTMENT_APPROVER',
    });
  }
});

test('AP-14, AP-22, DEC-80: a revision is asked for in two keys and its reason', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { id } = await dana.api.post<PurchaseOrder>(
    '/api/pos',
    await bodyIn(dana.api, showId, 'Set Decoration'),
  );
  const order = await dana.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  const { page } = marcus;
  await page.goto(`/po/review/${order.id}/approver`);
  await expect(button(page, 'Revise')).toBeEnabled();
  const journey = journeyOn(page);
  const reason = 'Rent it';
  journey.step();
  await journey.press('r');
  await journey.focuses(page.getByRole('textbox', { name: 'Reason' }));
  // Letters are letters where somebody writes.
  await journey.type(reason);
  await journey.press('ControlOrMeta+Enter');
  await journey.sees(page.getByText(`Revision requested for PO #${numberOf(order)}.`));
  noteEffort(journey.effort);
  expect(journey.effort.clicks).toBe(0);
  expect(journey.effort.keys).toBeLessThanOrEqual(1 + reason.length + 2);
  const sent = await dana.api.get<PurchaseOrder>(`/api/pos/${id}`);
  expect(sent.submissionStatus).toBe('Needs revision');
  expect(sent.notes.map(({ content }) => content)).toContain(reason);
});

test('BK-02, BK-12, LS-27: the payments of this month are approved in 5 clicks', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const { prefix, payments } = await waitingPayments(place, {
    count: 4,
    createdAt: new Date().toISOString(),
  });
  const { page } = await as('priya');
  await page.goto(`/approvals/payments?number=${prefix}`);
  await boxOf(page, { number: prefix }).first().waitFor();
  const journey = journeyOn(page);
  journey.step();
  await journey.click(page.getByRole('button', { name: /^Filters/ }));
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await journey.click(filters.getByRole('button', { name: 'This month' }));
  await journey.click(filters.getByRole('button', { name: 'Apply' }));
  journey.step();
  await journey.click(selectAll(page).locator('xpath=ancestor::label'));
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('4 of 4 selected');
  await journey.click(
    page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' }),
  );
  await journey.sees(panelOf(page));
  await expect(page.getByText('4 payments approved.')).toBeVisible();
  noteEffort(journey.effort);
  expect(journey.effort.clicks).toBeLessThanOrEqual(5);
  expect(journey.effort.keys).toBe(0);
  expect(await statusesOf(place, payments)).not.toContain('SUBMITTED_FOR_APPROVAL');
});
