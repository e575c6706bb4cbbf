import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { sorts } from '#domain/lists/lists';
import { invoiceFilters, purchaseOrderFilters } from '#domain/lists/list-filters';
import { paymentFilters } from '#domain/payments/payment-filters';
import type { CommonFilters } from '../../../web/src/screens/documents/list/filters/common-filters.ts';
import {
  filterCount,
  noFilters,
  writeFilters,
} from '../../../web/src/screens/documents/list/filters/filter-parts.ts';
import type { FilterParts } from '../../../web/src/screens/documents/list/filters/filter-parts.ts';
import { readQuery, writeQuery } from '../../../web/src/screens/documents/list/list-query.ts';
import type { ListQuery } from '../../../web/src/screens/documents/list/list-query.ts';
import { hrefOf } from '../../../web/src/screens/documents/list/row-href.ts';
import { sums } from '../../../web/src/screens/documents/list/totals.ts';
import { invoiceParts } from '../../../web/src/screens/invoices/list/filter-parts.ts';
import type { InvoiceListFilters } from '../../../web/src/screens/invoices/list/filter-parts.ts';
import { filterBody as invoiceBody } from '../../../web/src/screens/invoices/list/filters.ts';
import { paymentParts } from '../../../web/src/screens/payments/filters/filter-parts.ts';
import { filterBody as paymentBody } from '../../../web/src/screens/payments/filters/filters.ts';
import { purchaseOrderParts as parts } from '../../../web/src/screens/purchase-orders/list/filter-parts.ts';
import type { PurchaseOrderListFilters } from '../../../web/src/screens/purchase-orders/list/filter-parts.ts';
import { filterChips, filterBody } from '../../../web/src/screens/purchase-orders/list/filters.ts';

type Query = ListQuery<'PO', PurchaseOrderListFilters>;

const none = noFilters(parts);
const plain: Query = { status: null, number: '', sort: sorts.PO.default, filters: none };
const who = { persona: 'CREATOR', userId: 'me', onlyOwn: false } as const;

const word = fc.stringMatching(/^[A-Za-z0-9 &~%+.-]{1,12}$/);
const number = fc.stringMatching(/^[A-Z0-9-]{1,8}$/);
const common: { [Name in keyof CommonFilters]: fc.Arbitrary<CommonFilters[Name]> } = {
  range: fc.record({
    startDate: fc.constantFrom('', '2026-01-31'),
    endDate: fc.constantFrom('', '2026-02-01'),
  }),
  departmentIds: fc.uniqueArray(word, { maxLength: 3 }),
  creatorIds: fc.uniqueArray(word, { maxLength: 3 }),
  vendors: fc.array(fc.record({ number, name: word }), { maxLength: 3 }),
  waitingSince: fc.constantFrom('', '2018-03-20'),
  waitingWith: fc.uniqueArray(word, { maxLength: 3 }),
  isWaitingForNobody: fc.boolean(),
  notCoveredFor: fc.constantFrom('', 'priya'),
  waitingAt: fc.constantFrom(null, { workflowTemplateId: 'flow', step: 'Line Producer ~ 2' }),
  documentIds: fc.uniqueArray(word, { maxLength: 3 }),
  isOwn: fc.boolean(),
  submissionStatuses: fc.subarray(['Draft' as const, 'Needs revision' as const]),
  openQuestion: fc.constantFrom(null, 'ANY' as const, 'TO_ME' as const),
  isDraftToSubmit: fc.boolean(),
  isFailedToSendToAccounting: fc.boolean(),
  accountingPeriods: fc.subarray(['Week 1', 'Week 2']),
};
const status = fc.constantFrom(null, 'all', 'approved', 'void');
const direction = fc.constantFrom('ASC', 'DESC');
const query: fc.Arbitrary<Query> = fc.record({
  status,
  number: fc.stringMatching(/^\d{0,10}$/),
  sort: fc.record({ type: fc.constantFrom('PO_NUMBER', 'TOTAL', 'VENDOR_NAME'), direction }),
  filters: fc.record({
    ...common,
    isAdjustment: fc.constantFrom(null, true, false),
    importId: fc.constantFrom('', 'alpha1_01a2'),
    rentalEnd: common.range,
  }),
});
const invoiceQuery: fc.Arbitrary<ListQuery<'INVOICE', InvoiceListFilters>> = fc.record({
  status,
  number: fc.string({ maxLength: 30 }),
  sort: fc.record({ type: fc.constantFrom('NUMBER', 'TOTAL', 'VENDOR_NAME'), direction }),
  filters: fc.record({ ...common, due: common.range }),
});

describe('the query of the list', () => {
  test('LS-25, LS-26: filters and sorting survive in the address', () => {
    fc.assert(
      fc.property(query, (wanted) => {
        const address = new URLSearchParams(writeQuery('PO', parts, wanted).toString());
        expect(readQuery('PO', parts, address)).toEqual(wanted);
      }),
    );
    fc.assert(
      fc.property(invoiceQuery, (wanted) => {
        const address = new URLSearchParams(writeQuery('INVOICE', invoiceParts, wanted).toString());
        expect(readQuery('INVOICE', invoiceParts, address)).toEqual(wanted);
      }),
    );
  });

  test('LS-04, LS-05: an untouched list has a bare address, and a bare address sorts by number, newest first', () => {
    expect(writeQuery('PO', parts, plain).toString()).toBe('');
    const bare = new URLSearchParams();
    expect(readQuery('PO', parts, bare).sort).toEqual({ type: 'PO_NUMBER', direction: 'DESC' });
    expect(readQuery('INVOICE', invoiceParts, bare).sort).toEqual({ type: 'NUMBER', direction: 'DESC' });
    const payments = readQuery('PAYMENT', paymentParts, bare);
    expect(payments.sort).toEqual({ type: 'PAYMENT_NUMBER', direction: 'DESC' });
  });

  test('LS-32, DEC-18: invalid parts of an address are ignored', () => {
    const params = new URLSearchParams('number=ab-12&sort=COLOUR,UP&from=2026-02-31&co=maybe');
    expect(readQuery('PO', parts, params)).toEqual({ ...plain, number: '12' });
    expect(readQuery('INVOICE', invoiceParts, params).number).toBe('ab-12');
    expect(readQuery('PAYMENT', paymentParts, params).number).toBe('ab12');
    expect(readQuery('INVOICE', invoiceParts, new URLSearchParams({ number: 'x'.repeat(40) })).number).toBe(
      'x'.repeat(30),
    );
  });

  test('LS-09: the server accepts the body of every query', () => {
    const persona = fc.constantFrom('CREATOR', 'APPROVER');
    const own = fc.record({ persona, onlyOwn: fc.boolean(), userId: fc.constant('me') });
    fc.assert(
      fc.property(query, own, (wanted, options) => {
        const body = filterBody({ ...options, query: wanted });
        expect(v.safeParse(purchaseOrderFilters, body).success).toBe(true);
      }),
    );
    fc.assert(
      fc.property(invoiceQuery, own, (wanted, options) => {
        const body = invoiceBody({ ...options, query: wanted });
        expect(v.safeParse(invoiceFilters, body).success).toBe(true);
      }),
    );
  });

  test('LS-25, LS-26: every filter in the address changes the request body', () => {
    /** The filters that have no effect on the request body when set alone. */
    const ignoredFilters = <Filters extends object>(
      ofList: FilterParts<Filters>,
      filters: Filters,
      bodyOf: (filters: Filters) => unknown,
    ): string[] => {
      const nothing = noFilters(ofList);
      const plainBody = JSON.stringify(bodyOf(nothing));
      return (Object.keys(ofList) as (keyof Filters & string)[]).filter((name) => {
        const one = { ...nothing, [name]: filters[name] };
        const isInAddress = writeFilters(ofList, one).length > 0;
        return isInAddress && JSON.stringify(bodyOf(one)) === plainBody;
      });
    };
    fc.assert(
      fc.property(query, ({ filters }) => {
        const bodyOf = (some: PurchaseOrderListFilters) =>
          filterBody({ ...who, query: { ...plain, filters: some } });
        expect(ignoredFilters(parts, filters, bodyOf)).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(invoiceQuery, (wanted) => {
        const bodyOf = (filters: InvoiceListFilters) =>
          invoiceBody({ ...who, query: { ...wanted, filters } });
        expect(ignoredFilters(invoiceParts, wanted.filters, bodyOf)).toEqual([]);
      }),
    );
  });

  test("LS-12: a creator's list starts with documents in progress; Show All filters no status", () => {
    const inProgress = ['DRAFT', 'SUBMITTED_FOR_APPROVAL'];
    expect(filterBody({ ...who, query: plain }).poStatuses).toEqual(inProgress);
    expect(filterBody({ ...who, query: { ...plain, status: 'all' } }).poStatuses).toEqual([]);
  });

  test('LS-16, LS-17: an invoice list requests the statuses of its tab', () => {
    const at = (key: string | null, persona: 'CREATOR' | 'APPROVER') =>
      invoiceBody({
        ...who,
        persona,
        query: { ...plain, status: key, sort: sorts.INVOICE.default, filters: noFilters(invoiceParts) },
      });
    expect(at(null, 'CREATOR').statuses).toEqual(['DRAFT', 'SUBMITTED_FOR_APPROVAL']);
    expect(at('void', 'CREATOR').statuses).toEqual(['VOID']);
    expect(at('awaiting-revision', 'APPROVER')).toMatchObject({ statuses: ['DRAFT'], isRevision: true });
    expect(at('void', 'APPROVER')).toMatchObject({ statuses: ['VOID'], voiderIds: ['me'] });
  });

  test('LS-18, LS-19: a payment list requests the statuses of its tab', () => {
    const at = (key: string | null, persona: 'CREATOR' | 'APPROVER') => {
      const { filters } = readQuery('PAYMENT', paymentParts, new URLSearchParams());
      const body = paymentBody({
        ...who,
        persona,
        query: { status: key, number: '0042', sort: sorts.PAYMENT.default, filters },
      });
      expect(v.safeParse(paymentFilters, body).success).toBe(true);
      expect(body.paymentNumbers).toEqual(['0042']);
      return body;
    };
    expect(at(null, 'CREATOR').statuses).toEqual(['DRAFT']);
    expect(at('all', 'CREATOR').statuses).toEqual([]);
    expect(at(null, 'APPROVER').statuses).toEqual(['SUBMITTED_FOR_APPROVAL']);
    expect(at('denied', 'APPROVER')).toMatchObject({ statuses: ['DENIED'], denierIds: ['me'] });
  });

  test('LS-15: Approved By Me and Voided By Me name the user', () => {
    const at = (key: string) => filterBody({ ...who, persona: 'APPROVER', query: { ...plain, status: key } });
    expect(at('approved').approverIds).toEqual(['me']);
    expect(at('void').voiderIds).toEqual(['me']);
  });

  test('PE-18: a user who sees only their own documents requests only those, whatever the address contains', () => {
    const asked = { ...plain, filters: { ...none, creatorIds: ['somebody'] } };
    expect(filterBody({ ...who, onlyOwn: true, query: asked }).creatorIds).toEqual(['me']);
  });

  test('LS-31: a range that ends before it starts filters nothing', () => {
    const range = { startDate: '2026-03-01', endDate: '2026-02-01' };
    const reversed = { ...plain, filters: { ...none, range } };
    expect(filterBody({ ...who, query: reversed }).dateRange).toBeNull();
  });
});

describe('applied filters', () => {
  const names = { department: (id: string) => `D ${id}`, person: (id: string) => `P ${id}`, day: String };

  test('LS-30: the button counts kinds of filters, a range of days once', () => {
    expect(filterCount(parts, none)).toBe(0);
    const some = {
      ...none,
      range: { startDate: '2026-01-01', endDate: '2026-02-01' },
      departmentIds: ['a', 'b'],
      isFailedToSendToAccounting: true,
    };
    expect(filterCount(parts, some)).toBe(3);
  });

  test('LS-30: removing every chip leaves no filter', () => {
    fc.assert(
      fc.property(query, ({ filters }) => {
        let left = filters;
        for (const { id } of filterChips(filters, names)) {
          left = filterChips(left, names).find((chip) => chip.id === id)?.without ?? left;
        }
        expect(filterCount(parts, left)).toBe(0);
      }),
    );
  });

  test('LS-37: the chip of a one-sided range has From or Until', () => {
    const text = (startDate: string, endDate: string) =>
      filterChips({ ...none, range: { startDate, endDate } }, names)[0]?.text;
    expect(text('2026-01-01', '')).toBe('From 2026-01-01');
    expect(text('', '2026-01-01')).toBe('Until 2026-01-01');
    expect(text('2026-01-01', '2026-02-01')).toBe('2026-01-01 to 2026-02-01');
  });
});

describe('rows', () => {
  test.each([
    ['Draft', 'CREATOR', 'edit/x'],
    ['Needs revision', 'CREATOR', 'edit/x'],
    ['Submitted for approval', 'CREATOR', 'review/x/creator'],
    ['Approved', 'CREATOR', 'review/x/creator'],
    ['Void', 'CREATOR', 'review/x/creator'],
    ['Needs revision', 'APPROVER', 'review/x/approver'],
    ['Submitted for approval', 'APPROVER', 'review/x/approver'],
  ] as const)(
    'LS-06, LS-10, DEC-79: a row that is %s opens for the %s at %s',
    (submissionStatus, persona, href) => {
      expect(hrefOf('PO', { id: 'x', submissionStatus }, persona)).toBe(`/po/${href}`);
      expect(hrefOf('INVOICE', { id: 'x', submissionStatus }, persona)).toBe(`/invoice/${href}`);
    },
  );

  test.each(['Draft', 'Submitted for approval', 'Approved'] as const)(
    'SH-63, DEC-78, DEC-79: a payment that is %s opens its review, from the creator with a referrer',
    (submissionStatus) => {
      const row = { id: 'x', submissionStatus };
      expect(hrefOf('PAYMENT', row, 'CREATOR')).toBe('/payment/review/x?referrer=listing');
      expect(hrefOf('PAYMENT', row, 'APPROVER')).toBe('/payment/review/x');
    },
  );

  test('UX-10: totals are per currency, to the cent', () => {
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
