import { beforeAll, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import {
  bookPayment,
  importPayments,
  openPayments,
  readPayment,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import { historyFaults } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);

test('CURR-10, CURR-14: the submit of a payment needs a rate and stores it', async () => {
  await useCanadianDollars();
  const [id = ''] = await importPayments(bookPayment('pay-1'));
  await as('ada').put('/api/currencies/base?showId=alpha1', { currency: 'CAD' });
  const refused = await submitAs('ada', id);
  expect([refused.status, refused.body]).toEqual([422, expect.objectContaining({ code: 'rate_missing' })]);
  await as('ada').post('/api/currencies/rates?showId=alpha1', {
    rates: [{ currency: 'USD', day: '2018-01-01', rate: '1.36' }],
  });
  const sent = await submitAs('ada', id);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { totalCost, baseTotal } = await readPayment('ada', id);
  expect(baseTotal).toEqual({ currency: 'CAD', total: Math.round(totalCost * 136) / 100, rate: '1.36' });
  expect(await historyFaults()).toEqual([]);
});
