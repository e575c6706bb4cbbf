import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  AccountingRatesCheck,
  Currencies,
  CurrencyHistory,
  DatedRates,
} from '#domain/currency/currency-response';
import { plan } from '../../support/worker/accounting/sandbox.ts';
import { setBase, useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

type Refused = { code?: string; message?: string };

const path = (part: string, query = '') => `/api/currencies${part}?showId=alpha1${query}`;
const check = (name: PersonName = 'ada') =>
  as(name).post<AccountingRatesCheck & Refused>(path('/rates/accounting/check'), {});
const importThem = (count: number, name: PersonName = 'ada') =>
  as(name).post<Currencies & Refused>(path('/rates/accounting/import'), { count });
const stored = async () =>
  (await as('ada').get<DatedRates>(path('/rates', '&currency=CAD'))).body.rates.map(({ day, rate }) => [
    day,
    rate,
  ]);

beforeAll(async () => {
  await openStudio();
  await useCanadianDollars();
});
beforeEach(async () => {
  await sql.ledger`DELETE FROM switches`;
  await sql.alpha`DELETE FROM exchange_rates`;
  await setBase('USD');
});

describe('the exchange rates of accounting', () => {
  test('CURR-22: the dry run has the changes, and leaves out currencies that no company has', async () => {
    await as('ada').post(path('/rates'), {
      rates: [
        { currency: 'CAD', day: '2026-11-01', rate: '0.73' },
        { currency: 'CAD', day: '2026-11-15', rate: '0.7' },
      ],
    });
    const { status, body } = await check();
    expect([status, body]).toEqual([
      200,
      {
        check: {
          rates: [{ currency: 'CAD', day: '2026-11-15', rate: '0.7281', before: '0.7' }],
          ready: 1,
          unchanged: 1,
          faults: [],
          ignored: ['NOK'],
        },
      },
    ]);
    expect(await stored()).toEqual([
      ['2026-11-15', '0.7'],
      ['2026-11-01', '0.73'],
    ]);
  });

  test('CURR-22: errors name the rate by its position, and nothing of such rates is imported', async () => {
    await sql.ledger`UPDATE exchange_rates SET rate = '-1' WHERE license = 'SA-100' AND day = '2026-11-15'`;
    try {
      expect((await check()).body.check?.faults).toEqual([
        { row: 2, column: 'Rate', message: 'This is not a rate. Write it as 1.36.' },
      ]);
      expect((await importThem(1)).body).toMatchObject({
        code: 'invalid_parameter',
        message: 'Row 2: This is not a rate. Write it as 1.36.',
      });
      expect(await stored()).toEqual([]);
    } finally {
      await sql.ledger`UPDATE exchange_rates SET rate = '0.7281' WHERE license = 'SA-100' AND day = '2026-11-15'`;
    }
  });

  test('CURR-22: rates in another base currency are refused, and so are rates without one', async () => {
    await setBase('CAD');
    expect((await check()).body.message).toMatch(
      / has rates in USD\. The base currency of this show is CAD\.$/,
    );
    await setBase(null);
    expect((await check()).body.message).toBe('Set the base currency first.');
    expect((await importThem(2)).body.message).toBe('Set the base currency first.');
  });

  test.each([
    [{ mode: 'FAIL', status: 422, message: 'The ledger is closed.' }, 'The ledger is closed.'],
    [{ mode: 'GARBAGE' }, 'The accounting system sent a response that Backlot cannot read.'],
  ])('AC-04, CURR-22: a failure of accounting is named: %o', async (failure, message) => {
    await plan('SA', { operation: 'rates.get', ...failure });
    const { status, body } = await check();
    expect([status, body.code, body.message]).toEqual([424, 'accounting_interface_error', message]);
    await sql.ledger`DELETE FROM switches`;
    await plan('SA', { operation: 'rates.get', ...failure });
    expect((await importThem(2)).body.code).toBe('accounting_interface_error');
    expect(await stored()).toEqual([]);
  });

  test('CURR-22, CURR-23: a system without rates of the show has none', async () => {
    await plan('SA', { operation: 'rates.get', mode: 'FAIL', status: 404, message: 'No rates.', times: 2 });
    expect(await check()).toMatchObject({ status: 200, body: { check: null } });
    expect((await importThem(2)).status).toBe(404);
  });

  test('CURR-23: the import stores the rates with the name of the system, and again changes nothing', async () => {
    expect((await importThem(3)).body.code).toBe('WORKFLOW_CONFLICT');
    expect((await importThem(2)).status).toBe(200);
    expect((await importThem(2)).status).toBe(200);
    expect(await stored()).toEqual([
      ['2026-11-15', '0.7281'],
      ['2026-11-01', '0.73'],
    ]);
    const { changes } = (await as('ada').get<CurrencyHistory>(path('/changes'))).body;
    expect(
      changes.filter(({ source }) => source !== '').map(({ subject, after }) => [subject, after]),
    ).toEqual(
      expect.arrayContaining([
        ['CAD', '0.73'],
        ['CAD', '0.7281'],
      ]),
    );
    expect(changes[0]?.source).toBe('SmartAccounting');
  });

  test('CURR-06, CURR-23: users without FULL Show are refused, and accounting is not called', async () => {
    await plan('SA', { operation: 'rates.get', mode: 'FAIL', status: 422, message: 'Called.' });
    expect([(await check('dana')).status, (await importThem(2, 'dana')).status]).toEqual([403, 403]);
    expect((await check()).body.message).toBe('Called.');
  });
});

test('CURR-22, CURR-23: dry run and import take three and four round trips', async () => {
  const counted = countTrips();
  const dryRun = await measureCost(() => check());
  const imported = await measureCost(() => importThem(2));
  counted.stop();
  expect([dryRun, imported].map(({ answer, cost }) => [answer.status, cost.trips])).toEqual([
    [200, 3],
    [200, 4],
  ]);
});
