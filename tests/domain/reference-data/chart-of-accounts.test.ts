import { describe, expect, it, test } from 'vitest';
import {
  withOnlyChoice,
  coaExternalId,
  availableParts,
  withoutUnavailableCodes,
} from '#domain/reference-data/chart-of-accounts';
import { taxCodeFor } from '#domain/reference-data/company';
import type { AccountField, AccountPart } from '#domain/reference-data/reference-data-response';

function part(code: string, change: Partial<AccountPart> = {}): AccountPart {
  return {
    account_part_id: `part-${code}`,
    part_config_id: 'p',
    id_code: code,
    description: code,
    part_order: Number(code) || 0,
    is_active: true,
    is_asset: false,
    is_header: false,
    is_insurance: false,
    rollup_account_part_id: null,
    ...change,
  };
}

function field(configType: string, parts: AccountPart[]): AccountField {
  return { header: configType, config_type: configType, part_config_id: 'p', account_parts: parts };
}

const account = field('ACCOUNT', [
  part('2000', { is_header: true }),
  part('2320'),
  part('2310'),
  part('2390', { is_active: false }),
]);
const episode = field('EPISODE', [part('101')]);
const free = field('FREE_FIELD', []);

describe('selectable codes', () => {
  test('DEC-52: headers and inactive parts are excluded, in the order of the chart', () => {
    expect(availableParts(account, {}).map(({ id_code }) => id_code)).toEqual(['2310', '2320']);
  });

  it.each([
    [{ ACCOUNT: ['2320'] }, ['2320']],
    [{ ACCOUNT: [] }, ['2310', '2320']],
    [{ EPISODE: ['101'] }, ['2310', '2320']],
    [{ ACCOUNT: ['2390', '2000'] }, []],
  ])('DEC-52: a department that allows %o is offered %o', (allowed, codes) => {
    expect(availableParts(account, allowed).map(({ id_code }) => id_code)).toEqual(codes);
  });
});

describe('automatic selection', () => {
  it.each([
    ['LI-29', 'the only part of a column', {}, {}, { EPISODE: '101' }],
    ['LI-29', 'the only allowed code', {}, { ACCOUNT: ['2320'] }, { ACCOUNT: '2320', EPISODE: '101' }],
    [
      'LI-30',
      'a code outside the list goes',
      { ACCOUNT: '2310' },
      { ACCOUNT: ['2320', '2330'] },
      { EPISODE: '101' },
    ],
    [
      'LI-30',
      'and the only allowed one comes',
      { ACCOUNT: '2310' },
      { ACCOUNT: ['2320'] },
      { ACCOUNT: '2320', EPISODE: '101' },
    ],
    ['LI-29', 'a chosen code stays', { ACCOUNT: '2310' }, {}, { ACCOUNT: '2310', EPISODE: '101' }],
    [
      'LI-29',
      'an allowed code that is inactive is not filled in',
      {},
      { ACCOUNT: ['2390'] },
      { EPISODE: '101' },
    ],
    ['DEC-52', 'free text stays', { FREE_FIELD: 'x' }, {}, { FREE_FIELD: 'x', EPISODE: '101' }],
  ])('%s: %s', (_id, _what, coding, allowed, coded) => {
    const before = { ...coding };
    expect(withOnlyChoice(coding, [account, episode, free], allowed)).toEqual(coded);
    expect(coding).toEqual(before);
  });
});

describe('codes and their account parts', () => {
  test('PO-43: unknown, inactive and header codes and codes of missing columns are removed', () => {
    const fields = [account, episode, free];
    expect(
      withoutUnavailableCodes({ ACCOUNT: '2310', EPISODE: '999', SET: '1', FREE_FIELD: 'x' }, fields),
    ).toEqual({
      ACCOUNT: '2310',
      FREE_FIELD: 'x',
    });
    expect(withoutUnavailableCodes({ ACCOUNT: '2390' }, fields)).toEqual({});
    expect(withoutUnavailableCodes({ ACCOUNT: '2000' }, fields)).toEqual({});
  });

  it.each([
    [{ ACCOUNT: '2310' }, 'part-2310'],
    [{ EPISODE: '101' }, null],
    [{ ACCOUNT: '7' }, null],
  ])('DEC-52: %o has the external id %s', (coding, id) => {
    expect(coaExternalId(coding, [account, episode])).toBe(id);
  });

  const taxCodes = [{ code: 'GST', description: 'Goods and services' }];
  it.each([
    ['offered', { hasTaxInfo: true, taxCodes }, 'GST', 'GST'],
    ['not in its list', { hasTaxInfo: true, taxCodes }, 'VAT', null],
    ['without tax info', { hasTaxInfo: false, taxCodes }, 'GST', null],
    ['no company', null, 'GST', null],
    ['none chosen', { hasTaxInfo: true, taxCodes }, null, null],
  ])('LI-31: after a change of company, %s', (_when, company, taxCode, remaining) => {
    expect(taxCodeFor(company, taxCode)).toBe(remaining);
  });
});
