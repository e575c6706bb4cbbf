import type { Page } from '@playwright/test';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { pdfBytes } from './support/files.ts';
import { draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { beenInView, button, openReview, seenAs } from './support/review.ts';
import { expectSound } from './support/sound.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: /has changed$/ });
const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The page shows the current version.' });
const stored = ({ api }: Pick<Seat, 'api'>, { id }: PurchaseOrder) =>
  api.get<PurchaseOrder>(`/api/pos/${id}`);

/** Another file than the approver has seen. */
async function addFile({ api }: Pick<Seat, 'api'>, { id }: PurchaseOrder): Promise<void> {
  const label = 'other quote.pdf';
  const attachmentId = await api.upload(label, await pdfBytes(['Another quote']));
  await api.post(`/api/pos/attachments/${id}`, { attachments: [{ attachmentId, label }] });
}

test('DEC-30: an approver sees what somebody changed, and decides again', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { page } = marcus;
  const order = await submitted(dana);
  await openReview(page, order, 'approver');
  await beenInView(page);
  await addFile(dana, order);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'other quote.pdf' })).toBeVisible();
  await button(page, 'Approve').click();
  await expect(question(page)).toContainText('Dana');
  await expect(question(page)).toContainText('nothing has been done yet');
  expect((await stored(marcus, order)).status).toBe('SUBMITTED_FOR_APPROVAL');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  await button(page, 'Approve').click();
  await expect.poll(async () => (await stored(marcus, order)).status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
});

test('DEC-30: whoever has said that they saw the change approves at once', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { page } = marcus;
  const order = await submitted(dana);
  await openReview(page, order, 'approver');
  await beenInView(page);
  await addFile(dana, order);
  await notice(page).getByRole('button', { name: 'I Have Seen It' }).click();
  await button(page, 'Approve').click();
  await expect.poll(async () => (await stored(marcus, order)).status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
});

test('DEC-30: a reason that was written survives a change of the content', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { page } = marcus;
  const order = await submitted(dana);
  await openReview(page, order, 'approver');
  await button(page, 'Revise').click();
  const reasons = page.getByRole('dialog', { name: /^Request Revision/ });
  await reasons.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
  await addFile(dana, order);
  await reasons.getByRole('button', { name: 'Request Revision' }).click();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Review the PO' }).click();
  await expect(reasons.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too dear');
  await reasons.getByRole('button', { name: 'Request Revision' }).click();
  await expect.poll(async () => (await stored(marcus, order)).submissionStatus).toBe('Needs revision');
});

test('DEC-30: a draft whose total somebody changed is submitted only once that was seen', async ({
  as,
  apiOf,
}) => {
  const [dana, sam] = await Promise.all([as('dana'), apiOf('sam')]);
  const { page } = dana;
  const order = await draft(dana);
  await openReview(page, order, 'creator');
  await beenInView(page);
  const lineItems = order.lineItems.map((line) => ({ ...line, unitCost: 175 }));
  await sam.api.put(`/api/pos/${order.id}`, { ...order, lineItems });
  await expect(notice(page)).toBeVisible();
  await button(page, 'Submit for Approval').click();
  await expect(question(page)).toContainText('Sam');
  await question(page).getByRole('button', { name: 'Review the PO' }).click();
  expect((await stored(dana, order)).submissionStatus).toBe('Draft');
  await button(page, 'Submit for Approval').click();
  await expect.poll(async () => (await stored(dana, order)).submissionStatus).toBe('Submitted for approval');
});

test('DEC-30: the notice names who changed what, and shows the values before and after', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { page } = marcus;
  const order = await submitted(dana);
  await openReview(page, order, 'approver');
  await beenInView(page);
  const fields = [
    { field: 'attachments.F1', label: 'Attachment', before: 'a.pdf', after: 'b.pdf', unit: 'text' as const },
  ];
  const change = {
    id: '9',
    userName: 'Dana Whitlock',
    action: 'attach',
    summary: 'replaced an attachment',
    fields,
  };
  const contentVersion = order.contentVersion + 1;
  const changes = [{ ...change, timeStamp: new Date(Date.now() - 125_000).toISOString(), contentVersion }];
  const changed: Partial<PurchaseOrder> & { changes: typeof changes } = { contentVersion, changes };
  await seenAs(page, order, changed);
  // Any message about the document makes the page read it again.
  await dana.api.post(`/api/pos/${order.id}/notes`, {
    keyId: crypto.randomUUID(),
    content: 'Look',
    isReview: true,
  });
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

test("DEC-30: the user's own files are no news", async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await openReview(page, order, 'creator');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add Files' }).click();
  const own = { name: 'own.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdfBytes(['Own'])) };
  await (await chooser).setFiles(own);
  await page.getByRole('region', { name: 'Attachments' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'own.pdf' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await button(page, 'Submit for Approval').click();
  await expect.poll(async () => (await stored(dana, order)).submissionStatus).toBe('Submitted for approval');
});

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-30: the notice of a change, and what changed, are sound at ${width} px`, async ({
    as,
    apiOf,
  }) => {
    const [dana, marcus] = await Promise.all([
      apiOf('dana'),
      as('marcus', { viewport: { width, height: 900 } }),
    ]);
    const { page } = marcus;
    const order = await submitted(dana);
    await openReview(page, order, 'approver');
    await beenInView(page);
    await addFile(dana, order);
    await expect(notice(page)).toBeVisible();
    await expectSound(page);
    await button(page, 'Approve').click();
    await expect(question(page)).toBeVisible();
    await expectSound(page);
  });
}
