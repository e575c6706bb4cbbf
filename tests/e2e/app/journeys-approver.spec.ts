import { boxOf, panelOf, selectAll } from '../support/pages/bulk.ts';
import { journeyOn } from '../support/pages/journey.ts';
import { orderBodyIn } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { openPaymentShow, statusesOf, createSubmittedPayments } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { button, numberOf, waitForActions } from '../support/pages/review.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const documentCount = 10;

/** Submits ten orders to the head of Costume, whose queue no other test uses. Returns them in queue order (DEC-30). */
async function submitTen({ api }: Pick<Session, 'api'>): Promise<PurchaseOrder[]> {
  const orders: PurchaseOrder[] = [];
  for (let n = 0; n < documentCount; n += 1) {
    const { id } = await api.post<PurchaseOrder>('/api/pos', await orderBodyIn(api, showId, 'Costume'));
    orders.push(await api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`));
  }
  return orders.toReversed();
}

function remainingText(count: number): string {
  return count === 0 ? 'The last one waiting for you' : `${count} more waiting for you`;
}

function noteEffort(effort: object): void {
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(effort) });
}

test('AP-07, DEC-30, DEC-80: ten orders in a row are approved by keyboard, the next one prefetched', async ({
  as,
  apiOf,
}) => {
  const [luis, bridget] = await Promise.all([apiOf('luis.ferrante'), as('bridget.orourke')]);
  const orders = await submitTen(luis);
  const { awaitingApproval } = await bridget.api.get<{ awaitingApproval: { po: number } }>(
    `/api/users/meta?show=${showId}&st=0`,
  );
  const { page } = bridget;
  const { user } = await bridget.api.get<{ user: { id: string } }>('/api/sessions/login-context');
  // The newest first, as the user chose before (WAIT-09).
  await page.goto('/faq.html');
  await page.evaluate(
    (userId) =>
      localStorage.setItem('queueSort', JSON.stringify({ userId, sorts: { PO: 'PO_NUMBER,DESC' } })),
    user.id,
  );
  await page.goto('/approvals');
  await expect(page.getByRole('row').filter({ hasText: orders[0]?.description ?? '' })).toBeVisible();
  const journey = journeyOn(page);
  journey.step();
  await journey.press('j');
  await journey.press('Enter');
  for (const [n, order] of orders.entries()) {
    await journey.sees(page.getByRole('heading', { name: `Purchase Order ${numberOf(order)}` }));
    const next = orders[n + 1];
    // The next document is prefetched before the decision.
    if (next && n === 0) {
      const read = new RegExp(`/api/pos/${next.id}\\?`);
      const requests = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      await expect.poll(async () => (await requests()).some((name) => read.test(name))).toBe(true);
    }
    // No other test adds to this queue.
    await expect(page.getByRole('region', { name: 'Approval actions' })).toContainText(
      remainingText(awaitingApproval.po - n - 1),
    );
    await waitForActions(page);
    journey.step();
    await journey.press('ControlOrMeta+Enter');
    await expect(
      page.getByRole('status').filter({ hasText: `PO #${numberOf(order)} approved.` }),
    ).toBeVisible();
    // A screen reader starts at the title of the opened document.
    if (next) await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  noteEffort(journey.effort);
  expect(journey.effort.clicks).toBe(0);
  expect(journey.effort.keys).toBeLessThanOrEqual(2 + 2 * documentCount);
  for (const { id } of orders) {
    expect(await luis.api.get<PurchaseOrder>(`/api/pos/${id}`)).toMatchObject({
      status: 'APPROVED_BY_DEPARTMENT_APPROVER',
    });
  }
});

test('AP-14, AP-22, DEC-80: requesting a revision takes two key presses and the reason', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { id } = await dana.api.post<PurchaseOrder>(
    '/api/pos',
    await orderBodyIn(dana.api, showId, 'Set Decoration'),
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
  // Letters typed into a field are no shortcuts.
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

test('BK-02, BK-12, LS-27: approving the payments of this month takes 5 clicks', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const paymentShow = await openPaymentShow(apiOf, baseURL, 'nlite');
  const { prefix, payments } = await createSubmittedPayments(paymentShow, {
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
  expect(await statusesOf(paymentShow, payments)).not.toContain('SUBMITTED_FOR_APPROVAL');
});
