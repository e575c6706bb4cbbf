import { describe, test } from 'vitest';
import { Refusal } from '#domain/codes';
import { changesSince } from '#domain/history/content-conflict';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { expectSound } from '../support/accessibility.ts';
import { savedByOthers } from '../support/api/answer-saves.ts';
import { expect } from '../support/expect.ts';
import { answerUploads, textFile, chooseFiles } from '../support/files.ts';
import { attachment } from '../support/fixtures/files.ts';
import { person } from '../support/fixtures/people.ts';
import {
  approveAsHead,
  draft,
  line,
  sendBack,
  submit,
  submitted,
} from '../support/fixtures/purchase-orders.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { button, changeElsewhere, openReview, store } from '../support/pages/reviews.ts';
import type { Reader } from '../support/pages/reviews.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: /has changed$/ });
const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The page shows the current version.' });

/** The review of an order whose decisions the Worker refuses where they name another content than the current one. */
async function openOf(order: PurchaseOrder, reader: Reader, options: AppOptions = {}): Promise<App> {
  const app = await openReview(order, reader, options);
  const { api, world } = app;
  const current = (): PurchaseOrder => world.orders.find(({ id }) => id === order.id) ?? order;
  const decide = (named: number | null | undefined, next: (of: PurchaseOrder) => PurchaseOrder) => {
    const { contentVersion, changes } = current();
    if (named !== contentVersion)
      throw new Refusal('WORKFLOW_CONFLICT', {
        body: { contentVersion, changes: changesSince(changes, named ?? 0) },
      });
    return store(world, next(current()));
  };
  for (const [route, next] of [
    ['POST /api/workflows/approval', approveAsHead],
    ['POST /api/workflows/revision', sendBack],
  ] as const)
    api.on(route, ({ body: { contentVersion } }) => {
      const { id: docId, status, submissionStatus } = decide(contentVersion, next);
      return { docId, docType: 'PO' as const, status, submissionStatus, nextId: null };
    });
  api.on('PUT /api/pos/:id/submit', ({ query, body }) =>
    decide(Number(Reflect.get(Object(body), 'contentVersion') ?? query['contentVersion']), submit),
  );
  await expect(button(app.page, reader === 'creator' ? 'Submit for Approval' : 'Approve')).toBeEnabled();
  await app.page.settled();
  return app;
}

/** Dana puts another file to an order that marcus looks at. */
async function addFile(app: App, order: PurchaseOrder): Promise<void> {
  const attachments = [attachment('other quote.pdf')];
  await changeElsewhere(app, savedByOthers(order, person('dana'), { attachments }));
  await expect(notice(app.page)).toBeVisible();
}

const statusNow = ({ world }: App) => world.orders[0]?.status;

describe('an order that somebody else changes while it is reviewed', () => {
  test('DEC-30: shows the change, and is approved only by a second press', async () => {
    const order = submitted();
    const app = await openOf(order, 'approver');
    const { page } = app;
    await addFile(app, order);
    await expect(page.getByRole('button', { name: 'other quote.pdf' })).toBeVisible();
    await button(page, 'Approve').click();
    await expect(question(page)).toContainText('Dana');
    await expect(question(page)).toContainText('nothing has been done yet');
    expect(statusNow(app)).toBe('SUBMITTED_FOR_APPROVAL');
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(notice(page)).toHaveCount(0);
    await button(page, 'Approve').click();
    await expect.poll(() => statusNow(app)).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
  });

  test('DEC-30: is approved at once by an approver who says that they saw the change', async () => {
    const order = submitted();
    const app = await openOf(order, 'approver');
    await addFile(app, order);
    await notice(app.page).getByRole('button', { name: 'I Have Seen It' }).click();
    await button(app.page, 'Approve').click();
    await expect.poll(() => statusNow(app)).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    await expect(question(app.page)).toHaveCount(0);
  });

  test('DEC-30: keeps the reason that was written', async () => {
    const order = submitted();
    const app = await openOf(order, 'approver');
    const { page } = app;
    await button(page, 'Revise').click();
    const reasons = page.getByRole('dialog', { name: /^Request Revision/ });
    await reasons.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
    const attachments = [attachment('other quote.pdf')];
    await changeElsewhere(app, savedByOthers(order, person('dana'), { attachments }));
    await page.settled();
    await reasons.getByRole('button', { name: 'Request Revision' }).click();
    await expect(question(page)).toBeVisible();
    await question(page).getByRole('button', { name: 'Review the PO' }).click();
    await expect(reasons.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too dear');
    await reasons.getByRole('button', { name: 'Request Revision' }).click();
    await expect.poll(() => app.world.orders[0]?.submissionStatus).toBe('Needs revision');
  });

  test('DEC-30: as a draft with another total is submitted only once that was seen', async () => {
    const order = draft();
    const app = await openOf(order, 'creator');
    const { page } = app;
    const lineItems = [line({ unitCost: 175 })];
    await changeElsewhere(app, savedByOthers(order, person('sam'), { lineItems, totalCost: 350 }));
    await expect(notice(page)).toBeVisible();
    await button(page, 'Submit for Approval').click();
    await expect(question(page)).toContainText('Sam');
    await question(page).getByRole('button', { name: 'Review the PO' }).click();
    expect(statusNow(app)).toBe('DRAFT');
    await button(page, 'Submit for Approval').click();
    await expect.poll(() => statusNow(app)).toBe('SUBMITTED_FOR_APPROVAL');
  });

  test('DEC-30: says who changed what and when, and shows the values before and after', async () => {
    const order = submitted();
    const app = await openOf(order, 'approver');
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
    await changeElsewhere(app, { ...order, version: order.version + 1, contentVersion, changes: [change] });
    const named = page
      .getByRole('status')
      .filter({ hasText: 'Dana Whitlock replaced an attachment 2 minutes ago.' });
    await named.getByRole('button', { name: 'What Changed' }).click();
    await expect(question(page)).toContainText('a.pdf');
    await expect(question(page)).toContainText('b.pdf');
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(named).toHaveCount(0);
  });

  test('DEC-30: gives no notice of files that the user has added', async () => {
    const order = draft();
    const app = await openOf(order, 'creator');
    const { page, api, world } = app;
    answerUploads(api);
    api.on('POST /api/pos/attachments/:id', () => {
      const attachments = [attachment('own.pdf')];
      const { contentVersion } = store(world, savedByOthers(order, person('dana'), { attachments }));
      return { attachments, contentVersion };
    });
    await page.getByRole('button', { name: 'Add Files' }).click();
    await chooseFiles(page, [textFile('own.pdf')]);
    const files = page.getByRole('region', { name: 'Attachments' });
    await files.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'own.pdf' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await button(page, 'Submit for Approval').click();
    await expect.poll(() => statusNow(app)).toBe('SUBMITTED_FOR_APPROVAL');
  });

  for (const width of [375, 900, 1440])
    test(`DEC-80, DEC-30: has a notice and a question that are sound at ${width} px`, async () => {
      const order = submitted();
      const app = await openOf(order, 'approver', { width });
      await addFile(app, order);
      await expectSound(app.page);
      await button(app.page, 'Approve').click();
      await expect(question(app.page)).toBeVisible();
      await expectSound(app.page);
    });
});
