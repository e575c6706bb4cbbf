import type { BulkRun } from '../../../domain/bulk-approval/bulk.ts';
import {
  approveButton,
  boxOf,
  bulkCalls,
  listenToPanel,
  openQueue,
  panelOf,
  runGoesOn,
  selectAll,
  tick,
} from '../support/pages/bulk.ts';
import { cashier, releasesOf, statusesOf, waitingPayments, whileSlow } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';

// The approver is this file's own: a run shows itself to its user wherever he is.
const approver = 'malcolm.reid';
const show = 'ambercanyon';
// Of the flow of its second account he is the whole.
const account = 1;
const path = '/api/workflows/bulk-approval';

test('BK-03, BK-06, BK-07, BK-11, BK-12: of everything selected, loaded or not, in tens, with true figures', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 53, account });
  const { page, api } = await as(approver, { show });
  await openQueue(page, prefix);
  const pages: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/payments/filter'))
      pages.push(`${url.searchParams.get('page')} of ${url.searchParams.get('count')}`);
  });
  const [first, ...others] = payments;
  if (!first) throw new Error('There are no payments');

  // Whatever was scrolled to: afterwards the list begins at its first page.
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await tick(boxOf(page, first));
  expect(pages).toContain('2 of 50');
  const asked = pages.length;
  await approveButton(page).click();
  await expect(page.getByText('1 payment approved.')).toBeVisible();
  // Of what waits all is summed up, loaded or not: $10.01 to $10.52.
  await expect(page.getByText('52 waiting for you', { exact: true })).toBeVisible();
  const sum = '$533.78';
  await expect(page.getByRole('main')).toContainText(sum);
  expect(pages.slice(asked)).toContain('1 of 50');
  await expect.poll(() => page.locator('main').evaluate((main) => main.scrollTop)).toBe(0);
  await expect(panelOf(page)).toHaveCount(0);

  const calls = bulkCalls(page);
  await tick(selectAll(page));
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText(`52 of 52 selected${sum}`);
  const heard = await listenToPanel(page);
  const begin = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'POST') await begin.promise;
    await route.fallback();
  });
  await approveButton(page).click();
  // Before anything is sent, how many and how much is seen, and the rows are no longer to be ticked.
  await expect(panelOf(page)).toContainText(`Approving 52 payments0%${sum}`);
  await expect(page.getByRole('row').getByText('In progress').first()).toBeVisible();
  await expect(boxOf(page, { number: prefix })).toHaveCount(0);
  expect((await heard()).join(' | ')).toMatch(/Approving 52 payments 0% \$533\.78 Starts in a moment/);
  begin.resolve();
  await expect(page.getByText('52 payments approved.')).toBeVisible({ timeout: 120_000 });
  await expect(panelOf(page)).toHaveCount(0);

  const said = (await heard()).flatMap((text) => {
    const [, percent, done, total, left] = /(\d+)% .*?(\d+) of (\d+) · (<?\d+ min) left/.exec(text) ?? [];
    return done === undefined ? [] : [{ percent: Number(percent), done: Number(done), total, left }];
  });
  expect(said[0]).toEqual({ percent: 0, done: 0, total: '52', left: '2 min' });
  for (const { percent, done, total } of said)
    expect({ total, percent }).toEqual({ total: '52', percent: Math.floor((done / 52) * 100) });
  expect(said.some(({ done }) => done > 0 && done < 52)).toBe(true);
  expect(said.at(-1)?.left).toBe('<1 min');
  expect(await statusesOf(place, payments)).toEqual(payments.map(() => 'APPROVED'));
  expect(await releasesOf(place, payments)).toEqual(payments.map(() => 1));

  const [begun] = calls.filter(({ method }) => method === 'POST');
  expect(begun?.body).toMatchObject({ allSelected: true, items: [], excludedIds: [], total: 52 });
  const [runId = ''] = calls.flatMap(({ path: of }) => (/^[^/]+$/.test(of) ? [of] : []));
  const run = await api.get<BulkRun>(`${path}/${runId}?showId=${show}`);
  expect([run.totalBatches, run.batchesComplete, run.total]).toEqual([6, 6, 52]);
  expect(run.success.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
  await expect(page.getByText("It looks like there aren't any Payments to approve.")).toBeVisible();
});

test('BK-08, DEC-45: cancelling leaves what nobody has begun, and tells how far it came', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 63, account });
  const { page } = await as(approver, { show });
  await openQueue(page, prefix);
  const calls = bulkCalls(page);
  // A batch of ten begins a second after the one before: of seven the last ones are not begun when the first is done.
  await whileSlow(place, 1500, async () => {
    await tick(selectAll(page));
    // Pressed in the page itself as soon as the first are done: the others wait for nobody.
    await page.evaluate(() => {
      const look = new MutationObserver(() => {
        const panel = document.querySelector('[aria-label="Bulk approval"]');
        const all = [...(panel?.querySelectorAll('button') ?? [])];
        const cancel = all.find((one) => one.textContent?.includes('Cancel'));
        const lines = [...(panel?.querySelectorAll('p') ?? [])].map((one) => one.textContent ?? '');
        if (!cancel || !lines.some((line) => /^[1-9]\d* of 63/.test(line))) return;
        look.disconnect();
        cancel.click();
      });
      look.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await approveButton(page).click();
    const said = page.getByText(/^Bulk approval canceled\. \d+ of 63 payments approved\.$/);
    await expect(said).toBeVisible({ timeout: 120_000 });
  });
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
  await expect(panelOf(page)).toHaveCount(0);
  const now = await statusesOf(place, payments);
  const approved = now.filter((status) => status === 'APPROVED').length;
  expect(approved).toBeGreaterThan(0);
  expect(approved).toBeLessThan(63);
  expect(now.filter((status) => status === 'SUBMITTED_FOR_APPROVAL')).toHaveLength(63 - approved);
  // What is left waits in the list, and can be selected again.
  await expect(page.getByText(`${63 - approved} waiting for you`, { exact: true })).toBeVisible();
  expect(await releasesOf(place, payments)).toEqual(now.map((status) => (status === 'APPROVED' ? 1 : 0)));
});

test('DEC-45, BK-06: the run goes on without its window, and is found again on any screen', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 22, account });
  const { page } = await as(approver, { show });
  await openQueue(page, prefix);
  await whileSlow(place, 1500, async () => {
    await tick(selectAll(page));
    const begun = page.waitForResponse((answer) => answer.status() === 202);
    await approveButton(page).click();
    expect((await begun).url()).toContain(path);
    const context = page.context();
    await page.close();
    const later = await context.newPage();
    const letEnd = await runGoesOn(later);
    await later.goto('/po');
    await expect(panelOf(later)).toContainText('Approving 22 payments');
    await later.getByRole('link', { name: 'Approvals' }).click();
    await expect(panelOf(later)).toBeVisible();
    letEnd();
    // It is looked at every twenty seconds, unless the channel tells of it.
    await expect(later.getByText('22 payments approved.')).toBeVisible({ timeout: 120_000 });
    await expect(panelOf(later)).toHaveCount(0);
    await later.reload();
    await expect(later.getByRole('heading', { name: 'Approvals' })).toBeVisible();
    await expect(panelOf(later)).toHaveCount(0);
  });
  expect(await releasesOf(place, payments)).toEqual(payments.map(() => 1));
});
