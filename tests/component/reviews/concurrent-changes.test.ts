import { describe, test } from 'vitest';
import { Refusal } from '#domain/codes';
import { changesSince } from '#domain/history/content-conflict';
import { expectAccessible } from '../support/accessibility.ts';
import { savedByOtherUser } from '../support/api/stub-saves.ts';
import { expect } from '../support/expect.ts';
import { stubUploads, textFile, chooseFiles } from '../support/files.ts';
import { attachment } from '../support/fixtures/files.ts';
import { person } from '../support/fixtures/people.ts';
import {
  approveOrderAsHead,
  draft,
  line,
  sendOrderBack,
  submitOrder,
  submittedOrder,
} from '../support/fixtures/purchase-orders.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { barButton, changeByOtherUser, openReview, storeDocument } from '../support/pages/reviews.ts';
import type { Reader } from '../support/pages/reviews.ts';
import type { ChangeEvent } from '#domain/history/history-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const question = (page: Page) => page.getByRole('alertdialog', { name: /has changed$/ });
const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The page shows the current version.' });

/** Opens a review whose decisions fail with WORKFLOW_CONFLICT when they name an outdated content version. */
async function openWithConflicts(
  order: PurchaseOrder,
  reader: Reader,
  options: AppOptions = {},
): Promise<App> {
  const app = await openReview(order, reader, options);
  const { api, world } = app;
  const current = (): PurchaseOrder => world.orders.find(({ id }) => id === order.id) ?? order;
  const decide = (expectedVersion: number | null | undefined, next: (of: PurchaseOrder) => PurchaseOrder) => {
    const { contentVersion, changes } = current();
    if (expectedVersion !== contentVersion)
      throw new Refusal('WORKFLOW_CONFLICT', {
        body: { contentVersion, changes: changesSince(changes, expectedVersion ?? 0) },
      });
    return storeDocument(world, next(current()));
  };
  for (const [route, next] of [
    ['POST /api/workflows/approval', approveOrderAsHead],
    ['POST /api/workflows/revision', sendOrderBack],
  ] as const)
    api.on(route, ({ body: { contentVersion } }) => {
      const { id: docId, status, submissionStatus } = decide(contentVersion, next);
      return { docId, docType: 'PO' as const, status, submissionStatus, nextId: null };
    });
  api.on('PUT /api/pos/:id/submit', ({ query, body }) =>
    decide(Number(Reflect.get(Object(body), 'contentVersion') ?? query['contentVersion']), submitOrder),
  );
  await expect(barButton(app.page, reader === 'creator' ? 'Submit for Approval' : 'Approve')).toBeEnabled();
  await app.page.waitForIdle();
  return app;
}

/** Adds a file as dana to the order that marcus reviews. */
async function addFile(app: App, order: PurchaseOrder): Promise<void> {
  const attachments = [attachment('other quote.pdf')];
  await changeByOtherUser(app, savedByOtherUser(order, person('dana'), { attachments }));
  await expect(notice(app.page)).toBeVisible();
}

const statusNow = ({ world }: App) => world.orders[0]?.status;

describe('an order that another user changes during its review', () => {
  test('DEC-30: the first Approve shows the change, and only the second one approves', async () => {
    const order = submittedOrder();
    const app = await openWithConflicts(order, 'approver');
    const { page } = app;
    await addFile(app, order);
    await expect(page.getByRole('button', { name: 'other quote.pdf' })).toBeVisible();
    await barButton(page, 'Approve').click();
    await expect(question(page)).toContainText('Dana');
    await expect(question(page)).toContainText('nothing has been done yet');
    expect(statusNow(app)).toBe('SUBMITTED_FOR_APPROVAL');
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(notice(page)).toHaveCount(0);
    await barButton(page, 'Approve').click();
    await expect.poll(() => statusNow(app)).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
  });

  test('DEC-30: Approve works at once after the approver has confirmed that they saw the change', async () => {
    const order = submittedOrder();
    const app = await openWithConflicts(order, 'approver');
    await addFile(app, order);
    await notice(app.page).getByRole('button', { name: 'I Have Seen It' }).click();
    await barButton(app.page, 'Approve').click();
    await expect.poll(() => statusNow(app)).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    await expect(question(app.page)).toHaveCount(0);
  });

  test('DEC-30: a conflict keeps the entered reason', async () => {
    const order = submittedOrder();
    const app = await openWithConflicts(order, 'approver');
    const { page } = app;
    await barButton(page, 'Revise').click();
    const reasons = page.getByRole('dialog', { name: /^Request Revision/ });
    await reasons.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
    const attachments = [attachment('other quote.pdf')];
    await changeByOtherUser(app, savedByOtherUser(order, person('dana'), { attachments }));
    await page.waitForIdle();
    await reasons.getByRole('button', { name: 'Request Revision' }).click();
    await expect(question(page)).toBeVisible();
    await question(page).getByRole('button', { name: 'Review the PO' }).click();
    await expect(reasons.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too dear');
    await reasons.getByRole('button', { name: 'Request Revision' }).click();
    await expect.poll(() => app.world.orders[0]?.submissionStatus).toBe('Needs revision');
  });

  test('DEC-30: a draft with a changed total is submitted only after the creator has seen the change', async () => {
    const order = draft();
    const app = await openWithConflicts(order, 'creator');
    const { page } = app;
    const lineItems = [line({ unitCost: 175 })];
    await changeByOtherUser(app, savedByOtherUser(order, person('sam'), { lineItems, totalCost: 350 }));
    await expect(notice(page)).toBeVisible();
    await barButton(page, 'Submit for Approval').click();
    await expect(question(page)).toContainText('Sam');
    await question(page).getByRole('button', { name: 'Review the PO' }).click();
    expect(statusNow(app)).toBe('DRAFT');
    await barButton(page, 'Submit for Approval').click();
    await expect.poll(() => statusNow(app)).toBe('SUBMITTED_FOR_APPROVAL');
  });

  test('DEC-30: the notice shows who changed what and when, with the values before and after', async () => {
    const order = submittedOrder();
    const app = await openWithConflicts(order, 'approver');
    const { page } = app;
    const contentVersion = order.contentVersion + 1;
    const change: ChangeEvent = {
      id: '9',
      userName: 'Dana Whitlock',
      timeStamp: new Date(Date.now() - 125_000).toISOString(),
      action: 'attach',
      summary: 'replaced an attachment',
      contentVersion,
      fields: [
        { field: 'attachments.F1', label: 'Attachment', before: 'a.pdf', after: 'b.pdf', unit: 'text' },
      ],
    };
    await changeByOtherUser(app, { ...order, version: order.version + 1, contentVersion, changes: [change] });
    const changeNotice = page
      .getByRole('status')
      .filter({ hasText: 'Dana Whitlock replaced an attachment 2 minutes ago.' });
    await changeNotice.getByRole('button', { name: 'What Changed' }).click();
    await expect(question(page)).toContainText('a.pdf');
    await expect(question(page)).toContainText('b.pdf');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(changeNotice).toHaveCount(0);
  });

  test('DEC-30: files that the user has added cause no notice', async () => {
    const order = draft();
    const app = await openWithConflicts(order, 'creator');
    const { page, api, world } = app;
    stubUploads(api);
    api.on('POST /api/pos/attachments/:id', () => {
      const attachments = [attachment('own.pdf')];
      const { contentVersion } = storeDocument(
        world,
        savedByOtherUser(order, person('dana'), { attachments }),
      );
      return { attachments, contentVersion };
    });
    await page.getByRole('button', { name: 'Add Files' }).click();
    await chooseFiles(page, [textFile('own.pdf')]);
    const files = page.getByRole('region', { name: 'Attachments' });
    await files.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'own.pdf' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await barButton(page, 'Submit for Approval').click();
    await expect.poll(() => statusNow(app)).toBe('SUBMITTED_FOR_APPROVAL');
  });

  for (const width of [375, 900, 1440])
    test(
      `DEC-80, DEC-30: notice and question are accessible at ${width} px`,
      { tags: width === 900 ? ['long'] : [] },
      async () => {
        const order = submittedOrder();
        const app = await openWithConflicts(order, 'approver', { width });
        await addFile(app, order);
        await expectAccessible(app.page);
        await barButton(app.page, 'Approve').click();
        await expect(question(app.page)).toBeVisible();
        await expectAccessible(app.page);
      },
    );
});
