import type { Locator } from 'vitest/browser';
import type { DocType } from '#domain/document';
import type { Invoice } from '#domain/invoices/invoice';
import { orderNumber } from '#domain/documents/order-number';
import type { Payment } from '#domain/payments/payment';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { ActionResult } from '#verbs/approval/workflow-action';
import type { World } from '../api/default-answers.ts';
import { eventually } from '../eventually.ts';
import { expect } from '../expect.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import type { PersonName } from '../fixtures/people.ts';

export type Reviewed = PurchaseOrder | Invoice | Payment;
export type Reader = 'creator' | 'approver';

/** The number of an order as users read it: `SD-00042`. */
export const numberOf = orderNumber;

interface Kind {
  docType: DocType;
  list: 'orders' | 'invoices' | 'payments';
  path: Record<Reader, string>;
  title: string;
  creator: PersonName;
}

function kindOf(document: Reviewed): Kind {
  const { id } = document;
  if ('poNumber' in document)
    return {
      docType: 'PO',
      list: 'orders',
      path: { creator: `/po/review/${id}/creator`, approver: `/po/review/${id}/approver` },
      title: `Purchase Order ${numberOf(document)}`,
      creator: 'dana',
    };
  if ('lineItems' in document)
    return {
      docType: 'INVOICE',
      list: 'invoices',
      path: { creator: `/invoice/review/${id}/creator`, approver: `/invoice/review/${id}/approver` },
      title: `Invoice ${document.number}`,
      creator: 'elena',
    };
  return {
    docType: 'PAYMENT',
    list: 'payments',
    path: { creator: `/payment/review/${id}?referrer=listing`, approver: `/payment/review/${id}` },
    title: `Payment ${document.number}`,
    creator: 'elena',
  };
}

/** As messages name the document: `PO #SD-00042`. */
export function nameOf(document: Reviewed): string {
  if ('poNumber' in document) return `PO #${numberOf(document)}`;
  return `${'lineItems' in document ? 'Invoice' : 'Payment'} #${document.number}`;
}

export function reviewPath(document: Reviewed, as: Reader): string {
  return kindOf(document).path[as];
}

async function reviewIsDrawn(page: Page, document: Reviewed): Promise<void> {
  await page.getByRole('heading', { level: 1, name: kindOf(document).title, exact: true }).waitFor();
}

/** Opens the review of a document: as its creator, or as marcus, the first approver, unless `as` says otherwise. */
export async function openReview(document: Reviewed, reader: Reader, options: AppOptions = {}): Promise<App> {
  const { list, creator } = kindOf(document);
  const as = reader === 'creator' ? creator : 'marcus';
  const app = await openApp(reviewPath(document, reader), { as, [list]: [document], ...options });
  await reviewIsDrawn(app.page, document);
  return app;
}

/** Opens a review in a page that is open already. */
export async function goToReview(page: Page, document: Reviewed, reader: Reader): Promise<void> {
  await page.goto(reviewPath(document, reader));
  await reviewIsDrawn(page, document);
}

/** The Worker has the document in this state from now on. Returns it. */
export function store<Document extends Reviewed>(world: World, document: Document): Document {
  const documents: Reviewed[] = world[kindOf(document).list];
  const at = documents.findIndex(({ id }) => id === document.id);
  documents.splice(at === -1 ? documents.length : at, 1, document);
  return document;
}

/** Another user has changed the document: the page hears of it. */
export async function changeElsewhere({ world, channel }: App, document: Reviewed): Promise<void> {
  store(world, document);
  const { id, showId, version, status, submissionStatus } = document;
  const { docType } = kindOf(document);
  await channel.whenOpen();
  channel.push('document_changed', { docType, id, showId, version, status, submissionStatus });
}

type Decision = 'approval' | 'revision' | 'void' | 'deny';

/** The Worker takes a decision, after which the document is `after`; `nextId` is the next one of the queue. */
export function acceptDecision(
  { api, world }: App,
  decision: Decision,
  after: Reviewed,
  nextId: string | null = null,
): void {
  api.on(`POST /api/workflows/${decision}`, (): ActionResult => {
    const { id, status, submissionStatus } = store(world, after);
    return { docId: id, docType: kindOf(after).docType, status, submissionStatus, nextId };
  });
}

export function bar(page: Page): Locator {
  return page.getByRole('region', { name: /^(Submission|Approval) actions$/ });
}

/** A button of the bar. */
export function button(page: Page, name: string): Locator {
  return bar(page).getByRole('button', { name, exact: true });
}

/** The option of the bar that leads from one decision to the next document. */
export function nextOption(page: Page): Locator {
  return bar(page).getByRole('checkbox', { name: 'Display Next Item Needing Approval' });
}

/** Opens the menu of the bar. */
export async function openMenu(page: Page): Promise<Locator> {
  await button(page, 'More actions').click();
  return page.getByRole('menu', { name: 'More actions' });
}

/** Chooses an entry of the menu of the bar. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await (await openMenu(page)).getByRole('menuitem', { name, exact: true }).click();
}

/** What a fact of the sheet says: `factOf(page, 'Vendor Name')`. */
export function factOf(page: Page, term: string): Locator {
  return page
    .getByRole('article')
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term.replaceAll(/[()]/g, String.raw`\$&`)}$`) })
    .locator('+ dd');
}

/**
 * The mouse comes to an element, as a hand moves it, and reads this. What is drawn meanwhile takes a tip away: it is pointed at
 * until the tip stands.
 */
export async function expectTip(page: Page, target: Locator, text: string | RegExp): Promise<void> {
  const expected: unknown = typeof text === 'string' ? text : expect.stringMatching(text);
  await eventually(async () => {
    await page.mouse.move(4, 4);
    const { x, y, width, height } = await target.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    const tips = () => page.getByRole('tooltip').allTextContents();
    await expect.poll(tips, { timeout: 4000 }).toEqual([expected]);
  });
}

/** A region of the page by its heading: `Notes`, `History`, `Attachments`. */
export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}
