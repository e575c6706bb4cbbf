import type { Invoice } from '../../domain/invoice.ts';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { pdfBytes } from './support/files.ts';
import { aBilledLine, attachedInvoice, draftInvoice, submittedInvoice } from './support/invoices.ts';
import { aLine, approved, draft } from './support/orders.ts';
import { askingForRights } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { bar, invoiceSeenAs, numberOf, openInvoiceReview, openReview } from './support/review.ts';

/** An approved PO of two lines: $300.00 and $100.00. */
async function ordered(apiOf: (name: string) => Promise<Pick<Seat, 'api'>>): Promise<PurchaseOrder> {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
  return approved(dana, [marcus, priya], {
    lineItems: [aLine(), aLine({ description: 'Drapes', quantity: 1, unitCost: 100 })],
  });
}

/** The bill for it, with the vendor's own paper: it takes the first line whole and half of the second. */
async function billed(elena: Seat, order: PurchaseOrder): Promise<Invoice> {
  const paper = await elena.api.upload('bill.pdf', await pdfBytes(['Foxglove bill 4711']), 'invoice');
  const slip = await elena.api.upload('slip.txt', 'Delivered', 'invoice');
  const referencePo = order.poNumber;
  return submittedInvoice(elena, {
    amount: 390.5,
    contactName: 'Bernard Holt',
    contactNumber: '(555) 0145',
    attachments: [
      { attachmentId: slip, label: 'slip.txt' },
      { attachmentId: paper, label: 'bill.pdf' },
    ],
    lineItems: [
      aBilledLine({ amount: 300, referencePo, referencePoLineNumber: 1, note: 'First delivery' }),
      aBilledLine({ description: 'Drapes', amount: 50, referencePo, referencePoLineNumber: 2 }),
      aBilledLine({ description: 'Freight', amount: 40.5, taxCode: null }),
    ],
  });
}

test('SH-59, IN-05, AT-03, DEC-29: an approver reads the invoice beside the paper of the vendor, which lies open', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([as('elena'), as('inez.calloway')]);
  const invoice = await billed(elena, await ordered(apiOf));
  const { page } = inez;
  const read = page.waitForRequest(
    (request) => request.url().includes(`/api/invoices/${invoice.id}?`) && request.url().includes('APPROVER'),
  );
  await openInvoiceReview(page, invoice, 'approver');
  await read;
  await expect(page).toHaveTitle(`Invoice ${invoice.number} · Backlot`);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const paper = page.getByRole('region', { name: 'Attachment bill.pdf' });
  await expect(paper.getByText('Foxglove bill 4711')).toBeAttached();
  // Whoever comes here by keyboard begins at the top of the page.
  await expect(paper).not.toBeFocused();
  const sheet = page.getByRole('article', { name: 'Invoice' });
  const fact = (term: string) =>
    sheet
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator('+ dd');
  await expect(fact('Invoice Date')).toHaveText('11/20/2026');
  await expect(fact('Due Date')).toHaveText('12/20/2026');
  await expect(fact('Amount')).toHaveText('$390.50');
  await expect(fact('Vendor Name')).toHaveText('Foxglove Sign Company');
  await expect(fact('Vendor Address')).toHaveText(invoice.vendorAddress?.address ?? '');
  await expect(fact('Department')).toHaveText('Accounting');
  await expect(fact('Raised By')).toHaveText('Elena Fischer');
  await expect(fact('Contact')).toHaveText('Bernard Holt, (555) 0145');
  await expect(sheet.getByText(invoice.description)).toBeVisible();
  await expect(page.getByText('Submitted for approval', { exact: true })).toBeVisible();
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  await expect(chips).toHaveText(['PendingIC', 'PendingPR']);
  await expect(bar(page)).toHaveAccessibleName('Approval actions');
  // Where it stands and what was said is there all the same, and the paper can be put away.
  await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' }).getByText('Submitted')).toBeVisible();
  await paper.getByRole('button', { name: 'Close preview' }).click();
  await expect(paper).toHaveCount(0);
  await openInvoiceReview(elena.page, invoice, 'creator');
  await expect(bar(elena.page)).toHaveAccessibleName('Submission actions');
  await expect(elena.page.getByRole('region', { name: /^Attachment / })).toHaveCount(0);
});

test('RL-03, RL-04, RL-05, RL-06, RL-09: each line shows its PO and how it stands to that, where the show wants it', async ({
  as,
  apiOf,
}) => {
  const [elena, order] = await Promise.all([as('elena'), ordered(apiOf)]);
  const invoice = await billed(elena, order);
  const { page } = elena;
  await openInvoiceReview(page, invoice, 'creator');
  const rows = page.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row');
  const number = numberOf(order);
  await expect(rows.nth(0)).toContainText(`PO ${number}, line 1`);
  await expect(rows.nth(0)).toContainText('First delivery');
  await expect(rows.nth(0)).toContainText('Match');
  await expect(rows.nth(1)).toContainText(`PO ${number}, line 2`);
  await expect(rows.nth(1)).toContainText('Under$50.00 left');
  await expect(rows.nth(2)).toHaveText(/^3Freight\$40\.50$/);
  await expect(page.getByRole('row', { name: 'Line Item Total' })).toContainText('$390.50');
  await expect(page.getByRole('row', { name: 'Invoice Amount' })).toContainText('$390.50');

  // Another bill has taken more in the meantime, and the second line is of no PO that is there.
  const [first, second] = invoice.lineItems;
  if (!first || !second) throw new Error('Two lines are needed');
  const lineItems = [
    { ...first, amount: 320 },
    { ...second, referencePo: '99999' },
  ];
  await invoiceSeenAs(page, invoice, { lineItems, status: 'DRAFT', submissionStatus: 'Draft' });
  await openInvoiceReview(page, invoice, 'creator');
  await expect(rows.nth(0)).toContainText('Over');
  await expect(rows.nth(1)).toContainText('PO 99999, line 2');
  await expect(rows.nth(1)).toContainText('Error');

  await askingForRights(page);
  await page.route('**/api/users/config?**', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as { settings: object };
    const settings = { ...config.settings, displayReliefIndicatorsApp: false };
    await route.fulfill({ json: { ...config, settings } });
  });
  await openInvoiceReview(page, invoice, 'creator');
  await expect(rows.nth(0)).toContainText(`PO ${number}, line 1`);
  await expect(rows.nth(0)).not.toContainText('Over');
});

test('IN-05, DEC-19: every state of an invoice has its name and its badge', async ({ as }) => {
  const elena = await as('elena');
  const invoice = await draftInvoice(elena);
  const { page } = elena;
  const head = page.getByRole('heading', { level: 1 }).locator('..');
  for (const [status, submissionStatus, badge] of [
    ['DRAFT', 'Draft', null],
    ['DRAFT', 'Needs revision', 'Revision Request'],
    ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval', null],
    ['APPROVED', 'Approved', null],
    ['VOID', 'Void', 'Invoice Void'],
    ['VOID', 'Denied', 'Denied'],
  ] as const) {
    await invoiceSeenAs(page, invoice, { status, submissionStatus });
    await openInvoiceReview(page, invoice, 'creator');
    const said = badge === null ? submissionStatus : `${submissionStatus}${badge}`;
    await expect(head).toHaveText(`Invoice ${invoice.number}${said}`);
  }
});

test('SH-60, NO-03, NO-13: notes and Add Note look otherwise than on a purchase order', async ({ as }) => {
  const [elena, dana] = await Promise.all([as('elena'), as('dana')]);
  const invoice = await attachedInvoice(elena);
  const order = await draft(dana);
  const notes = ({ page }: Seat) => page.getByRole('region', { name: 'Notes' });
  const addNote = (seat: Seat) => notes(seat).getByRole('button', { name: 'Add Note' });
  await openInvoiceReview(elena.page, invoice, 'creator');
  await openReview(dana.page, order, 'creator');
  for (const seat of [elena, dana]) {
    await addNote(seat).click();
    await notes(seat).getByRole('textbox', { name: 'New note' }).fill('Two boxes were broken');
    await notes(seat).getByRole('button', { name: 'Save Note' }).click();
    await expect(notes(seat).getByRole('listitem')).toContainText('Two boxes were broken');
  }
  const line = (seat: Seat) =>
    addNote(seat).evaluate((element) => getComputedStyle(element).textDecorationLine);
  expect([await line(elena), await line(dana)]).toEqual(['underline', 'none']);
  const ground = ({ page }: Seat) =>
    page.getByText('Two boxes were broken').evaluate((element) => {
      let at: Element | null = element;
      while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
      return at ? getComputedStyle(at).backgroundColor : '';
    });
  expect(await ground(elena)).not.toBe(await ground(dana));

  await notes(elena).getByRole('button', { name: 'Edit note of Elena Fischer' }).click();
  await notes(elena).getByRole('textbox', { name: 'Change note' }).fill('One box was broken');
  await notes(elena).getByRole('button', { name: 'Save Note' }).click();
  await expect(notes(elena).getByRole('listitem')).toHaveText(/EDITED.*One box was broken/);
  await expect(notes(elena).getByRole('button', { name: /^Edit note/ })).toBeFocused();
});

test('SH-61: an address that does not say for whom the review is leads to the error page', async ({ as }) => {
  const elena = await as('elena');
  const { id } = await draftInvoice(elena);
  const { page } = elena;
  for (const rest of ['', '/somebody']) {
    await page.goto(`/invoice/review/${id}${rest}`);
    await expect(page).toHaveURL(/\/error$/);
    await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
  }
});

test('AT-02, UX-02: on a phone the paper comes first and opens over the page, and nothing goes beyond the screen', async ({
  as,
  apiOf,
}) => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const [elena, order] = await Promise.all([as('elena', phone), ordered(apiOf)]);
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
  const paper = await elena.api.upload('bill.pdf', await pdfBytes(['Foxglove bill 4711']), 'invoice');
  const invoice = await submittedInvoice(elena, {
    attachments: [{ attachmentId: paper, label: 'bill.pdf' }],
    amount: 12_345_678.9,
    lineItems: [
      aBilledLine({
        description: word,
        amount: 12_345_678.9,
        referencePo: order.poNumber,
        referencePoLineNumber: 1,
      }),
    ],
  });
  const { page } = elena;
  await openInvoiceReview(page, invoice, 'approver');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const file = page.getByRole('button', { name: 'bill.pdf', exact: true });
  const sheet = page.getByRole('article', { name: 'Invoice' });
  const top = async (of: typeof file) => (await of.boundingBox())?.y ?? Number.NaN;
  expect(await top(file)).toBeLessThan(await top(sheet));
  const [right, inside] = await page
    .getByRole('main')
    .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
  expect(right).toBe(inside);
  await file.tap();
  await expect(page.getByRole('dialog', { name: 'bill.pdf' }).getByText('Foxglove bill 4711')).toBeAttached();
});

test('SH-59: an invoice that cannot be read says so and leads back to the list of who reads', async ({
  as,
}) => {
  const { page } = await as('elena');
  const id = 'nlite_00000000000000000000000000000000';
  for (const [reader, back] of [
    ['creator', '/invoice'],
    ['approver', '/approvals/invoices'],
  ]) {
    await page.goto(`/invoice/review/${id}/${reader}`);
    await expect(page.getByText('Error loading invoice.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', back ?? '');
  }
});
