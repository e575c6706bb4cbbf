/// <reference types="vite/client" />
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import migration from '../../../migrations/show/0024_relief_limits_and_duplicate_invoices.sql?raw';

test('DEC-37: the migration normalizes ASCII numbers as the domain does', async () => {
  const [, expression = ''] = /SELECT (replace\(.+\))\n/.exec(migration) ?? [];
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCodePoint(0x20 + n));
  const numbers = [...printable.map((sign) => `Lo${sign}i1${sign}`), 'INV-0042_b|', ' il O '];
  const { results } = await env.SHOWS_0.prepare(
    `SELECT d.number, ${expression} AS key FROM (SELECT value AS number FROM json_each(?)) d`,
  )
    .bind(JSON.stringify(numbers))
    .all<{ number: string; key: string }>();
  expect(results).toEqual(numbers.map((number) => ({ number, key: invoiceNumberKey(number) })));
});
