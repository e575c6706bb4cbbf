import { paymentTypes } from '../../domain/payment.ts';
import { ask } from './support/books.ts';
import { decideOn } from './support/decisions.ts';
import { chooseStatus, listCalls, openList, rowOf } from './support/lists.ts';
import { cashier, importedPayments, madeOutPayments, waitingPayments } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { holdTime } from './support/quiet.ts';

const grid = { name: 'Payments' };
/** A show whose payments two people approve, each on his own, up to 20,000 and above. */
const show = 'harbour9';

test('SH-62, LS-05, PA-06, PA-07: the columns of the payment list, its sorts and the codes of its methods', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const made = await Promise.all(
    paymentTypes.map((paymentType) => importedPayments(place, { count: 1, paymentType })),
  );
  const { page } = await as('theodore', { show });
  const calls = listCalls(page, 'PAYMENT');
  const invoiceCalls = listCalls(page, 'INVOICE');
  await openList(page, '/payment', 'PAYMENT');
  await expect(page).toHaveTitle('Payments · Backlot');
  expect(calls[0]).toMatchObject({ page: 1, count: 50, persona: 'CREATOR', sort: 'PAYMENT_NUMBER,DESC' });
  for (const [at, type] of paymentTypes.entries()) {
    const payment = made[at]?.payments[0];
    await expect(
      rowOf(page, { number: payment?.number ?? '' }).getByText(type, { exact: true }),
    ).toBeVisible();
  }
  const heads = page.getByRole('grid', grid).getByRole('columnheader');
  await expect(heads).toHaveText([
    'Payment #',
    'Date',
    'Vendor Name',
    'Payment Type',
    'Bank Name',
    'Total',
    'Status',
    'Attachment',
  ]);
  await expect(heads.first()).toHaveAttribute('aria-sort', 'descending');
  const sorts = ['PAYMENT_NUMBER', 'DATE', 'VENDOR_NAME', 'PAYMENT_TYPE', 'BANK_NAME', 'TOTAL', 'STATUS'];
  for (const [at, type] of sorts.entries()) {
    await heads.nth(at).click();
    await expect.poll(() => calls.at(-1)?.sort).toBe(`${type},ASC`);
  }
  // Nobody creates one here.
  await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await openList(page, '/invoice', 'INVOICE');
  expect(invoiceCalls[0]?.sort).toBe('NUMBER,DESC');
});

test('LS-18, PA-02, PA-03: what each status of the creator shows; a canceled payment is in no list', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const alistair = await apiOf('alistair.crowe', show);
  const [drafts, { payments: sent }] = await Promise.all([
    importedPayments(place, { count: 2 }),
    waitingPayments(place, { count: 3 }),
  ]);
  const [draft, canceled] = drafts.payments;
  const [waiting, done, denied] = sent;
  if (!draft || !canceled || !waiting || !done || !denied) throw new Error('A payment is missing');
  await Promise.all([
    decideOn(alistair, 'PAYMENT', done, 'approval'),
    decideOn(alistair, 'PAYMENT', denied, 'deny'),
    ask(place.books, `/payments/${drafts.prefix}-1/cancel`, {}),
  ]);
  await expect(async () => {
    await place.api.post(`/api/payments/refresh?showId=${show}`);
    const { status } = await place.api.get<{ status: string }>(`/api/payments/${canceled.id}?showId=${show}`);
    expect(status).toBe('CANCELED');
  }).toPass();

  const { page } = await as('philippa.stone', { show });
  const calls = listCalls(page, 'PAYMENT');
  await openList(page, '/payment', 'PAYMENT');
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('Draft');
  await expect(rowOf(page, draft).getByText('Draft', { exact: true })).toBeVisible();
  for (const other of [waiting, canceled]) await expect(rowOf(page, other)).toHaveCount(0);
  expect(calls[0]?.filters.statuses).toEqual(['DRAFT']);

  await status.click();
  const names = ['Show All', 'Draft', 'Pending Approval', 'Approved', 'Denied'];
  await expect(page.getByRole('option')).toHaveText(names);
  await page.getByRole('option', { name: 'Pending Approval' }).click();
  await expect(rowOf(page, waiting).getByText('Submitted for approval', { exact: true })).toBeVisible();
  await expect(rowOf(page, draft)).toHaveCount(0);
  expect(calls.at(-1)?.filters.statuses).toEqual(['SUBMITTED_FOR_APPROVAL']);

  await chooseStatus(page, 'Approved');
  await expect(rowOf(page, done).getByText('Approved', { exact: true })).toBeVisible();
  expect(calls.at(-1)?.filters.statuses).toEqual(['APPROVED']);
  await chooseStatus(page, 'Denied');
  await expect(rowOf(page, denied).getByText('Denied', { exact: true })).toBeVisible();
  expect(calls.at(-1)?.filters.statuses).toEqual(['DENIED']);

  await chooseStatus(page, 'Show All');
  await expect(rowOf(page, waiting)).toBeVisible();
  expect(calls.at(-1)?.filters.statuses).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search by payment number' }).fill(drafts.prefix);
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible();
  await expect(rowOf(page, draft)).toBeVisible();
  await expect(rowOf(page, canceled)).toHaveCount(0);
});

test('LS-19, SH-20, DEC-93: the queue of the approver, and what each of its statuses shows', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { page, api } = await as('alistair.crowe', { show });
  const { payments } = await waitingPayments(place, { count: 3 });
  const [waiting, done, denied] = payments;
  if (!waiting || !done || !denied) throw new Error('A payment is missing');
  await decideOn({ api }, 'PAYMENT', done, 'approval');
  await decideOn({ api }, 'PAYMENT', denied, 'deny');
  const calls = listCalls(page, 'PAYMENT');
  await openList(page, '/approvals/payments', 'PAYMENT');
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('Pending Approval');
  await expect(rowOf(page, waiting)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  expect(calls[0]).toMatchObject({
    persona: 'APPROVER',
    sort: 'PAYMENT_NUMBER,DESC',
    filters: { statuses: ['SUBMITTED_FOR_APPROVAL'] },
  });
  const row = rowOf(page, waiting);
  await expect(row.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();

  await status.click();
  await expect(page.getByRole('option')).toHaveText(['Pending Approval', 'Approved By Me', 'Denied By Me']);
  await page.getByRole('option', { name: 'Approved By Me' }).click();
  await expect(rowOf(page, done)).toBeVisible();
  await expect(rowOf(page, done).getByRole('checkbox')).toHaveCount(0);
  expect(calls.at(-1)?.filters).toMatchObject({ statuses: ['APPROVED'], approverIds: [api.userId] });
  await chooseStatus(page, 'Denied By Me');
  await expect(rowOf(page, denied)).toBeVisible();
  await expect(rowOf(page, denied).getByRole('checkbox')).toHaveCount(0);
  expect(calls.at(-1)?.filters).toMatchObject({ statuses: ['DENIED'], denierIds: [api.userId] });
});

test('SH-63, DEC-78, DEC-79, PA-08: where a click on a payment leads, from a table and from a card', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const [clerk, alistair, phone] = await Promise.all([
    as('philippa.stone', { show }),
    as('alistair.crowe', { show }),
    as('philippa.stone', { show, viewport: { width: 375, height: 812 }, hasTouch: true }),
  ]);
  const [drafts, sent] = await Promise.all([
    importedPayments(place, { count: 1, payeeName: 'Orchard Lane Holdings', paymentType: 'EPAYNF' }),
    waitingPayments(place, { count: 1 }),
  ]);
  const [draft] = drafts.payments;
  const [waiting] = sent.payments;
  if (!draft || !waiting) throw new Error('A payment is missing');
  await clerk.page.goto(`/payment?number=${draft.number}`);
  await rowOf(clerk.page, draft).getByText(draft.vendorName).click();
  await expect(clerk.page).toHaveURL(`/payment/review/${draft.id}?referrer=listing`);
  await alistair.page.goto(`/approvals/payments?number=${waiting.number}`);
  await rowOf(alistair.page, waiting).getByText(waiting.bankName).click();
  await expect(alistair.page).toHaveURL(`/payment/review/${waiting.id}`);

  await phone.page.goto(`/payment?number=${draft.number}`);
  const card = phone.page.getByRole('list', grid).getByRole('listitem');
  await expect(card).toHaveCount(1);
  for (const text of [draft.number, 'Orchard Lane Holdings', 'EPAYNF', draft.bankName])
    await expect(card).toContainText(text);
  await card.getByRole('link').tap();
  await expect(phone.page).toHaveURL(`/payment/review/${draft.id}?referrer=listing`);
});

test('PA-10: what an empty payment list says, to creators and to approvers', async ({ as }) => {
  const [sam, noor] = await Promise.all([as('sam'), as('noor.haddad')]);
  await sam.page.goto('/payment?number=nothing0of0that');
  await expect(sam.page.getByText('None to display', { exact: true })).toBeVisible();
  // She approves nothing.
  await noor.page.goto('/approvals/payments');
  const words =
    "It looks like there aren't any Payments to approve. Check the Payments tab if you're looking for a specific payment.";
  await expect(noor.page.getByText(words, { exact: true })).toBeVisible();
  await noor.page.getByRole('link', { name: 'Go to Payments' }).click();
  await expect(noor.page).toHaveURL('/payment?status=all');
});

test('LS-32, LS-34, DEC-18: the search of payments takes 20 letters and digits; a filter counts after 50 ms', async ({
  as,
}) => {
  const { page } = await as('theodore', { show: 'velvetmap' });
  const calls = listCalls(page, 'PAYMENT');
  await page.clock.install();
  await openList(page, '/payment?status=all', 'PAYMENT');
  await expect(page.getByRole('grid', grid).getByRole('row').nth(3)).toBeVisible();
  const passes = await holdTime(page);
  const asked = (number: string) =>
    calls.filter(({ filters }) => filters.paymentNumbers?.join() === number).length;
  const search = page.getByRole('searchbox', { name: 'Search by payment number' });
  await search.pressSequentially('c-K 0é4');
  await expect(search).toHaveValue('cK04');
  await passes(500);
  await expect(page).toHaveURL(/number=cK04/);
  // It stands there from the moment on at which the list begins to wait before it asks.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await passes(40);
  expect(asked('cK04')).toBe(0);
  await passes(10);
  await expect.poll(() => asked('cK04')).toBe(1);
  await search.fill('x'.repeat(21));
  await expect(search).toHaveValue('x'.repeat(20));
});

test('DEC-44: Refresh from Accounting brings what accounting has made out since', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'velvetmap');
  const [known] = (await importedPayments(place, { count: 1 })).payments;
  const { page } = await as('philippa.stone', { show: 'velvetmap' });
  await openList(page, '/payment', 'PAYMENT');
  await expect(rowOf(page, { number: known?.number ?? '' })).toBeVisible();
  const number = `${await madeOutPayments(place, { count: 1 })}0000`;
  await page.getByRole('button', { name: 'Refresh from Accounting' }).click();
  await expect(
    page.getByText('Checking Accounting for new payments. They appear here as they arrive.'),
  ).toBeVisible();
  await expect(rowOf(page, { number })).toBeVisible();

  await page.route('**/api/payments/refresh*', (route) =>
    route.fulfill({ status: 403, json: { code: 'FORBIDDEN' } }),
  );
  await page.getByRole('button', { name: 'Refresh from Accounting' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Unable to ask Accounting for new payments.' }),
  ).toBeVisible();
});
