import { expect, test } from 'vitest';
import { typedCodes } from '../../../web/src/forms/document/lines/split-parts.ts';

test('BUD-77: typed accounts may differ from the chart in upper and lower case', () => {
  const known = [{ id: 'Prod-12' }, { id: '2301' }];
  expect(typedCodes(' prod-12,2301  PROD-12 ; ab', known)).toEqual(['Prod-12', '2301', 'ab']);
  expect(typedCodes('ab AB', null)).toEqual(['ab', 'AB']);
});
