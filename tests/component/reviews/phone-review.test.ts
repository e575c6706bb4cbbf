import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { attachment, pngResponse } from '../support/fixtures/files.ts';
import { note } from '../support/fixtures/notes.ts';
import { person } from '../support/fixtures/people.ts';
import { sendOrderBack, submitOrder, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { waiting } from '../support/fixtures/waiting.ts';
import { actionBar, barButton, openMenu, openReview, section } from '../support/pages/reviews.ts';

const phone = { width: 375, height: 812 };

for (const width of [320, 375, 768])
  test(
    `REV-02: at ${width} px the bar has Approve, Revise and Next in one row, and the rest in its menu`,
    { tags: width === 375 ? ['long'] : [] },
    async () => {
      const [order, next] = [submittedOrder(), submittedOrder()];
      const { page } = await openReview(order, 'approver', { orders: [order, next], width, height: 812 });
      await expect(barButton(page, 'Next')).toBeVisible();
      const boxes = await Promise.all(
        ['More actions', 'Next', 'Revise', 'Approve'].map((name) => barButton(page, name).boundingBox()),
      );
      expect(new Set(boxes.map(({ y, height }) => y + height / 2)).size).toBe(1);
      expect((await actionBar(page).boundingBox()).height).toBeLessThan(65);
      for (const name of ['Void', 'Edit', 'Export PDF']) await expect(barButton(page, name)).toHaveCount(0);
      const menu = await openMenu(page);
      for (const name of ['Void', 'Edit', 'Export PDF', 'Back to Dashboard'])
        await expect(menu.getByRole('menuitem', { name, exact: true })).toBeVisible();
      await expect(menu.getByRole('menuitem', { name: /Display Next Item Needing Approval/ })).toBeVisible();
      await menu.getByRole('menuitem', { name: 'Void', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText('Void');
    },
  );

test('REV-02: the option to open the next document and the export work from the menu', async () => {
  const { page } = await openReview(submittedOrder(), 'approver', phone);
  const option = /Display Next Item Needing Approval/;
  const menu = await openMenu(page);
  await expect(menu.getByRole('menuitem', { name: option }).getByLabelText('selected')).toBeVisible();
  await menu.getByRole('menuitem', { name: option }).click();
  await openMenu(page);
  await expect(menu.getByRole('menuitem', { name: option }).getByLabelText('selected')).toHaveCount(0);
  await menu.getByRole('menuitem', { name: 'Export PDF' }).click();
  await expect(page.getByRole('dialog', { name: 'Export PO' })).toBeVisible();
});

test('REV-08: the bar keeps its height and its buttons their places when the queue is counted', async () => {
  for (const width of [375, 1440]) {
    const [order, next] = [submittedOrder(), submittedOrder()];
    let release = () => {};
    const { page } = await openReview(order, 'approver', {
      orders: [order, next],
      width,
      height: 812,
      api: (fake) => void (release = fake.hold('GET /api/users/meta')),
    });
    const places = () =>
      Promise.all(
        [actionBar(page), barButton(page, 'Approve'), barButton(page, 'Revise')].map((one) =>
          one.boundingBox(),
        ),
      );
    await expect(barButton(page, 'Approve')).toBeEnabled();
    const before = await places();
    release();
    await expect(barButton(page, 'Next')).toBeVisible();
    expect(await places()).toEqual(before);
  }
});

test('REV-01, REV-03, REV-04: a phone shows the change, the files and then the document', async () => {
  const marcus = person('marcus');
  const back = sendOrderBack(submittedOrder());
  const again = submitOrder({
    ...back,
    attachments: [attachment('quote.pdf'), attachment('plan.png')],
    notes: [note('Which lamps?', { by: marcus, context: 'REVISION' })],
  });
  const last = Math.max(...again.historyEvents.map(({ id }) => Number(id)));
  const order = {
    ...again,
    changes: [
      {
        id: String(last + 1),
        userName: 'Dana Whitlock',
        timeStamp: again.historyEvents[0]!.timeStamp,
        action: 'save',
        summary: 'changed description',
        contentVersion: again.contentVersion,
        fields: [
          {
            field: 'description',
            label: 'Description',
            before: 'Lamps',
            after: 'Lights',
            unit: 'text' as const,
          },
        ],
      },
    ],
  };
  const { page } = await openReview(order, 'approver', phone);
  const changed = section(page, 'Changed Since Last Time');
  await expect(changed).toContainText(/After “Needs Revision” by Marcus Oyelaran/);
  await expect(changed).toContainText(/Description.*Lamps.*Lights/);
  const files = page.getByRole('list', { name: 'Files' });
  const pictures = files.getByRole('listitem');
  const [first, second, sheet, change] = await Promise.all(
    [pictures.first(), pictures.last(), page.getByRole('article'), changed].map((one) => one.boundingBox()),
  );
  expect(first!.y).toBe(second!.y);
  expect(change!.y).toBeLessThan(first!.y);
  expect(first!.y).toBeLessThan(sheet!.y);
  await expectAccessible(page);
  await files.getByRole('button', { name: 'plan.png', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'plan.png' })).toBeVisible();
});

test('REV-04: a press on a file begins on its button, not on the picture that may arrive meanwhile', async () => {
  const order = submittedOrder({ attachments: [attachment('plan.png')] });
  let release = () => {};
  const { page } = await openReview(order, 'approver', {
    ...phone,
    api: (fake) => {
      fake.on('GET /files/:owner/:id/newpreview/:name', () => pngResponse());
      release = fake.hold('GET /files/:owner/:id/newpreview/:name');
    },
  });
  const file = page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'plan.png' });
  for (const picture of [file.locator('svg'), file.locator('img')]) {
    await expect(picture).toBeVisible();
    const { x, y, width, height } = await picture.boundingBox();
    expect(page.document.elementFromPoint(x + width / 2, y + height / 2)).toBe(file.element());
    release();
  }
});

test('REV-06: the status is stated once in words', async () => {
  const { page } = await openReview(submittedOrder({ waiting }), 'approver');
  await expect(
    page.getByText(/^With Priya Raman since March 20, 2018 \(3 working days; usually 2\), then /),
  ).toBeVisible();
  await expect(page.getByText(/With Priya Raman/)).toHaveCount(1);
});
