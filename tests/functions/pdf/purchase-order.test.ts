import { describe, expect, test } from 'vitest';
import { textOf } from '../../support/pdf/read-html.ts';
import {
  approvedSteps,
  printed,
  purchaseOrderJob,
  rentalLine,
  sampleLine,
  sampleOrder,
  waitingSteps,
} from '../../support/pdf/sample-order.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED';
type Changes = Parameters<typeof printed>;

function sheet(...[changes, others]: Changes): string {
  return textOf(purchaseOrderJob(printed(changes, others)).html);
}

describe('PD-25: the topsheet', () => {
  test('PO-02, PO-03: it has number, status, parties, date and requester', () => {
    const text = sheet();
    for (const part of [
      'Purchase Order GRIP-00042 Approved',
      'Northlight Pictures, LLC',
      'The Long Way Down · License SA-20417',
      'PO Date 02/24/2026',
      'Department Grip',
      'Requested By Jules Tanaka',
      'PO Contains Equipment Rentals',
      'Vendor Castle Rock Grip & Electric Vendor No. 10021 11288 Sherman Way Unit B Sun Valley, CA 91352 Attn. Dale Whitcomb',
      'Bill To Northlight Accounts Payable PO Box 7710',
      'Ship To Stage 12 3000 Riverside Drive, Gate 4',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('LI-01, LI-04, LI-09: a rental line has its type, days, codes and tax code, and explains cost and amount', () => {
    expect(sheet({ lineItems: [sampleLine(1), sampleLine(2, rentalLine)] })).toContain(
      '2 18K HMI package with ballast and head feeder Rental, Weekly · 03/02/2026 – 03/15/2026 $4,875.00 × 2 weeks = $9,750.00 3510 104 CA-95 2 $4,875.00 Total Rental Cost $9,750.00',
    );
    expect(sheet({ lineItems: [sampleLine(1), sampleLine(2, rentalLine)] })).toContain(
      'Qty Unit / Rental Cost Amount',
    );
    const rentalsOnly = sheet({ lineItems: [sampleLine(1, rentalLine)] });
    expect(rentalsOnly).toContain('Qty Total Rental Cost Amount');
    expect(rentalsOnly).not.toContain('Unit Cost');
  });

  test('LI-01: each of 500 lines is printed once', () => {
    const lineItems = Array.from({ length: 500 }, (_, at) =>
      sampleLine(at + 1, { description: `Item <${at + 1}>` }),
    );
    const text = sheet({ lineItems });
    for (let at = 1; at <= 500; at += 1) expect(text.split(`Item <${at}>`)).toHaveLength(2);
    expect(text).toContain('Total USD $625,000.00');
  });

  test('DEC-52: codes beyond the columns of the table are printed below the description', () => {
    const coding = {
      ACCOUNT: '3510',
      EPISODE: '104',
      LOCATION: 'BUR',
      SET: '12',
      INSURANCE: 'E&O',
      FREE_FIELD: 'x',
      PHASE_2: 'B',
    };
    expect(sheet({ lineItems: [sampleLine(1, { coding })] })).toContain(
      'Account 3510 · Episode 104 · Location BUR · Set 12 · Insurance E&O · Free Field x · PHASE 2 B',
    );
  });

  test.each([
    ['USD', 'Letter', '$1,234.50'],
    ['CAD', 'Letter', 'CA$1,234.50'],
    ['GBP', 'A4', '£1,234.50'],
    ['EUR', 'A4', '€1.234,50'],
    ['JPY', 'A4', 'JPY 1,234.50'],
  ])('LI-34, UX-10, DEC-48: totals in %s, on %s', (currency, paperSize, amount) => {
    const job = purchaseOrderJob(
      printed({ currency, lineItems: [sampleLine(1, { quantity: 1, unitCost: 1234.5, totalCost: 1234.5 })] }),
    );
    expect(job.paperSize).toBe(paperSize);
    expect(textOf(job.html)).toContain(`Total ${currency} ${amount}`);
  });

  test.each([
    ['MM_DD_YYYY', 'America/New_York', '02/24/2026 02:05 PM'],
    ['DD_MM_YYYY', 'Europe/London', '24/02/2026 07:05 PM'],
    ['YYYY_MM_DD', 'Asia/Tokyo', '2026-02-25 04:05 AM'],
    [null, 'America/Los_Angeles', '02/24/2026 11:05 AM'],
  ] as const)('DEC-49, SE-25: times in format %s and zone %s', (dateFormat, timeZone, shown) => {
    expect(sheet({}, { dateFormat, timeZone })).toContain(`Jules Tanaka · ${shown}`);
  });
});

describe('DEC-55: the legal text', () => {
  test.each([
    ['DRAFT', 'Draft', true],
    ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval', true],
    ['APPROVED_BY_DEPARTMENT_APPROVER', 'Submitted for approval', true],
    ['APPROVED_BY_SPECIAL_APPROVER', 'Submitted for approval', true],
    ['VOID', 'Void', true],
    ['APPROVED', 'Approved', false],
  ] as const)('PD-25: %s prints it at the head of every page: %s', (status, submissionStatus, shown) => {
    const { headerHtml } = purchaseOrderJob(printed({ status, submissionStatus }));
    expect(headerHtml?.includes(legalText)).toBe(shown);
  });

  test('the footer of every page has number, page and page count', () => {
    const { footerHtml = '' } = purchaseOrderJob(printed());
    expect(footerHtml).toContain('Purchase Order GRIP-00042 · Page <span class="pageNumber"></span> of');
  });
});

describe('DEC-19: badges', () => {
  const approvedVersion = {
    ...sampleOrder(),
    id: 'v1',
    created: '2026-02-25T21:40:00.000Z',
    purchaseOrderId: 'nlp1_0001',
    changeOrderNumber: 0,
    totalCost: 1250,
    lineItems: [sampleLine(1)],
  };

  test.each([
    [{ revision: 2 }, 'Approved Revision 2'],
    [{ status: 'DRAFT', submissionStatus: 'Needs revision' }, 'Needs revision Revision Request'],
    [{ status: 'VOID', submissionStatus: 'Void' }, 'GRIP-00042 Purchase Order Void'],
    [{ currentChangeOrderNumber: 3 }, 'Approved Change Order 3'],
  ] as const)('PO-45, CO-13: %j prints %s', (changes, badge) => {
    expect(sheet(changes)).toContain(badge);
  });

  test('PO-46: a hidden number is NA', () => {
    expect(sheet({ poNumber: 'NA' })).toContain('Purchase Order NA Approved');
  });

  test('DEC-26: a change order marks its lines and prints its changes', () => {
    const text = sheet({
      status: 'SUBMITTED_FOR_APPROVAL',
      submissionStatus: 'Submitted for approval',
      currentChangeOrderNumber: 1,
      approvalHistory: [approvedVersion],
      lineItems: [
        sampleLine(1),
        sampleLine(2, { description: 'Returned stands', unitCost: -75, totalCost: -300 }),
      ],
    });
    expect(text).toContain('Returned stands Change Order 1');
    expect(text).not.toContain('set 1 Change Order');
    expect(text).toContain('Previously approved total $1,250.00 Change Order 1 -$300.00 Total USD $950.00');
  });
});

describe('PD-11: optional parts', () => {
  const options = printed().options;

  test('DEC-54, NO-06: notes have author, badge and lines; hidden ones are omitted', () => {
    const [note] = sampleOrder().notes;
    if (!note) throw new Error('the sample has a note');
    const notes = [
      { ...note, id: 'n3', context: 'HIDDEN' as const, content: 'nobody sees this' },
      { ...note, id: 'n2', context: 'REVISION' as const, content: 'Too expensive', isEdited: true },
      note,
    ];
    const text = sheet({ notes });
    expect(text).toContain('11:05 AM · EDITED Revision Request Too expensive');
    expect(text).toContain('Deliver before 6 AM call.');
    expect(text).not.toContain('nobody sees this');
    expect(sheet({ notes }, { options: { ...options, includePoNotes: false } })).not.toContain(
      'Too expensive',
    );
  });

  test('DEC-90: the history is in words, newest first', () => {
    const text = sheet();
    expect(text).toContain(
      '02/25/2026 01:40 PM Approved Tom Okafor 02/24/2026 05:12 PM Approved Marisol Vega',
    );
    expect(text).toContain('02/24/2026 11:10 AM Submitted Jules Tanaka');
    expect(sheet({}, { options: { ...options, includePoHistory: false } })).not.toContain('PO History');
  });

  test('DEC-55: terms and attachments are announced only when they follow', () => {
    expect(sheet({}, { hasTerms: true })).toContain('Terms & Conditions');
    expect(sheet({}, { hasTerms: false })).not.toContain('Terms & Conditions');
    expect(sheet({}, { hasTerms: true, options: { ...options, includeTC: false } })).not.toContain('Terms &');
    expect(sheet()).toContain('Attachments quote.pdf');
    expect(sheet({}, { options: { ...options, includePoAttachments: false } })).not.toContain('quote.pdf');
  });

  test('DEC-29, DEC-49: it has approvers and times, and the number of needed approvals', () => {
    expect(sheet()).toContain(
      'Production Accounting Priya Raman · 02/25/2026 12:05 PM Tom Okafor · 02/25/2026 01:40 PM Approved',
    );
    const workflow = { id: 'flow', steps: waitingSteps, currentStep: null };
    expect(sheet({ workflow })).toContain(
      'Production Accounting Priya Raman · 02/25/2026 12:05 PM Pending · 1 of 2',
    );
    const nobody = approvedSteps.map((step) => ({
      ...step,
      status: 'PENDING' as const,
      approvers: step.approvers.map((one) => ({ ...one, hasApproved: false })),
    }));
    expect(sheet({ workflow: { ...workflow, steps: nobody } })).toContain(
      'Department Head Marisol Vega Pending Production Accounting Priya Raman, Tom Okafor, Ines Duarte Pending · 0 of 2',
    );
  });

  test('DEC-29: an ended order has no waiting approvers', () => {
    const workflow = { id: 'flow', steps: waitingSteps, currentStep: null };
    const text = sheet({ workflow, status: 'VOID', submissionStatus: 'Void' });
    expect(text).toContain('Priya Raman · 02/25/2026 12:05 PM Not reached');
    expect(text).not.toContain('Pending');
  });
});

test('PD-25: typed text never becomes markup', () => {
  const evil = `<img src=x onerror="alert(1)">'&</style><script>`;
  const base = sampleOrder();
  const [note] = base.notes;
  const [event] = base.historyEvents;
  const job = purchaseOrderJob(
    printed(
      {
        prefix: evil,
        description: evil,
        company: evil,
        companyAddress: evil,
        vendorContact: evil,
        department: { id: 'd', name: evil, settings: { accountCodes: {}, poNumberPrefix: '' } },
        category: { id: 'c', name: evil },
        vendor: { ...base.vendor, name: evil, email: evil, phoneNumber: evil, number: evil },
        billToAddress: { name: evil, address1: evil, address2: evil },
        creator: { id: 'u', name: evil, username: evil },
        lineItems: [sampleLine(1, { description: evil, taxCode: evil, coding: { [evil]: evil } })],
        notes: note ? [{ ...note, content: evil, commenter: { id: 'u', name: evil } }] : [],
        historyEvents: event ? [{ ...event, userName: evil }] : [],
        attachments: [{ attachmentId: 'a', label: evil, created: '', isTopSheet: false }],
      },
      {
        letterhead: {
          productionCompany: evil,
          addressLines: [evil],
          showName: evil,
          showNumber: evil,
        },
      },
    ),
  );
  for (const html of [job.html, job.headerHtml ?? '', job.footerHtml ?? '']) {
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
  }
  expect(job.html).toContain(`default-src 'none'`.replaceAll("'", '&#39;'));
  expect(job.html.split('</style>')).toHaveLength(3);
  expect(textOf(job.html)).toContain(`Requested By ${evil}`);
});

test('DEC-26: approvals of the version before an open change order are printed as such', () => {
  const { workflow } = sampleOrder();
  const approvedVersion = { created: '2026-02-25', changeOrderNumber: 0, totalCost: 500, currency: 'USD' };
  const text = (over: Partial<PurchaseOrder>) => textOf(purchaseOrderJob(printed(over)).html);
  const said =
    'Approval Given for the approved version, $500.00. The change order has no approvals yet. Step';
  expect(text({ workflow: workflow && { ...workflow, approvedVersion } })).toContain(said);
  expect(text({})).toContain('Approval Step');
});
