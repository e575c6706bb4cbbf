import {
  approveButton,
  boxOf,
  bulkCalls,
  recordPanelTexts,
  openQueue,
  panelOf,
  delayRunEnd,
  selectAll,
  tick,
} from '../support/pages/bulk.ts';
import {
  openPaymentShow,
  releasesOf,
  statusesOf,
  createSubmittedPayments,
  withSlowReleases,
} from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';

// Only this file uses this approver: a run is shown on every screen of its user.
const approver = 'malcolm.reid';
const show = 'ambercanyon';
// This approver is the only one in the flow of the second account.
const account = 1;
const path = '/api/workflows/bulk-approval';

test('BK-03, BK-06, BK-07, BK-11, BK-12: a run approves everything selected, loaded or not, in tens, and shows its progress', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const paymentShow = await openPaymentShow(apiOf, baseURL, show);
  const { prefix, payments } = await createSubmittedPayments(paymentShow, { count: 53, account });
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

  // After an approval the list starts again at its first page.
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await tick(boxOf(page, first));
  expect(pages).toContain('2 of 50');
  const requestCount = pages.length;
  await approveButton(page).click();
  await expect(page.getByText('1 payment approved.')).toBeVisible();
  // The sum includes all waiting payments, loaded or not: $10.01 to $10.52.
  await expect(page.getByText('52 waiting for you', { exact: true })).toBeVisible();
  const sum = '$533.78';
  await expect(page.getByRole('main')).toContainText(sum);
  expect(pages.slice(requestCount)).toContain('1 of 50');
  await expect.poll(() => page.locator('main').evaluate((main) => main.scrollTop)).toBe(0);
  await expect(panelOf(page)).toHaveCount(0);

  const calls = bulkCalls(page);
  await tick(selectAll(page));
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText(`52 of 52 selected${sum}`);
  const panelTexts = await recordPanelTexts(page);
  const start = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'POST') await start.promise;
    await route.fallback();
  });
  await approveButton(page).click();
  // Before the request is sent, the panel shows count and sum, and the rows have no checkboxes.
  await expect(panelOf(page)).toContainText(`Approving 52 payments0%${sum}`);
  await expect(page.getByRole('row').getByText('In progress').first()).toBeVisible();
  await expect(boxOf(page, { number: prefix })).toHaveCount(0);
  expect((await panelTexts()).join(' | ')).toMatch(/Approving 52 payments 0% \$533\.78 Starts in a moment/);
  start.resolve();
  await expect(page.getByText('52 payments approved.')).toBeVisible({ timeout: 120_000 });
  await expect(panelOf(page)).toHaveCount(0);

  const progress = (await panelTexts()).flatMap((text) => {
    const [, percent, done, total, left] = /(\d+)% .*?(\d+) of (\d+) · (<?\d+ min) left/.exec(text) ?? [];
    return done === undefined ? [] : [{ percent: Number(percent), done: Number(done), total, left }];
  });
  expect(progress[0]).toEqual({ percent: 0, done: 0, total: '52', left: '2 min' });
  for (const { percent, done, total } of progress)
    expect({ total, percent }).toEqual({ total: '52', percent: Math.floor((done / 52) * 100) });
  expect(progress.some(({ done }) => done > 0 && done < 52)).toBe(true);
  expect(progress.at(-1)?.left).toBe('<1 min');
  expect(await statusesOf(paymentShow, payments)).toEqual(payments.map(() => 'APPROVED'));
  await expect.poll(() => releasesOf(paymentShow, payments)).toEqual(payments.map(() => 1));

  const [startCall] = calls.filter(({ method }) => method === 'POST');
  expect(startCall?.body).toMatchObject({ allSelected: true, items: [], excludedIds: [], total: 52 });
  const [runId = ''] = calls.flatMap(({ path: of }) => (/^[^/]+$/.test(of) ? [of] : []));
  const run = await api.get<BulkRun>(`${path}/${runId}?showId=${show}`);
  expect([run.totalBatches, run.batchesComplete, run.total]).toEqual([6, 6, 52]);
  expect(run.success.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
  await expect(page.getByText("It looks like there aren't any Payments to approve.")).toBeVisible();
});

test(
  'BK-08, DEC-45: cancelling a run leaves unstarted batches and reports how many payments were approved',
  { tag: '@long' },
  async ({ as, apiOf, baseURL }) => {
    const paymentShow = await openPaymentShow(apiOf, baseURL, show);
    const { prefix, payments } = await createSubmittedPayments(paymentShow, { count: 63, account });
    const { page } = await as(approver, { show });
    await openQueue(page, prefix);
    const calls = bulkCalls(page);
    // A batch of ten starts a second after the previous one, so the last of seven have not started when the first is
    // done.
    await withSlowReleases(paymentShow, 1500, async () => {
      await tick(selectAll(page));
      // Click in the page itself as soon as the first payments are done: the run does not wait for the test.
      await page.evaluate(() => {
        const observer = new MutationObserver(() => {
          const panel = document.querySelector('[aria-label="Bulk approval"]');
          const buttons = [...(panel?.querySelectorAll('button') ?? [])];
          const cancel = buttons.find((button) => button.textContent?.includes('Cancel'));
          const lines = [...(panel?.querySelectorAll('p') ?? [])].map((line) => line.textContent ?? '');
          if (!cancel || !lines.some((line) => /^[1-9]\d* of 63/.test(line))) return;
          observer.disconnect();
          cancel.click();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      await approveButton(page).click();
      const message = page.getByText(/^Bulk approval canceled\. \d+ of 63 payments approved\.$/);
      await expect(message).toBeVisible({ timeout: 120_000 });
    });
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
    await expect(panelOf(page)).toHaveCount(0);
    const statuses = await statusesOf(paymentShow, payments);
    const approved = statuses.filter((status) => status === 'APPROVED').length;
    expect(approved).toBeGreaterThan(0);
    expect(approved).toBeLessThan(63);
    expect(statuses.filter((status) => status === 'SUBMITTED_FOR_APPROVAL')).toHaveLength(63 - approved);
    // The remaining payments wait in the list.
    await expect(page.getByText(`${63 - approved} waiting for you`, { exact: true })).toBeVisible();
    // Accounting gets them after the approvals (DEC-158).
    await expect
      .poll(() => releasesOf(paymentShow, payments))
      .toEqual(statuses.map((status) => (status === 'APPROVED' ? 1 : 0)));
  },
);

test(
  'DEC-45, BK-06: a run continues after its window is closed and is shown on any screen',
  { tag: '@long' },
  async ({ as, apiOf, baseURL }) => {
    const paymentShow = await openPaymentShow(apiOf, baseURL, show);
    const { prefix, payments } = await createSubmittedPayments(paymentShow, { count: 22, account });
    const { page } = await as(approver, { show });
    await openQueue(page, prefix);
    await withSlowReleases(paymentShow, 1500, async () => {
      await tick(selectAll(page));
      const started = page.waitForResponse((response) => response.status() === 202);
      await approveButton(page).click();
      expect((await started).url()).toContain(path);
      const context = page.context();
      await page.close();
      const later = await context.newPage();
      const releaseEnd = await delayRunEnd(later);
      await later.goto('/po');
      await expect(panelOf(later)).toContainText('Approving 22 payments');
      await later.getByRole('link', { name: 'Approvals' }).click();
      await expect(panelOf(later)).toBeVisible();
      releaseEnd();
      // The page polls every twenty seconds, unless the channel reports the end first.
      await expect(later.getByText('22 payments approved.')).toBeVisible({ timeout: 120_000 });
      await expect(panelOf(later)).toHaveCount(0);
      await later.reload();
      await expect(later.getByRole('heading', { name: 'Approvals' })).toBeVisible();
      await expect(panelOf(later)).toHaveCount(0);
    });
    await expect.poll(() => releasesOf(paymentShow, payments)).toEqual(payments.map(() => 1));
  },
);
