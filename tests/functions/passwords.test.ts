import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from '#verbs/passwords';

test('a password is kept as a salted scrypt hash at the full cost, and only it matches', async () => {
  const [first, second] = await Promise.all([hashPassword('backlot-demo'), hashPassword('backlot-demo')]);
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\da-f]{32}\$[\da-f]{64}$/);
  expect(second).not.toBe(first);
  expect(await passwordMatches('backlot-demo', first)).toBe(true);
  expect(await passwordMatches('backlot-demO', first)).toBe(false);
  expect(await passwordMatches('', null)).toBe(false);
});
