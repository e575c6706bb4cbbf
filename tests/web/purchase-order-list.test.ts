import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { purchaseOrderFilters } from '#domain/lists';
import { chipsOf, withoutChip } from '../../web/src/screens/purchase-orders/list/filter-chips.ts';
import {
  filterBody,
  filterCount,
  noFilters,
  readQuery,
  writeQuery,
} from '../../web/src/screens/purchase-orders/list/list-query.ts';
import type { ListFilters, ListQuery } from '../../web/src/screens/purchase-orders/list/list-query.ts';
import { hrefOf } from '../../web/src/screens/purchase-orders/list/row-href.ts';
import { sums } from '../../web/src/screens/purchase-orders/list/totals.ts';

const plain: ListQuery = {
  ...noFilters,
  status: null,
  number: '',
  sort: { type: 'PO_NUMBER', direction: 'DESC' },
};

const word = fc.stringMatching(/^[A-Za-z0-9 &~%+.-]{1,12}$/);
const number = fc.stringMatching(/^[A-Z0-9-]{1,8}$/);
const query: fc.Arbitrary<ListQuery> = fc.record({
  status: fc.constantFrom(null, 'all', 'approved', 'void'),
  number: fc.stringMatching(/^\d{0,10}$/),
  sort: fc.record({
    type: fc.constantFrom('PO_NUMBER', 'TOTAL', 'VENDOR_NAME'),
    direction: fc.constantFrom('ASC', 'DESC'),
  }),
  startDate: fc.constantFrom('', '2026-01-31'),
  endDate: fc.constantFrom('', '2026-02-01'),
  departmentIds: fc.uniqueArray(word, { maxLength: 3 }),
  creatorIds: fc.uniqueArray(word, { maxLength: 3 }),
  vendors: fc.array(fc.record({ number, name: word }), { maxLength: 3 }),
  isAdjustment: fc.constantFrom(null, true, false),
  isFailedToSend: fc.boolean(),
});

describe('the query of the list', () => {
  test('LS-25: whatever is filtered and sorted survives in the address', () => {
    fc.assert(
      fc.property(query, (wanted) => {
        const address = new URLSearchParams(writeQuery(wanted).toString());
        expect(readQuery(address)).toEqual(wanted);
      }),
    );
  });

  test('LS-04: an untouched list has a bare address, and a bare address sorts by number, newest first', () => {
    expect(writeQuery(plain).toString()).toBe('');
    expect(readQuery(new URLSearchParams()).sort).toEqual({ type: 'PO_NUMBER', direction: 'DESC' });
  });

  test('LS-32: an address written by hand is read as far as it makes sense', () => {
    const read = readQuery(new URLSearchParams('number=ab12&sort=COLOUR,UP&from=2026-02-31&co=maybe'));
    expect(read).toEqual({ ...plain, number: '12' });
  });

  test('LS-09: every body that a query makes is one that the server takes', () => {
    fc.assert(
      fc.property(query, fc.constantFrom('CREATOR', 'APPROVER'), fc.boolean(), (wanted, persona, own) => {
        const body = filterBody(wanted, persona, 'me', own);
        expect(v.safeParse(purchaseOrderFilters, body).success).toBe(true);
      }),
    );
  });

  test('LS-12: a creator begins with what is in progress; Show All asks for no status', () => {
    expect(filterBody(plain, 'CREATOR', 'me', false).poStatuses).toEqual(['DRAFT', 'SUBMITTED_FOR_APPROVAL']);
    expect(filterBody({ ...plain, status: 'all' }, 'CREATOR', 'me', false).poStatuses).toEqual([]);
  });

  test('LS-15: Approved By Me and Voided By Me name the user', () => {
    expect(filterBody({ ...plain, status: 'approved' }, 'APPROVER', 'me', false).approverIds).toEqual(['me']);
    expect(filterBody({ ...plain, status: 'void' }, 'APPROVER', 'me', false).voiderIds).toEqual(['me']);
  });

  test('PE-18: who sees only his own asks for his own, whatever the address says', () => {
    const body = filterBody({ ...plain, creatorIds: ['somebody'] }, 'CREATOR', 'me', true);
    expect(body.creatorIds).toEqual(['me']);
  });

  test('LS-31: a range that ends before it begins filters nothing', () => {
    const upside = { ...plain, startDate: '2026-03-01', endDate: '2026-02-01' };
    expect(filterBody(upside, 'CREATOR', 'me', false).dateRange).toBeNull();
  });
});

describe('applied filters', () => {
  const names = { department: (id: string) => `D ${id}`, person: (id: string) => `P ${id}`, day: String };

  test('LS-30: the button counts kinds of filters, a range of days once', () => {
    expect(filterCount(noFilters)).toBe(0);
    const some = {
      ...noFilters,
      startDate: '2026-01-01',
      endDate: '2026-02-01',
      departmentIds: ['a', 'b'],
      isFailedToSend: true,
    };
    expect(filterCount(some)).toBe(3);
  });

  test('LS-30: taking away every chip, one after the other, leaves no filter', () => {
    fc.assert(
      fc.property(query, (wanted) => {
        const chips = chipsOf(wanted, names);
        const left = chips.reduce<ListFilters>((filters, { id }) => withoutChip(filters, id), wanted);
        expect(filterCount(left)).toBe(0);
      }),
    );
  });

  test('LS-37: a one-sided range says from when or until when', () => {
    const text = (part: Partial<ListQuery>) => chipsOf({ ...noFilters, ...part }, names)[0]?.text;
    expect(text({ startDate: '2026-01-01' })).toBe('From 2026-01-01');
    expect(text({ endDate: '2026-01-01' })).toBe('Until 2026-01-01');
    expect(text({ startDate: '2026-01-01', endDate: '2026-02-01' })).toBe('2026-01-01 to 2026-02-01');
  });
});

describe('rows', () => {
  test.each([
    ['Draft', 'CREATOR', '/po/edit/x'],
    ['Needs revision', 'CREATOR', '/po/edit/x'],
    ['Submitted for approval', 'CREATOR', '/po/review/x/creator'],
    ['Approved', 'CREATOR', '/po/review/x/creator'],
    ['Void', 'CREATOR', '/po/review/x/creator'],
    ['Needs revision', 'APPROVER', '/po/review/x/approver'],
    ['Submitted for approval', 'APPROVER', '/po/review/x/approver'],
  ] as const)('LS-06, DEC-79: a row that is %s opens for the %s at %s', (submissionStatus, persona, href) => {
    expect(hrefOf({ id: 'x', submissionStatus }, persona)).toBe(href);
  });

  test('UX-10: what is shown is summed in each currency apart, to the cent', () => {
    const rows = [
      { currency: 'CAD', totalCost: 10.1 },
      { currency: 'USD', totalCost: 0.1 },
      { currency: 'USD', totalCost: 0.2 },
    ];
    expect(sums(rows)).toEqual([
      { currency: 'USD', cents: 30 },
      { currency: 'CAD', cents: 1010 },
    ]);
  });
});
