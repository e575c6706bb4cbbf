import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

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

/** Fields that hold what somebody has typed, here or in the books. */
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

async function poison(route: Route): Promise<void> {
  const response = await route.fetch();
  const isJson = response.headers()['content-type']?.includes('json') ?? false;
  if (!isJson || !response.ok()) return route.fulfill({ response });
  await route.fulfill({ response, json: poisoned(await response.json()) });
}

interface Harm {
  ran: string[];
  dialogs: string[];
  strange: string[];
}

/** A window that notes whatever a payload does in it. */
async function watched(page: Page): Promise<Harm> {
  const harm: Harm = { ran: [], dialogs: [], strange: [] };
  await page.exposeFunction('hurt', (what: unknown) => harm.ran.push(String(what)));
  page.on('dialog', (dialog) => {
    harm.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route(/\/(api|data)\//, poison);
  return harm;
}

/** What is on the page that no payload may have put there, and whether it is wider than its window. */
async function look(page: Page, path: string, harm: Harm): Promise<void> {
  const found = await page.evaluate(() => {
    const planted = 'img[src="x"], svg[onload], iframe, a[href^="javascript:"], [onerror], [onload]';
    const scripts = [...document.scripts].filter(({ text }) => text.includes('hurt'));
    return {
      planted: document.querySelectorAll(planted).length + scripts.length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      shows:
        document.body.innerText.includes('hurt(') ||
        [...document.querySelectorAll('input, textarea')].some((one) =>
          (one as HTMLInputElement).value.includes('hurt('),
        ),
    };
  });
  if (found.planted > 0) harm.strange.push(`${path}: ${found.planted} planted elements`);
  if (found.overflow > 0) harm.strange.push(`${path}: ${found.overflow} px too wide`);
  if (!found.shows) harm.strange.push(`${path}: no hostile text is shown`);
}

async function visit(page: Page, paths: readonly string[], harm: Harm): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await look(page, `${path} at ${width}`, harm);
    }
  }
  expect(harm).toEqual({ ran: [], dialogs: [], strange: [] });
}

test('hostile text in every field of approvals and management is text', async ({ as }) => {
  const { page, api } = await as('sam');
  const [department] = await api.get<{ id: string }[]>('/api/departments?showId=nlite');
  const harm = await watched(page);
  await visit(
    page,
    [
      '/approvals',
      '/setup/departments',
      `/setup/departments/${department?.id}`,
      '/setup/users',
      '/setup/users/user-dana-whitlock',
      '/setup/shows',
      '/setup/shows/workflows?tab=po',
      '/setup/settings',
      '/setup/settings/categories',
      '/setup/settings/addresses',
      '/setup/settings/companies',
    ],
    harm,
  );
});
