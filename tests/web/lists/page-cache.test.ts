import { describe, expect, test } from 'vitest';
import { createPageCache } from '../../../web/src/screens/documents/list/page-cache.ts';

/** Pages of 50 rows each, all requested at the same time. */
function pagesOf(count: number, requestedAt = 10) {
  return Array.from({ length: count }, () => ({
    rows: Array.from({ length: 50 }, (_, at) => at),
    requestKey: 'all',
    requestedAt,
  }));
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('DEC-100: refetched pages of a list after a change', () => {
  test('DEC-100: a long list refetches its visible pages, and the others once they are visible', () => {
    let visible = { first: 40, last: 41 };
    const pages = createPageCache(() => visible);
    const pageList = pagesOf(100);
    pages.store(pageList);
    pages.markStale(20);
    const requestKey = () => numbers(100).filter((page) => pages.fresh(page, 'all') === null);
    expect(requestKey()).toEqual([40, 41]);
    expect(pages.hasVisibleStalePages()).toBe(true);

    pages.store(pageList.map((page, at) => (at === 39 || at === 40 ? { ...page, requestedAt: 21 } : page)));
    expect(requestKey()).toEqual([]);
    expect(pages.hasVisibleStalePages()).toBe(false);
    visible = { first: 1, last: 1 };
    expect(pages.hasVisibleStalePages()).toBe(true);
    expect(requestKey()).toEqual([1]);
  });

  test('DEC-100: a short list refetches all its pages; a missing page or one of another query is always fetched', () => {
    const pages = createPageCache(() => ({ first: 1, last: 1 }));
    pages.store(pagesOf(4));
    expect(numbers(5).filter((page) => pages.fresh(page, 'all') === null)).toEqual([5]);
    expect(pages.fresh(1, 'drafts')).toBeNull();
    pages.markStale(20);
    expect(numbers(4).filter((page) => pages.fresh(page, 'all') === null)).toEqual([1, 2, 3, 4]);
  });
});
