import { describe, expect, test } from 'vitest';
import { createPageCache } from '../../../web/src/screens/documents/list/page-cache.ts';

/** Pages of 50 rows each, all asked for at the same time. */
function pagesOf(count: number, askedAt = 10) {
  return Array.from({ length: count }, () => ({
    rows: Array.from({ length: 50 }, (_, at) => at),
    asked: 'all',
    askedAt,
  }));
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('DEC-100: which pages of a list are read again after a change', () => {
  test('DEC-100: of a long list those in sight; the others once they come into it', () => {
    let seen = { first: 40, last: 41 };
    const pages = createPageCache(() => seen);
    const held = pagesOf(100);
    pages.hold(held);
    pages.markOld(20);
    const asked = () => numbers(100).filter((page) => pages.kept(page, 'all') === null);
    expect(asked()).toEqual([40, 41]);
    expect(pages.hasOldInSight()).toBe(true);

    pages.hold(held.map((page, at) => (at === 39 || at === 40 ? { ...page, askedAt: 21 } : page)));
    expect(asked()).toEqual([]);
    expect(pages.hasOldInSight()).toBe(false);
    seen = { first: 1, last: 1 };
    expect(pages.hasOldInSight()).toBe(true);
    expect(asked()).toEqual([1]);
  });

  test('DEC-100: of a short list all; a page that nobody holds, or of another question, is always read', () => {
    const pages = createPageCache(() => ({ first: 1, last: 1 }));
    pages.hold(pagesOf(4));
    expect(numbers(5).filter((page) => pages.kept(page, 'all') === null)).toEqual([5]);
    expect(pages.kept(1, 'drafts')).toBeNull();
    pages.markOld(20);
    expect(numbers(4).filter((page) => pages.kept(page, 'all') === null)).toEqual([1, 2, 3, 4]);
  });
});
