import * as v from 'valibot';
import { expect, test } from 'vitest';
import { departmentSettings } from '#domain/management/department';

test("API-105, DEC-52: a field's codes are deduplicated, and a field without codes is dropped", () => {
  const codes = { ACCOUNT: ['6100', '6200', '6100'], SET: ['S1'], EPISODE: [] };
  expect(v.parse(departmentSettings.accountCodes, codes)).toEqual({ ACCOUNT: ['6100', '6200'], SET: ['S1'] });
});
