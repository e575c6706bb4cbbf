import { sheetPdf } from '../../../demo/documents/sheet-pdf.ts';
import {
  requestChangeOrder,
  saveWithExtraLine,
  submitDraft,
} from '../../../tests/e2e/support/data/change-orders.ts';
import { decideOn } from '../../../tests/e2e/support/data/decisions.ts';
import { aBilledLine, createSubmittedInvoice } from '../../../tests/e2e/support/data/invoices.ts';
import { aLine, createApprovedOrder, createDraftOrder } from '../../../tests/e2e/support/data/orders.ts';
import { showId } from '../../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../../tests/e2e/support/environment/person.ts';

interface Row {
  id: string;
  attachmentCount: number;
  totalCost: number;
}

/** Returns the documents waiting for the user, in the order of the list, newest first. */
export async function listWaiting(api: Person): Promise<Row[]> {
  const query = `showId=${showId}&persona=APPROVER&page=1&count=50&sort=PO_NUMBER,DESC`;
  const { poS } = await api.post<{ poS: Row[] }>(`/api/pos/filter?${query}`, {
    statuses: ['SUBMITTED_FOR_APPROVAL'],
  });
  return poS;
}

/** Creates a change order of an approved order, waiting for its approver. */
export async function createChangeOrder(creator: Person, ...approvers: Person[]): Promise<string> {
  const order = await createApprovedOrder(
    { api: creator },
    approvers.map((api) => ({ api })),
    {
      description: 'Ballroom: lamps, drapes and the chandelier',
      lineItems: [
        aLine({ description: 'Brass lamps', quantity: 12, unitCost: 145 }),
        aLine({ description: 'Velvet drapes, made to measure', quantity: 6, unitCost: 320 }),
        aLine({ description: 'Chandelier, hung and taken down', quantity: 1, unitCost: 4800 }),
      ],
    },
  );
  const reopened = await requestChangeOrder({ api: creator }, order, 'The ballroom is larger than planned');
  await saveWithExtraLine({ api: creator }, reopened, {
    description: 'Rigging for the chandelier',
    unitCost: 1250,
  });
  await submitDraft({ api: creator }, order);
  return order.id;
}

/** Creates a draft of a purchase order. */
export async function createDraft(creator: Person): Promise<string> {
  const { id } = await createDraftOrder(
    { api: creator },
    {
      description: 'Observatory: desks, charts, a brass orrery',
      lineItems: [
        aLine({ description: 'Writing desks, oak', quantity: 4, unitCost: 380 }),
        aLine({ description: 'Star charts, framed', quantity: 9, unitCost: 65 }),
        aLine({ description: 'Brass orrery, working', quantity: 1, unitCost: 2150 }),
      ],
    },
  );
  return id;
}

/** Creates an invoice with the vendor's bill, waiting for the line producer. */
export async function createInvoice(clerk: Person, head: Person): Promise<string> {
  const lines = [
    { description: 'Brass lamps, polished', amount: 1740 },
    { description: 'Velvet drapes, made to measure', amount: 1920 },
    { description: 'Delivery to stage 4', amount: 175 },
  ];
  const text = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const bill = await sheetPdf({
    title: 'INVOICE FX-2231',
    from: 'Foxglove Sign Company',
    intro: ['To Northern Lights Productions LLC, production accounting.', 'Terms: net 30 days.'],
    columns: ['Line', 'Description', 'Amount'],
    rows: lines.map(({ description, amount }, at) => [`${at + 1}`, description, text(amount)]),
    total: text(total),
    closing: ['Thank you for your business.'],
  });
  const label = 'Foxglove FX-2231.pdf';
  const invoice = await createSubmittedInvoice(
    { api: clerk },
    {
      number: 'FX-2231',
      description: 'Ballroom: lamps and drapes',
      amount: total,
      lineItems: lines.map((line) => aBilledLine(line)),
      attachments: [{ attachmentId: await clerk.upload(label, bill, 'invoice'), label }],
    },
  );
  return (await decideOn({ api: head }, 'INVOICE', invoice)).id;
}
