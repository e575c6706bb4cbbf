import { describe, expect, test } from 'vitest';
import { codeOf, codesText, codingOf, usedCodeFields } from '#domain/documents/line-codes';

const fields = [
  { config_type: 'ACCOUNT', header: 'Account' },
  { config_type: 'EPISODE', header: 'Ep.' },
  { config_type: 'FREE_FIELD', header: 'Incentive' },
];

describe('LI-01, DEC-52: the codes of a line', () => {
  test('LI-01: the episode field is the fallback for the coding', () => {
    expect(codeOf({ coding: {}, episode: '107' }, 'EPISODE')).toBe('107');
    expect(codeOf({ coding: { EPISODE: '' }, episode: '107' }, 'EPISODE')).toBe('107');
    expect(codeOf({ coding: {}, episode: '107' }, 'SET')).toBe('');
  });

  test('LI-01: an episode in the coding replaces the episode field', () => {
    const line = { coding: { EPISODE: '102' }, episode: '101' };
    expect(codesText(line, fields)).toBe('Ep. 102');
    expect(codesText(line, [])).toBe('Episode 102');
  });

  test('LI-01: consumers without an episode field get the episode as a code', () => {
    expect(codingOf({ coding: { ACCOUNT: '2310' }, episode: '101' })).toEqual({
      ACCOUNT: '2310',
      EPISODE: '101',
    });
    expect(codingOf({ coding: { EPISODE: '102' }, episode: '101' })).toEqual({ EPISODE: '102' });
    expect(codingOf({ coding: { ACCOUNT: '2310' }, episode: '' })).toEqual({ ACCOUNT: '2310' });
  });

  test('LI-27: the columns have the names and the order of the chart', () => {
    const coding = { FREE_FIELD: 'QUAL', ACCOUNT: '2310' };
    expect(codesText({ coding }, fields)).toBe('Account 2310 · Incentive QUAL');
  });

  test('DEC-52: no code is lost before the chart is loaded, or when it has no such column', () => {
    const coding = { PHASE_2: 'B', FREE_FIELD: 'QUAL', ACCOUNT: '2310' };
    expect(codesText({ coding }, [])).toBe('Account 2310 · Free Field QUAL · PHASE 2 B');
  });

  test('DEC-52: a column without any code is omitted', () => {
    const lines = [{ coding: { ACCOUNT: '2310', SET: '' } }, { coding: {}, episode: '101' }];
    expect(usedCodeFields(lines, fields).map(({ header }) => header)).toEqual(['Account', 'Ep.']);
  });
});
