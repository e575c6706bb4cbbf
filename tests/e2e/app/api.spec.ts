import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OwnToken } from '../../../domain/identity/api-token.ts';
import { uniqueDescription, createSubmittedOrder } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const run = promisify(execFile);
const example = join(import.meta.dirname, '../../../docs/examples');

/** Creates an API token and returns the example client that uses it. */
async function clientOf(
  { api }: Pick<Session, 'api'>,
  baseURL: string | undefined,
  scopes: readonly string[],
) {
  const { id, token } = await api.post<OwnToken & { token: string }>('/api/tokens', {
    name: uniqueDescription('Example'),
    scopes,
    days: 1,
    showId,
  });
  const env = { ...process.env, BACKLOT_URL: baseURL ?? '', BACKLOT_TOKEN: token, BACKLOT_SHOW: showId };
  const client = async (...args: string[]) => {
    const result = await run(process.execPath, [join(example, 'backlot.mjs'), ...args], { env }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    return { out: result.stdout.trim(), refused: result.stderr.trim() };
  };
  return { client, revoke: () => api.delete(`/api/tokens/${id}`) };
}

test(
  'API-02, API-23, API-30, DEC-99: the example client raises an order once, lists the queue and saves a PDF',
  { tag: '@long' },
  async ({ apiOf, baseURL }) => {
    const dana = await apiOf('dana');
    const folder = await mkdtemp(join(tmpdir(), 'backlot-example-'));
    const order = JSON.parse(await readFile(join(example, 'order.json'), 'utf8')) as Record<string, unknown>;
    const file = join(folder, 'order.json');
    await writeFile(file, JSON.stringify({ ...order, description: uniqueDescription() }));
    const quote = join(folder, 'quote.txt');
    await writeFile(quote, 'Two lamps, four shades.');

    const creator = await clientOf(dana, baseURL, ['documents:read', 'documents:write', 'reports:read']);
    const first = await creator.client('order', file, quote);
    expect(first.refused).toBe('');
    const [id = '', ...facts] = first.out.split('\t');
    expect(facts.slice(1)).toEqual(['350', 'USD', 'Draft']);
    expect((await creator.client('order', file, quote)).out).toBe(first.out);
    const made = await dana.api.get<PurchaseOrder>(`/api/pos/${id}`);
    expect(made.attachments.map(({ label }) => label)).toEqual(['quote.txt']);

    const waiting = await createSubmittedOrder(dana);
    const approver = await clientOf(await apiOf('marcus'), baseURL, ['documents:read']);
    expect((await approver.client('waiting')).out).toContain(waiting.id);
    expect((await approver.client('order', file)).refused).toContain('FORBIDDEN');

    const path = join(folder, 'order.pdf');
    expect((await creator.client('pdf', id, path)).refused).toBe('');
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
    for (const { client, revoke } of [creator, approver]) {
      await revoke();
      expect((await client('waiting')).refused).toContain('USER_NOT_IN_SESSION');
    }
  },
);

test('the API description is valid OpenAPI 3.1', async ({ request }) => {
  const response = await request.get('/api/openapi.json');
  const validator = new Validator();
  const { valid, errors } = await validator.validate((await response.json()) as Record<string, unknown>);
  expect(errors ?? []).toEqual([]);
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('the API reference is readable without signing in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'API', exact: true })).toBeVisible();
  await page.getByText('/api/pos/{id}/submit').click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.getByRole('link', { name: 'PurchaseOrder', exact: true }).first().click();
  await expect(page.locator('#PurchaseOrder').getByText('invoicedAmount')).toBeVisible();
});
