import { beforeAll, describe, expect, test } from 'vitest';
import type { Currencies, CurrencyHistory, DatedRates, RatesCheck } from '#domain/currency/currency-response';
import { as } from '../../support/worker/fixtures/client.ts';
import { useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import { requestsOverMaxTrips } from '../../support/worker/database/max-round-trips.ts';
import { formOf } from '../../support/worker/fixtures/imports.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

type Body = Currencies & { code?: string; message?: string };

const path = (part = '', query = '') => `/api/currencies${part}?showId=alpha1${query}`;
const view = async () => (await as('ada').get<Body>(path())).body;
const setBase = (currency: string | null, name: PersonName = 'ada') =>
  as(name).put<Body>(path('/base'), { currency });
const setRates = (...rates: { currency: string; day: string | null; rate: string | null }[]) =>
  as('ada').post<Body>(path('/rates'), { rates });
const changes = async () => (await as('ada').get<CurrencyHistory>(path('/changes'))).body.changes;
const cad = (day: string | null, rate: string | null) => ({ currency: 'CAD', day, rate });

beforeAll(async () => {
  await openStudio();
  await useCanadianDollars();
});

describe('the base currency', () => {
  test('CURR-01: the common base currency of the companies is suggested, and none is set at first', async () => {
    expect(await view()).toMatchObject({ baseCurrency: null, suggestion: 'USD' });
  });

  test('CURR-01: only a currency of the companies can be the base currency', async () => {
    expect((await setBase('GBP')).body.message).toBe('No company of this show uses GBP.');
    expect((await setBase('usd')).status).toBe(400);
    expect((await setBase('USD', 'dana')).status).toBe(403);
    expect((await setBase('USD')).body.baseCurrency).toBe('USD');
    expect((await setBase('USD')).status).toBe(200);
    expect((await setBase(null)).body.baseCurrency).toBeNull();
    expect((await setBase('USD')).body.baseCurrency).toBe('USD');
    expect((await changes()).map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['BASE', null, 'USD'],
      ['BASE', 'USD', null],
      ['BASE', null, 'USD'],
    ]);
    const settings = await as('ada').get<{ baseCurrency: string }>('/api/shows/alpha1/settings');
    expect(settings.body.baseCurrency).toBe('USD');
  });

  test('CURR-05: rates end with the base currency that they were stored for, and need one', async () => {
    await setRates(cad('2017-01-01', '0.75'));
    expect((await view()).currencies).toContainEqual({ ...cad('2017-01-01', '0.75'), budgetedRate: null });
    await setBase(null);
    expect((await setRates(cad('2017-01-01', '0.75'))).body.message).toBe('Set the base currency first.');
    await setBase('USD');
    expect((await view()).currencies).toContainEqual({
      currency: 'CAD',
      day: null,
      rate: null,
      budgetedRate: null,
    });
  });
});

describe('exchange rates', () => {
  test('CURR-05, CURR-08: rates are stored by day, with a history, and a repeated request changes nothing', async () => {
    const before = (await changes()).length;
    expect((await setRates(cad('2018-03-01', '0.7350'))).body.currencies).toContainEqual({
      currency: 'CAD',
      day: '2018-03-01',
      rate: '0.735',
      budgetedRate: null,
    });
    await setRates(cad('2018-03-01', '0.735'));
    await setRates(cad('2018-03-01', '0.74'), cad('2018-02-01', '0.7'));
    await setRates(cad('2018-02-01', null));
    const { body } = await as('ada').get<DatedRates>(path('/rates', '&currency=CAD'));
    expect(body).toEqual({ rates: [{ currency: 'CAD', day: '2018-03-01', rate: '0.74' }], hasMore: false });
    const entries = (await changes()).slice(0, -before);
    expect(entries.map(({ day, before: was, after, by }) => [day, was, after, by.name])).toEqual([
      ['2018-02-01', '0.7', null, 'Ada Stone'],
      ['2018-02-01', null, '0.7', 'Ada Stone'],
      ['2018-03-01', '0.735', '0.74', 'Ada Stone'],
      ['2018-03-01', null, '0.735', 'Ada Stone'],
    ]);
  });

  test('CURR-05: storing or deleting a rate takes three round trips', async () => {
    const requests = {
      'a new rate': () => setRates(cad('2018-03-02', '0.71')),
      'no rate any more': () => setRates(cad('2018-03-02', null)),
    };
    expect(await requestsOverMaxTrips(3, requests)).toEqual([]);
  });

  test('CURR-02: a rate that is no exact decimal is refused, and changes nothing', async () => {
    for (const rate of ['0', '-1', '1,36', '1e3', '', '0.00000000001'])
      expect((await setRates(cad('2018-03-05', rate))).status, rate).toBe(400);
    expect(
      (await as('ada').post(path('/rates'), { rates: [{ ...cad('2018-03-05', '1'), rate: 1.36 }] })).status,
    ).toBe(400);
    expect((await setRates(cad('2018-02-30', '1'))).status).toBe(400);
    expect((await setRates({ ...cad('2018-03-05', '1'), currency: 'GBP' })).body.message).toBe(
      'No company of this show uses GBP.',
    );
    expect((await setRates({ ...cad('2018-03-05', '1'), currency: 'USD' })).body.message).toBe(
      'USD is the base currency. Its rate is 1.',
    );
    const { body } = await as('ada').get<DatedRates>(path('/rates', '&currency=CAD'));
    expect(body.rates.map(({ day }) => day)).toEqual(['2018-03-01']);
  });

  test('CURR-07: a file is checked first, and imported with what the check showed', async () => {
    const file = () => formOf('Currency,Date,Rate\ncad,2018-03-01,0.75\nCAD,2018-03-08,0.76\n', 'rates.csv');
    const check = await as('ada').post<RatesCheck>(path('/rates/check'), file());
    expect(check.body).toMatchObject({
      ready: 2,
      unchanged: 0,
      faults: [],
      rates: [
        { currency: 'CAD', day: '2018-03-01', rate: '0.75', before: '0.74' },
        { currency: 'CAD', day: '2018-03-08', rate: '0.76', before: null },
      ],
    });
    const other = await as('ada').post<Body>(path('/rates/import', '&count=1'), file());
    expect([other.status, other.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    for (const _ of [1, 2])
      expect((await as('ada').post(path('/rates/import', '&count=2'), file())).status).toBe(200);
    const [newest] = await changes();
    expect(newest).toMatchObject({ source: 'rates.csv', day: '2018-03-08', after: '0.76' });
    const wrong = formOf(
      'Currency,Date,Rate\nGBP,soon,a lot\nCAD,2018-03-08,1\nCAD,2018-03-08,2',
      'rates.csv',
    );
    const faulty = await as('ada').post<RatesCheck>(path('/rates/check'), wrong);
    expect(faulty.body.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      `2 Currency: “GBP” is not a currency of the show's companies.`,
      '2 Date: This is neither a date nor “Budgeted”. Write a date as 2018-03-30.',
      '2 Rate: This is not a rate. Write it as 1.36.',
      '4 Date: An earlier row has the same currency and day.',
    ]);
  });

  test('CURR-05, CURR-07: without a base currency, a file of rates is refused', async () => {
    const file = () => formOf('Currency,Date,Rate\nCAD,2018-03-15,0.75\n', 'rates.csv');
    await setBase(null);
    for (const part of ['/rates/check', '/rates/import'])
      expect((await as('ada').post<Body>(path(part, '&count=1'), file())).body.message).toBe(
        'Set the base currency first.',
      );
    await setBase('USD');
  });
});

describe('budgeted rates', () => {
  const budgetedRate = async () =>
    (await view()).currencies.find(({ currency }) => currency === 'CAD')?.budgetedRate;

  test('BUD-90: a budgeted rate is stored beside the dated rates, with a history of its own', async () => {
    const dated = async () => (await as('ada').get<DatedRates>(path('/rates', '&currency=CAD'))).body;
    const before = await dated();
    const entriesBefore = (await changes()).length;
    expect((await setRates(cad(null, '0.70'), cad(null, '0.720'))).status).toBe(200);
    await setRates(cad(null, '0.72'));
    expect(await budgetedRate()).toBe('0.72');
    await setRates(cad(null, '0.73'));
    await setRates(cad(null, null));
    expect(await budgetedRate()).toBeNull();
    expect(await dated()).toEqual(before);
    const entries = (await changes()).slice(0, -entriesBefore);
    expect(
      entries.map(({ kind, subject, day, before: was, after }) => [kind, subject, day, was, after]),
    ).toEqual([
      ['RATE', 'CAD', null, '0.73', null],
      ['RATE', 'CAD', null, '0.72', '0.73'],
      ['RATE', 'CAD', null, null, '0.72'],
    ]);
  });

  test('BUD-90: a row of a file without a day but with the word Budgeted has the budgeted rate', async () => {
    const file = () => formOf('Currency,Date,Rate\nCAD,budgeted,0.71\nCAD,2018-03-09,0.77\n', 'rates.csv');
    const { body } = await as('ada').post<RatesCheck>(path('/rates/check'), file());
    expect(body).toMatchObject({
      ready: 2,
      faults: [],
      rates: [
        { ...cad(null, '0.71'), before: null },
        { ...cad('2018-03-09', '0.77'), before: null },
      ],
    });
    expect((await as('ada').post(path('/rates/import', '&count=2'), file())).status).toBe(200);
    expect(await budgetedRate()).toBe('0.71');
    const again = await as('ada').post<RatesCheck>(path('/rates/check'), file());
    expect(again.body).toMatchObject({ ready: 0, unchanged: 2 });
    const twice = formOf('Currency,Date,Rate\nCAD,Budget,1\nCAD,BUDGETED,2\n', 'rates.csv');
    const faulty = await as('ada').post<RatesCheck>(path('/rates/check'), twice);
    expect(faulty.body.faults.map(({ row, message }) => [row, message])).toEqual([
      [3, 'An earlier row has the same currency and day.'],
    ]);
  });

  test('BUD-90: storing a budgeted rate takes three round trips', async () => {
    expect(await requestsOverMaxTrips(3, { 'a budgeted rate': () => setRates(cad(null, '0.75')) })).toEqual(
      [],
    );
  });

  test('BUD-90: only a user with FULL Show sets one, never for the base currency', async () => {
    const body = { rates: [cad(null, '0.9')] };
    expect((await as('dana').post(path('/rates'), body)).status).toBe(403);
    expect((await setRates({ ...cad(null, '1'), currency: 'USD' })).body.message).toBe(
      'USD is the base currency. Its rate is 1.',
    );
    expect(await budgetedRate()).toBe('0.75');
  });

  test('BUD-90: budgeted rates end with the base currency that they were stored for', async () => {
    await setBase(null);
    expect(await budgetedRate()).toBeNull();
    await setBase('USD');
    expect(await budgetedRate()).toBeNull();
  });
});

test('CURR-20: a tax code gets a rate and a recoverable share, in percent', async () => {
  const [tax] = (await view()).taxes;
  expect(tax).toMatchObject({ code: 'T1', rate: null, recoverable: null });
  const put = (terms: object | null, code = 'T1') =>
    as('ada').put<Body>(path('/taxes'), {
      projectCompanyExternalId: tax?.projectCompanyExternalId,
      code,
      terms,
    });
  expect((await put({ rate: '9.975', recoverable: '50.0' })).body.taxes[0]).toMatchObject({
    rate: '9.975',
    recoverable: '50',
  });
  expect((await put({ rate: '101', recoverable: '0' })).status).toBe(400);
  expect((await put({ rate: '8', recoverable: '0' }, 'T9')).status).toBe(404);
  const [change] = await changes();
  expect(change).toMatchObject({ kind: 'TAX', before: null, after: '9.975 %, 50 % recoverable' });
  expect((await put(null)).body.taxes[0]).toMatchObject({ rate: null, recoverable: null });
});
