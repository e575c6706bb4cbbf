import { chromium, request as requests } from '@playwright/test';
import { chromePath } from './scripts/chrome.mjs';
import { person } from './tests/e2e/support/person.ts';
import { cashier, waitingPayments, refuseReleases, whileSlow } from './tests/e2e/support/payments.ts';
import { openQueue, tick, selectAll, approveButton, panelOf, boxOf } from './tests/e2e/support/bulk.ts';
const base = 'http://127.0.0.1:5184';
const request = await requests.newContext({ baseURL: base });
const browser = await chromium.launch({ executablePath: await chromePath() });
const seat = async (name, show, options = {}) => {
  const api = await person(request, base, `${name}@backlot.example`, show);
  const context = await browser.newContext({ baseURL: base, ...options });
  const [n, v] = api.cookie.split('=');
  await context.addCookies([{ name: n, value: v, url: base }]);
  return { page: await context.newPage(), api };
};
const as = (name, { show = 'nlite', ...o } = {}) => seat(name, show, o);
const show = 'velvetmap';
const place = await cashier(as, base, show);
const shot = async (page, name) => { for (const scheme of ['light','dark']) { await page.emulateMedia({ colorScheme: scheme }); await page.waitForTimeout(250); await page.screenshot({ path: `/tmp/bulk-x/${name}-${scheme}.png` }); } };
for (const width of (process.argv[2] ?? '375,900,1440').split(',').map(Number)) {
  const { prefix, payments } = await waitingPayments(place, { count: 24, cents: (n) => 125000 + n * 48123 % 900000 });
  const { page, api } = await as('annelise.vogel', { show, viewport: { width, height: width < 400 ? 812 : 900 }, hasTouch: width < 400 });
  await openQueue(page, prefix);
  await shot(page, `${width}-none`);
  await tick(boxOf(page, payments[23])); await tick(boxOf(page, payments[21])); await tick(boxOf(page, payments[20]));
  await shot(page, `${width}-picked`);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.waitForTimeout(1500);
  await shot(page, `${width}-filters`);
  await page.keyboard.press('Escape');
  await tick(selectAll(page));
  for (const p of [payments[3], payments[4]]) await api.post('/api/workflows/deny', { docId: p.id, docType: 'PAYMENT', workflowStepId: p.workflowStepId, showId: show, reason: 'x' });
  await page.route('**/api/workflows/bulk-approval', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const body = JSON.parse(route.request().postData());
    const items = payments.map(({ id, workflowStepId }) => ({ id, workflowStepId }));
    await route.continue({ postData: JSON.stringify({ ...body, allSelected: false, items, excludedIds: [], filters: null }) });
  });
  await refuseReleases(place, 1, 'Period 11 is closed in the general ledger.');
  await whileSlow(place, 1500, async () => {
    await approveButton(page).click();
    await page.waitForTimeout(4500);
    await shot(page, `${width}-running`);
    await panelOf(page).getByRole('button', { name: 'Show less' }).click();
    await shot(page, `${width}-running-small`);
    await panelOf(page).getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Error occurred during operation.').waitFor({ timeout: 90000 });
  });
  await page.waitForTimeout(800);
  await shot(page, `${width}-failed`);
  await page.goto(`/payment/review/${payments[0].id}`.replace(/^/, base));
  await page.waitForTimeout(2500);
  await shot(page, `${width}-elsewhere`);
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(400);
  await page.context().close();
}
await browser.close(); await request.dispose();
