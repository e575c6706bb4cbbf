import { openList } from './support/lists.ts';
import { approve, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { button, numberOf, openReview } from './support/review.ts';
import { expectSound } from './support/sound.ts';

for (const width of [375, 1440]) {
  test(`DEC-80, DEC-74: queue, review, its dialogs, search and shortcuts are sound at ${width} px`, async ({
    as,
    apiOf,
  }) => {
    const viewport = { width, height: 812 };
    const [dana, marcus, priya] = await Promise.all([
      apiOf('dana'),
      apiOf('marcus'),
      as('priya', { viewport }),
    ]);
    const order = await approve(marcus, await submitted(dana));
    const { page } = priya;
    await openList(page, '/approvals');
    await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')).toHaveCount(2);
    await expectSound(page);
    await page.keyboard.press('Shift+?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toContainText('Search by number');
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(shortcuts).toHaveCount(0);

    await openReview(page, order, 'approver');
    await expectSound(page);
    await button(page, 'Revise').click();
    await expect(page.getByRole('dialog', { name: /^Request Revision of/ })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');
    // The focus is back where the dialog was asked for.
    await expect(button(page, 'Revise')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill(order.description);
    await expect(page.getByRole('option').filter({ hasText: order.description })).toBeVisible();
    await expectSound(page);
  });
}

test('AP-01, PO-46, DEC-29: read aloud, the review has its headings, and each step of the approval is a sentence', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), as('priya')]);
  const order = await approve(marcus, await submitted(dana));
  const { page } = priya;
  await openReview(page, order, 'approver');
  const track = page.getByRole('region', { name: 'Approval', exact: true }).getByRole('list');
  await expect(track).toMatchAriaSnapshot(`
    - list "Approval":
      - listitem: /Step 1 of 2, Department head. approved by Marcus Oyelaran on \\d\\d\\/\\d\\d\\/\\d{4} \\d\\d:\\d\\d [AP]M\\./
      - listitem: Step 2 of 2, Line producer, current step. Your turn.
  `);
  await expect(track.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step');
  const levels = () =>
    page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
  await expect
    .poll(levels)
    .toEqual([
      `H1 Purchase Order ${numberOf(order)}`,
      'H2 Attachments',
      'H2 Approval',
      'H2 Notes',
      'H2 History',
    ]);
});

test('DEC-80: the listed shortcuts are those of the screen, and each does what it says', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  const listed = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('term');
  const anywhere = [
    'Search this show',
    'Show these shortcuts',
    'Go to Approvals',
    'Go to Purchase Orders',
    'Go to Invoices',
    'Go to Payments',
  ];
  await openReview(page, order, 'approver');
  await page.keyboard.press('Shift+?');
  await expect(listed).toHaveText(['Approve', 'Revise', 'Edit', 'Back to the list', ...anywhere]);
  // What lies under a dialog is out of reach.
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/review\//);
  await page.keyboard.press('Escape');
  await expect(listed).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('be?');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('be?');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(page).toHaveURL('/approvals/purchase-orders');
  await expect(page.getByRole('row').filter({ hasText: order.description })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search by PO number' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Approvals' }).click();
  // One after the other without a pause, in which the first would be forgotten.
  const press = (...keys: string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)));
  await press('g', 'p');
  await expect(page).toHaveURL('/payment');
  await press('g', 'a');
  await expect(page).toHaveURL('/approvals');
  const waiting = page.getByRole('row').filter({ hasText: /SD-|PRP-|ART-/ });
  await expect(waiting.first()).toBeVisible();
  await page.keyboard.press('j');
  // Which row is the first may change meanwhile: others submit.
  await expect(waiting.and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('e');
  await expect(page).toHaveURL('/approvals');
});

test('UX-02: at twice the size of the text nothing is lost, and nothing scrolls sideways', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([
    apiOf('dana'),
    as('marcus', { viewport: { width: 640, height: 450 } }),
  ]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expect(button(page, 'Approve')).toBeInViewport();
  await expectSound(page);
  await openList(page, '/approvals');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expect(page.getByRole('listitem').filter({ hasText: order.description })).toBeVisible();
  await expectSound(page);
});
