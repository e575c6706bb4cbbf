import type { Locator } from 'vitest/browser';
import type { DocType } from '#domain/document';
import { orderNumber } from '#domain/documents/document-number';
import type { World } from '../api/default-stubs.ts';
import { eventually } from '../eventually.ts';
import { expect } from '../expect.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import type { PersonName } from '../fixtures/people.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ActionResult } from '#domain/lifecycle/action-response';

export type ReviewedDocument = PurchaseOrder | Invoice | Payment;
export type Reader = 'creator' | 'approver';

/** The displayed number of an order: `SD-00042`. */
export const numberOf = orderNumber;

interface Kind {
  docType: DocType;
  list: 'orders' | 'invoices' | 'payments';
  path: Record<Reader, string>;
  title: string;
  creator: PersonName;
}

function kindOf(document: ReviewedDocument): Kind {
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

/** Returns the name of the document in messages: `PO #SD-00042`. */
export function nameOf(document: ReviewedDocument): string {
  if ('poNumber' in document) return `PO #${numberOf(document)}`;
  return `${'lineItems' in document ? 'Invoice' : 'Payment'} #${document.number}`;
}

export function reviewPath(document: ReviewedDocument, as: Reader): string {
  return kindOf(document).path[as];
}

async function waitForReview(page: Page, document: ReviewedDocument): Promise<void> {
  await page.getByRole('heading', { level: 1, name: kindOf(document).title, exact: true }).waitFor();
}

/** Opens the review of a document, by default as its creator or as marcus, the first approver. */
export async function openReview(
  document: ReviewedDocument,
  reader: Reader,
  options: AppOptions = {},
): Promise<App> {
  const { list, creator } = kindOf(document);
  const as = reader === 'creator' ? creator : 'marcus';
  const app = await openApp(reviewPath(document, reader), { as, [list]: [document], ...options });
  await waitForReview(app.page, document);
  return app;
}

/** Opens a review in an existing page. */
export async function goToReview(page: Page, document: ReviewedDocument, reader: Reader): Promise<void> {
  await page.goto(reviewPath(document, reader));
  await waitForReview(page, document);
}

/** Stores the document in the world, in place of its previous state. Returns it. */
export function storeDocument<Document extends ReviewedDocument>(world: World, document: Document): Document {
  const documents: ReviewedDocument[] = world[kindOf(document).list];
  const at = documents.findIndex(({ id }) => id === document.id);
  documents.splice(at === -1 ? documents.length : at, 1, document);
  return document;
}

/** Stores a document that another user has changed, and announces it on the realtime channel. */
export async function changeByOtherUser({ world, channel }: App, document: ReviewedDocument): Promise<void> {
  storeDocument(world, document);
  const { id, showId, version, status, submissionStatus } = document;
  const { docType } = kindOf(document);
  await channel.whenOpen();
  channel.push('document_changed', { docType, id, showId, version, status, submissionStatus });
}

type Decision = 'approval' | 'revision' | 'void' | 'deny';

/** Accepts a decision, after which the document is `after`. `nextId` is the next document of the queue. */
export function acceptDecision(
  { api, world }: App,
  decision: Decision,
  after: ReviewedDocument,
  nextId: string | null = null,
): void {
  api.on(`POST /api/workflows/${decision}`, (): ActionResult => {
    const { id, status, submissionStatus } = storeDocument(world, after);
    return { docId: id, docType: kindOf(after).docType, status, submissionStatus, nextId };
  });
}

export function actionBar(page: Page): Locator {
  return page.getByRole('region', { name: /^(Submission|Approval) actions$/ });
}

/** A button of the action bar. */
export function barButton(page: Page, name: string): Locator {
  return actionBar(page).getByRole('button', { name, exact: true });
}

/** The checkbox of the action bar that opens the next document after a decision. */
export function nextOption(page: Page): Locator {
  return actionBar(page).getByRole('checkbox', { name: 'Display Next Item Needing Approval' });
}

/** Opens the menu of the action bar. */
export async function openMenu(page: Page): Promise<Locator> {
  await barButton(page, 'More actions').click();
  return page.getByRole('menu', { name: 'More actions' });
}

/** Chooses an entry of the action bar's menu. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await (await openMenu(page)).getByRole('menuitem', { name, exact: true }).click();
}

/** The value of a fact in the review: `factOf(page, 'Vendor Name')`. */
export function factOf(page: Page, term: string): Locator {
  return page
    .getByRole('article')
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term.replaceAll(/[()]/g, String.raw`\$&`)}$`) })
    .locator('+ dd');
}

/**
 * Moves the mouse to an element and expects this tooltip. Retries, because a redraw closes the tooltip.
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
