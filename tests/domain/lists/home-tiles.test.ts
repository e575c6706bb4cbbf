import { describe, expect, test } from 'vitest';
import {
  anyModule,
  rentalWindow,
  stuckSteps,
  tilesFor,
  waitingForNobody,
  weekOf,
} from '#domain/lists/home-tiles';
import type { Arrivals } from '#domain/lists/home-tiles';
import { permissionsOf, roles } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import type { VisibilityScope } from '#domain/identity/visibility';
import type { WorkCalendar } from '#domain/workflow/working-days';
import { stepKey } from '#domain/workflow/usual-durations';

const own = 'CREATED_BY_THIS_USER';
const viewer = (role: Role, sees: VisibilityScope = own) => ({
  role,
  permissions: permissionsOf({ role, voidPo: false, voidInvoice: false }),
  purchaseOrderVisibility: sees,
  invoiceVisibility: sees,
});
const tilesOf = (...of: Parameters<typeof viewer>) =>
  Object.entries(tilesFor(viewer(...of), anyModule)).flatMap(([name, isShown]) => (isShown ? [name] : []));

describe('the tiles of a user', () => {
  test('HOME-01: a user has the tiles of all that they may do', () => {
    expect(tilesOf('PO Creator')).toEqual(['submitted', 'rentals']);
    expect(tilesOf('Invoice Creator')).toEqual(['submitted']);
    expect(tilesOf('Approver')).toEqual(['submitted', 'rentals', 'flagged']);
    expect(tilesOf('Show Admin')).toEqual(['submitted', 'rentals', 'flagged', 'periods', 'away', 'stuck']);
    expect(tilesOf('PO & Invoice Creator', 'ALL')).toEqual([
      'submitted',
      'rentals',
      'due',
      'failed',
      'failedInvoicesAndPayments',
      'drafts',
    ]);
  });

  test('HOME-01: the tiles of an accountant need all invoices, and the failed orders all orders', () => {
    for (const role of roles) {
      expect(tilesOf(role, 'IN_THIS_USERS_DEPARTMENT')).not.toContain('due');
      expect(tilesOf(role).some((name) => ['due', 'failed', 'drafts'].includes(name))).toBe(false);
    }
    expect(tilesOf('PO Creator', 'ALL')).not.toContain('due');
    const seesInvoices = { ...viewer('Invoice Creator', 'ALL'), purchaseOrderVisibility: own } as const;
    expect(tilesFor(seesInvoices, anyModule)).toMatchObject({
      due: true,
      drafts: true,
      failed: false,
      failedInvoicesAndPayments: true,
    });
  });

  test('HOME-01: a closed module has no tiles', () => {
    const closed = { invoices: false, payments: false };
    const shown = Object.values(tilesFor(viewer('Invoice Creator', 'ALL'), closed));
    expect(shown.some(Boolean)).toBe(false);
  });
});

test('HOME-03: rentals are listed from today until the seventh day', () => {
  expect(rentalWindow('2018-03-28')).toEqual({ from: '2018-03-28', until: '2018-04-04' });
});

test('HOME-06: the week of a day is Monday to Sunday', () => {
  for (const day of ['2018-03-19', '2018-03-21', '2018-03-25'])
    expect(weekOf(day)).toEqual({ from: '2018-03-19', until: '2018-03-25' });
  expect(weekOf('2018-03-26').from).toBe('2018-03-26');
});

test('HOME-16: documents that wait for nobody are added up by type, and a type without any is left out', () => {
  const rows = [
    { docType: 'PAYMENT', withNobody: 1 },
    { docType: 'PO', withNobody: 2 },
    { docType: 'INVOICE', withNobody: 0 },
    { docType: 'PO', withNobody: 7 },
  ] as const;
  expect(waitingForNobody(rows)).toEqual([
    { docType: 'PO', count: 9 },
    { docType: 'PAYMENT', count: 1 },
  ]);
});

describe('stuck steps', () => {
  const calendar: WorkCalendar = { timeZone: 'America/Los_Angeles', holidays: [] };
  const arrival = (day: string, count = 1, over: Partial<Arrivals> = {}): Arrivals => ({
    docType: 'PO',
    workflowTemplateId: 'flow',
    step: 'Line Producer',
    day,
    count,
    ...over,
  });
  const usual = { [stepKey('flow', 'Line Producer')]: 2 };
  // Friday, March 30.
  const stuck = (arrivals: Arrivals[], at = calendar) => stuckSteps(arrivals, usual, '2018-03-30', at);

  test('HOME-07, WAIT-02: a step is stuck when documents have waited for more working days than usual', () => {
    // Wednesday is 2 working days ago, Tuesday 3.
    expect(stuck([arrival('2018-03-28', 4)])).toEqual([]);
    expect(stuck([arrival('2018-03-28', 4), arrival('2018-03-27', 2), arrival('2018-03-20')])).toEqual([
      {
        docType: 'PO',
        workflowTemplateId: 'flow',
        step: 'Line Producer',
        count: 3,
        days: 8,
        usualDays: 2,
        since: '2018-03-27',
      },
    ]);
  });

  test('HOME-07: a holiday is no working day', () => {
    const holidays = [{ day: '2018-03-30' }];
    expect(stuck([arrival('2018-03-27')], { ...calendar, holidays })).toEqual([]);
    expect(stuck([arrival('2018-03-26')], { ...calendar, holidays })).toMatchObject([{ days: 3 }]);
  });

  test('HOME-07, WAIT-03: a step without a usual duration is never stuck', () => {
    expect(stuck([arrival('2017-01-02', 9, { step: 'Producer' })])).toEqual([]);
  });

  test('HOME-07: the step that is most over its usual duration comes first, and types are counted apart', () => {
    const found = stuck([arrival('2018-03-27', 5), arrival('2018-03-20', 1, { docType: 'INVOICE' })]);
    expect(found.map(({ docType, count }) => [docType, count])).toEqual([
      ['INVOICE', 1],
      ['PO', 5],
    ]);
  });
});
