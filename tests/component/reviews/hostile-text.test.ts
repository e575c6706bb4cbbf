import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { serveFlows } from '../support/pages/flows.ts';
import { departments } from '../support/fixtures/departments.ts';
import { attachment } from '../support/fixtures/files.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, line } from '../support/fixtures/purchase-orders.ts';
import { openApp } from '../support/open-app.ts';
import type { AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { serveDepartments, serveUsers } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

/** Each would note itself in the window, were it anything but text. */
const payloads = [
  '<script>hurt("script")</script>',
  '"><img src=x onerror=hurt("img")>',
  "'><svg onload=hurt('svg')>",
  '<a href="javascript:hurt(1)">pay</a>',
  '{{constructor.constructor("hurt(2)")()}}',
  '</style></textarea></title><iframe srcdoc="<script>parent.hurt(3)</script>">',
  '\u202Etxt.exe\u2066 =cmd|calc',
  `long${'x'.repeat(120)}`,
];

/** Fields that hold what users have typed, here or in the books. */
const typed =
  /^(.*name|description|content|reason|label|note|episode|address\d?|addressLine\d|city|state|contact\w*|.*initials|companyAddress|company|vendor|payee\w*|header|idCode|title|message|text|vendorContact|referencePo|prefix|code)$/i;
const ours = /^(username|timeZoneName|fileName|colorName|eventName)$/i;

/** The same answer, with something hostile in every text of it. */
function poisoned(value: unknown, name = '', count = { at: 0 }): unknown {
  if (Array.isArray(value)) return value.map((one) => poisoned(one, name, count));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, key, count)]));
  if (typeof value !== 'string' || !typed.test(name) || ours.test(name)) return value;
  count.at += 1;
  return `${value.slice(0, 12)} ${payloads[count.at % payloads.length]}`;
}

/** Poisons every answer that the window gets, and notes whatever a payload does in it. */
function watch(window: Window & typeof globalThis, harm: string[]): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (...call) => {
    const response = await fetch(...call);
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
    const { url, status } = response;
    const hostile = Response.json(poisoned(await response.json()), { status });
    return Object.defineProperty(hostile, 'url', { value: url });
  };
  Object.assign(window, {
    hurt: (what: unknown) => harm.push(`ran: ${String(what)}`),
    alert: (what: unknown) => harm.push(`dialog: ${String(what)}`),
  });
}

/** What is on the page that no payload may have put there, and whether it is wider than its window. */
function strangeIn({ document, window }: Page): string[] {
  const planted = 'img[src="x"], svg[onload], iframe, a[href^="javascript:"], [onerror], [onload]';
  const scripts = [...document.scripts].filter(({ text }) => text.includes('hurt'));
  const fields = [...document.querySelectorAll('input, textarea')].map((one) =>
    String(Reflect.get(one, 'value')),
  );
  const isShown = [document.body.innerText, ...fields].some((text) => text.includes('hurt('));
  const { scrollWidth, clientWidth } = document.documentElement;
  const where = `${window.location.pathname} at ${window.innerWidth} px`;
  return [
    ...(document.querySelectorAll(planted).length + scripts.length > 0 ? [`${where}: planted elements`] : []),
    ...(scrollWidth > clientWidth ? [`${where}: ${scrollWidth - clientWidth} px too wide`] : []),
    ...(isShown ? [] : [`${where}: no hostile text is shown`]),
  ];
}

async function expectText(paths: readonly string[], options: AppOptions): Promise<void> {
  const harm: string[] = [];
  const [first = '', ...others] = paths;
  const { page } = await openApp(first, { ...options, prepare: (window) => watch(window, harm) });
  for (const path of [first, ...others]) {
    if (path !== first) await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const width of [1440, 375]) {
      page.setViewportSize({ width, height: 900 });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.settled();
      harm.push(...strangeIn(page));
    }
    page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(harm).toEqual([]);
}

test('hostile text in every field of an order, in list, review and form, is text', async () => {
  const order = draft({
    notes: [note('Plain')],
    attachments: [attachment('quote.txt')],
    lineItems: [line({ coding: { ACCOUNT: '2301' }, episode: '101' })],
  });
  const paths = ['/po', `/po/review/${order.id}/creator`, `/po/edit/${order.id}`];
  await expectText(paths, { orders: [order] });
});

test('hostile text in every field of an invoice, in list, review and form, is text', async () => {
  const bill = invoice({ notes: [note('Plain', { by: person('elena') })] });
  const paths = ['/invoice', `/invoice/review/${bill.id}/creator`, `/invoice/edit/${bill.id}`];
  await expectText(paths, { as: 'elena', invoices: [bill] });
});

test('hostile text in every field of a payment, in list and review, is text', async () => {
  const paid = submittedPayment({ notes: [note('Plain')] });
  await expectText(['/payment', `/payment/review/${paid.id}`], { payments: [paid] });
});

test('hostile text in every field of approvals and management is text', async () => {
  const paths = [
    '/approvals',
    '/setup/departments',
    `/setup/departments/${departments[0]?.id}`,
    '/setup/users',
    '/setup/users/user-dana-whitlock',
    '/setup/shows',
    '/setup/shows/workflows?tab=po',
    '/setup/settings',
    '/setup/settings/categories',
    '/setup/settings/addresses',
    '/setup/settings/companies',
  ];
  await expectText(paths, {
    as: 'theodore',
    orders: [draft()],
    api(api, world) {
      serveDepartments(api);
      serveUsers(api);
      serveFlows(api);
      serveShow(api, world);
    },
  });
});
