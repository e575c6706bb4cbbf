import { describe, expect, it } from 'vitest';
import { isEmail, withRecipients } from '#domain/values/email-address';
import { isValidTemporaryVendor } from '#domain/reference-data/vendor';

const complete = { name: 'Pop-up Props', address: '1 Mill Rd', email: '', shareEmail: '' };

describe('temporary vendors', () => {
  it.each([
    [{}, true],
    [{ email: 'a@b.co', shareEmail: ' a@b.co ' }, true],
    [{ name: '  ' }, false],
    [{ address: '\t' }, false],
    [{ email: 'a@b' }, false],
    [{ shareEmail: 'nobody' }, false],
  ])('VE-13, VE-17, DEC-34, DEC-89: %o fits: %s', (change, fits) => {
    expect(isValidTemporaryVendor({ ...complete, ...change })).toBe(fits);
  });
});

describe('e-mail addresses', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', "o'hara@example.org", 'x_y@a-b.io'])(
    'EM-08: %s is valid',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.co',
    'a@b..co',
    'a..b@c.co',
    '.a@c.co',
    'a.@c.co',
    'a@-b.co',
    'a@b.co,c@d.co',
    'A <a@b.co>',
    'a@b.co\nBcc: c@d.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(250)}.co`,
  ])('EM-08: %j is invalid', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it.each([
    [[], 'a@b.co', ['a@b.co']],
    [[], 'a@b.co, c@d.co;e@f.co\tg@h.co', ['a@b.co', 'c@d.co', 'e@f.co', 'g@h.co']],
    [['a@b.co'], 'A@B.co nobody', ['a@b.co', 'nobody']],
    [['a@b.co'], ' ,; ', ['a@b.co']],
  ])('EM-10, EM-11: chips %o and typed %j make %o', (chips, typed, all) => {
    expect(withRecipients(chips, typed)).toEqual(all);
  });
});
