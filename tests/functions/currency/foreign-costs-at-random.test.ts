import { beforeAll, expect, test } from 'vitest';
import { exchangeVarianceCents, variancesByCode } from '#domain/currency/budgeted-rates';
import { storeFor } from '#store/d1/open';
import { read } from '#store/d1/query';
import { foreignCostsQuery } from '#store/show/budget/cost-reports';
import { verifyMeasures } from '#verbs/operations/verify-movements';
import { sampleHistories } from '../../support/check-histories.ts';
import { postBudget } from '../../support/worker/budget/budgets.ts';
import { storeHistories } from '../../support/worker/budget/stored-histories.ts';
import { useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import { openInvoices } from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

const alpha = storeFor(studioEnv, { id: 'alpha1', shard: 0 });

beforeAll(async () => {
  await openInvoices();
  await useCanadianDollars();
});

test('BUD-91, BUD-92: after random histories, the variance of each account is that of a recount, to the cent', async () => {
  await setSettings('alpha1', { baseCurrency: 'CAD' });
  expect((await postBudget({ name: 'Draft 3', lines: [{ account: '6100', amount: 20_000 }] })).status).toBe(
    201,
  );
  await sql.alpha`INSERT INTO budgeted_rates (show_id, currency_code, rate)
    VALUES ('alpha1', 'USD', '1.2987'), ('alpha1', 'JPY', '0.0093')`;
  const [day, rates] = ['2026-11-03', [{ currency: 'USD', rate: '1.2987' }]];
  const sample = sampleHistories(120, { minLength: 40, maxLength: 80 });
  for (const stage of [0, 1]) {
    await storeHistories(sample.map((one) => one[stage]!.world));
    const counts = sample.flatMap((one) => one[stage]!.counts);
    const found = await read(foreignCostsQuery(alpha, 'ACCOUNT', day));
    const recounted = counts.flatMap(({ account, currency, cents, originalCurrency, originalCents = 0 }) =>
      originalCurrency === 'USD' && currency === 'CAD'
        ? [{ code: account, currency: originalCurrency, originalCents, cents }]
        : [],
    );
    expect(recounted.length).toBeGreaterThan(10);
    const codes = [...new Set(recounted.map(({ code }) => code))].toSorted();
    const added = codes.map((code) => {
      const own = recounted.filter((one) => one.code === code);
      const sum = (amountOf: (one: (typeof own)[number]) => number) =>
        own.reduce((total, one) => total + amountOf(one), 0);
      const costs = [
        {
          currency: 'USD',
          originalCents: sum((one) => one.originalCents),
          cents: sum((one) => one.cents),
        },
      ];
      return [code, exchangeVarianceCents(costs, rates, 'CAD')];
    });
    const variances = variancesByCode(found.costs, rates, 'CAD');
    expect([...(variances ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual(added);
    expect(await verifyMeasures(alpha, 10)).toEqual([]);
  }
});
