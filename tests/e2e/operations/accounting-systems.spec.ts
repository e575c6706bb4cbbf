import type { PurchaseOrder } from '../../../domain/purchase-orders/purchase-order.ts';
import { entriesOf, refuseNextOrder, relieve } from '../support/data/books.ts';
import { approve, bodyIn } from '../support/data/orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { button, numberOf, openMenu, openReview } from '../support/pages/review.ts';

interface Place {
  show: string;
  license: string;
  department: string;
  creator: string;
  /** The last one approves in the browser. */
  approvers: readonly [string] | readonly [string, string];
}

const velvetmap: Place = {
  show: 'velvetmap',
  license: 'LKT-V5-0455',
  department: 'Costume',
  creator: 'chiara.bellini',
  approvers: ['annelise.vogel'],
};

async function awaitingTheLast(
  creator: Pick<Session, 'api'>,
  others: readonly Pick<Session, 'api'>[],
  place: Place,
): Promise<PurchaseOrder> {
  const { id } = await creator.api.post<PurchaseOrder>(
    '/api/pos',
    await bodyIn(creator.api, place.show, place.department),
  );
  let order = await creator.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  // In turn, as the flow demands.
  for (const other of others) order = await approve(other, order);
  return order;
}

test('AC-01, PO-63, LI-05: a show that is kept in V5 sends its approved PO there, and reads what is left of it', async ({
  as,
  baseURL,
}) => {
  const place = velvetmap;
  const books = { baseURL: baseURL ?? '', license: place.license, system: 'V5' } as const;
  const { show } = place;
  const creator = await as(place.creator, { show });
  const approvers = await Promise.all(place.approvers.map((name) => as(name, { show })));
  const last = approvers.at(-1) ?? creator;
  const order = await awaitingTheLast(creator, approvers.slice(0, -1), place);

  await openReview(last.page, order, 'approver');
  await button(last.page, 'Approve').click();
  await expect(last.page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
  const { page } = creator;
  await openReview(page, order, 'creator');
  await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
  const [entry] = await entriesOf(books, order);
  expect(entry).toMatchObject({ kind: 'PO_PUSH', totalCents: 30_000 });
  expect(JSON.stringify(entry?.body)).toContain('"line_amt":"300.00"');

  // Nothing has been used up: the amount says it all.
  const line = page.getByRole('table', { name: 'Line items' }).getByRole('row').nth(1);
  await expect(line).toContainText('€300,00');
  await expect(line).not.toContainText('Remaining');
  await relieve(books, order, 12_050);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Accounting' }).click();
  await expect(page.getByText(`PO #${numberOf(order)} updated from Accounting.`)).toBeVisible();
  await expect(line).toContainText('Remaining €179,50');
});

test('AC-04, AC-06, AP-26, DEC-03: what accounting says of a document that it refuses is read by who sent it, word by word', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const books = { baseURL: baseURL ?? '', license: 'LKT-SA-0312', system: 'SA' } as const;
  const [creator, first, second] = await Promise.all([
    as('imogen.hartley', { show: 'harbour9' }),
    apiOf('beatrix.pemberton', 'harbour9'),
    apiOf('callum.fraser', 'harbour9'),
  ]);
  const producer = await as('alistair.crowe', { show: 'harbour9' });
  const place: Place = {
    show: 'harbour9',
    license: books.license,
    department: 'Costume',
    creator: 'imogen.hartley',
    approvers: ['alistair.crowe'],
  };
  const order = await awaitingTheLast(creator, [first, second], place);
  await refuseNextOrder(books, 'Period 11 is closed until Monday.');
  await openReview(producer.page, order, 'approver');
  const refused = producer.page.waitForResponse((answer) => answer.url().includes('/workflows/approval'));
  await button(producer.page, 'Approve').click();
  const answer = await refused;
  expect([answer.status(), await answer.json()]).toMatchObject([
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
  await refuseNextOrder(books, 'Vendor 4711 is on hold: call the payables desk.');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Vendor 4711 is on hold: call the payables desk\./);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  await expect(page.getByText(`PO #${numberOf(order)} sent to Accounting.`)).toBeVisible();
  await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
  await expect(await failed()).toHaveCount(0);
});
