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

/** Each payload would call a function of the window if it were not rendered as text. */
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

/** Fields with text that users have entered, in Backlot or in accounting. */
const userTextFields =
  /^(.*name|description|content|reason|label|note|episode|address\d?|addressLine\d|city|state|contact\w*|.*initials|companyAddress|company|vendor|payee\w*|header|idCode|title|message|text|vendorContact|referencePo|prefix|code)$/i;
const fixedFields = /^(username|timeZoneName|fileName|colorName|eventName)$/i;

/** Returns the response with a payload in every user text. */
function poison(value: unknown, name = '', count = { at: 0 }): unknown {
  if (Array.isArray(value)) return value.map((one) => poison(one, name, count));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poison(one, key, count)]));
  if (typeof value !== 'string' || !userTextFields.test(name) || fixedFields.test(name)) return value;
  count.at += 1;
  return `${value.slice(0, 12)} ${payloads[count.at % payloads.length]}`;
}

/** Adds payloads to every JSON response of the window and records the scripts that they run. */
function watch(window: Window & typeof globalThis, executed: string[]): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (...call) => {
    const response = await fetch(...call);
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
    const { url, status } = response;
    const hostile = Response.json(poison(await response.json()), { status });
    return Object.defineProperty(hostile, 'url', { value: url });
  };
  Object.assign(window, {
    hurt: (what: unknown) => executed.push(`ran: ${String(what)}`),
    alert: (what: unknown) => executed.push(`dialog: ${String(what)}`),
  });
}

/** Returns injected elements, horizontal overflow, and whether the page shows no payload at all. */
function findInjected({ document, window }: Page): string[] {
  const injectedElements = 'img[src="x"], svg[onload], iframe, a[href^="javascript:"], [onerror], [onload]';
  const scripts = [...document.scripts].filter(({ text }) => text.includes('hurt'));
  const fields = [...document.querySelectorAll('input, textarea')].map((one) =>
    String(Reflect.get(one, 'value')),
  );
  const isShown = [document.body.innerText, ...fields].some((text) => text.includes('hurt('));
  const { scrollWidth, clientWidth } = document.documentElement;
  const place = `${window.location.pathname} at ${window.innerWidth} px`;
  return [
    ...(document.querySelectorAll(injectedElements).length + scripts.length > 0
      ? [`${place}: planted elements`]
      : []),
    ...(scrollWidth > clientWidth ? [`${place}: ${scrollWidth - clientWidth} px too wide`] : []),
    ...(isShown ? [] : [`${place}: no hostile text is shown`]),
  ];
}

async function expectText(paths: readonly string[], options: AppOptions): Promise<void> {
  const executed: string[] = [];
  const [first = '', ...others] = paths;
  const { page } = await openApp(first, { ...options, prepare: (window) => watch(window, executed) });
  for (const path of [first, ...others]) {
    if (path !== first) await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const width of [1440, 375]) {
      page.setViewportSize({ width, height: 900 });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.waitForIdle();
      executed.push(...findInjected(page));
    }
    page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(executed).toEqual([]);
}

test('hostile text in every field of an order is rendered as text in list, review and form', async () => {
  const order = draft({
    notes: [note('Plain')],
    attachments: [attachment('quote.txt')],
    lineItems: [line({ coding: { ACCOUNT: '2301' }, episode: '101' })],
  });
  const paths = ['/po', `/po/review/${order.id}/creator`, `/po/edit/${order.id}`];
  await expectText(paths, { orders: [order] });
});

test('hostile text in every field of an invoice is rendered as text in list, review and form', async () => {
  const bill = invoice({ notes: [note('Plain', { by: person('elena') })] });
  const paths = ['/invoice', `/invoice/review/${bill.id}/creator`, `/invoice/edit/${bill.id}`];
  await expectText(paths, { as: 'elena', invoices: [bill] });
});

test('hostile text in every field of a payment is rendered as text in list and review', async () => {
  const payment = submittedPayment({ notes: [note('Plain')] });
  await expectText(['/payment', `/payment/review/${payment.id}`], { payments: [payment] });
});

test('hostile text in every field of approvals and management is rendered as text', async () => {
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
