/// <reference types="vite/client" />
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { numberSortOf } from '#domain/lists/number-sort';
import migration from '../../../migrations/show/0031_payment_number_order.sql?raw';
import { as } from '../../support/worker/fixtures/client.ts';
import { bookPayment, importPayments, openPayments } from '../../support/worker/fixtures/payments.ts';
import type { PaymentList } from '#domain/payments/payment-response';

beforeAll(openPayments);

test('LS-05, DEC-46: payment numbers sort as text, regardless of length and case', async () => {
  const numbers = ['ZK9', 'ze10', 'ZK80'];
  await importPayments(...numbers.map((number) => bookPayment(`sorted-${number}`, { number })));
  const listed = async (direction: string) => {
    const query = `showId=alpha1&sort=PAYMENT_NUMBER,${direction}`;
    const answer = await as('dana').post<PaymentList>(`/api/payments/filter/?${query}`, {
      paymentNumbers: numbers,
    });
    return answer.body.payments.map(({ number }) => number);
  };
  expect(await listed('ASC')).toEqual(['ze10', 'ZK80', 'ZK9']);
  expect(await listed('DESC')).toEqual(['ZK9', 'ZK80', 'ze10']);
});

test('DEC-46: the migration only removes the leading zeros of stored payment numbers', async () => {
  const [, expression = ''] = /SET number_sort = (.+) WHERE/.exec(migration) ?? [];
  const numbers = ['CK9', '007', 'ab', '0', 'LONGER-THAN-TWENTY-SIGNS'];
  const { results } = await env.SHOWS_0.prepare(
    `SELECT ${expression} AS key FROM (SELECT value ->> 0 AS number, value ->> 1 AS number_sort FROM json_each(?))`,
  )
    .bind(JSON.stringify(numbers.map((number) => [number, number.toUpperCase().padStart(20, '0')])))
    .all<{ key: string }>();
  expect(results.map(({ key }) => key)).toEqual(numbers.map((number) => numberSortOf('PAYMENT', number)));
});
