import { test } from 'vitest';
import { savedByOtherUser, storeByOtherUser } from '../../support/api/stub-saves.ts';
import { expect } from '../../support/expect.ts';
import { note } from '../../support/fixtures/notes.ts';
import { person } from '../../support/fixtures/people.ts';
import { draft, submitOrder } from '../../support/fixtures/purchase-orders.ts';
import { descriptionOf, fieldOf, openStoredOrder, saveAndReview } from '../../support/pages/forms.ts';

const update = 'PUT /api/pos/:id';

test('PO-59, DEC-02: a save after a status change is rejected with the reason, and the input stays', async () => {
  const { page, api } = await openStoredOrder(draft());
  await descriptionOf(page).fill('Typed');
  api.fail(update, 'ERROR_PO_NOT_EDITABLE');
  await saveAndReview(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Cannot update purchase order after it has been submitted.',
  );
  await expect(descriptionOf(page)).toHaveValue('Typed');
});

test('PO-30, DEC-02: a server-side validation error appears at its field', async () => {
  const { page, api } = await openStoredOrder(draft());
  api.fail(update, 'POS_BAD_REQUEST', { errors: ['total_invalid', 'department'] });
  await saveAndReview(page);
  const summary = page.getByRole('alert').filter({ hasText: 'attention' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([
    'Error calculating total cost.',
    'Please select a department from the list.',
  ]);
  await expect(fieldOf(page, 'department')).toContainText('Please select a department');
  api.fail(update, 'NO_DEPARTMENT_ASSOCIATION_WITH_USER');
  await saveAndReview(page);
  await expect(fieldOf(page, 'department')).toContainText(
    'You are not a member of the department of this document.',
  );
});

test('PO-33, DEC-99: a save after a network failure keeps the input and uses the same idempotency key', async () => {
  const order = draft();
  const { page, api } = await openStoredOrder(order);
  await descriptionOf(page).fill('Typed');
  const reconnect = api.disconnect(update);
  await saveAndReview(page);
  await expect(page.getByText(`PO #SD-${order.poNumber} could not be saved.`)).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue('Typed');
  reconnect();
  await saveAndReview(page);
  await expect(page).toHaveURL(/\/po\/review\//);
  expect(new Set(api.calls(update).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('PO-12, AP-34: the form is disabled during a save', async () => {
  const { page, api } = await openStoredOrder(draft());
  const release = api.hold(update);
  await descriptionOf(page).fill('Typed');
  await saveAndReview(page);
  await expect.poll(() => api.calls(update).length).toBe(1);
  for (const name of ['Cancel', 'Save...', 'Save & Review'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  const box = fieldOf(page, 'description').locator('input');
  const { x, y } = await box.boundingBox();
  await page.mouse.move(x + 40, y + 10);
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.type(' and more');
  await expect(box).toHaveValue('Typed');
  release();
  await expect(page).toHaveURL(/\/po\/review\//);
  expect(api.calls(update).map(({ body }) => body.description)).toEqual(['Typed']);
});

test('PO-12, AP-34: the form is editable with the same input after a failed save', async () => {
  const order = draft();
  const { page, api } = await openStoredOrder(order);
  api.fail(update, 'INTERNAL_ERROR');
  await saveAndReview(page);
  await expect(page.getByText(`PO #SD-${order.poNumber} could not be saved.`)).toBeVisible();
  await descriptionOf(page).fill('Typed afterwards');
  await expect(descriptionOf(page)).toHaveValue('Typed afterwards');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
});

test('PO-13, PO-12, SH-04: a save that ends after the user opened the list does not navigate away from it', async () => {
  const order = draft();
  const { page, api } = await openStoredOrder(order);
  const release = api.hold(update);
  await descriptionOf(page).fill('Slow');
  await saveAndReview(page);
  await page
    .getByRole('link', { name: /^Purchase Orders/ })
    .first()
    .click();
  await expect(page).toHaveURL('/po');
  release();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    `PO #SD-${order.poNumber} saved.`,
  );
  await page.waitForIdle();
  await expect(page).toHaveURL('/po');
});

test('DEC-82: an open form reports that another user has saved and can show the saved version', async () => {
  const order = draft();
  const app = await openStoredOrder(order);
  const { page } = app;
  await descriptionOf(page).fill('Typed');
  const notes = [note('A note is no other version')];
  const orderWithNotes = { ...order, version: 2, notes };
  await storeByOtherUser(app, orderWithNotes);
  await expect(page.getByText('A note is no other version')).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Someone saved this purchase order' });
  await expect(notice).toHaveCount(0);
  await storeByOtherUser(app, savedByOtherUser(orderWithNotes, person('sam'), { description: 'Theirs' }));
  await expect(notice).toContainText('you can compare both versions and choose.');
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await notice.getByRole('button', { name: 'Show the Saved Version' }).click();
  await expect(descriptionOf(page)).toHaveValue('Theirs');
  await expect(notice).toHaveCount(0);
  // The input can be restored.
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue('Typed');
});

test('DEC-82, PO-59: an open form reports why the document can no longer be edited', async () => {
  const order = draft();
  const app = await openStoredOrder(order);
  const { page } = app;
  await storeByOtherUser(app, submitOrder(order));
  const notice = page.getByRole('status').filter({ hasText: 'It can no longer be edited here.' });
  await expect(notice).toContainText('Cannot update purchase order after it has been submitted.');
  await notice.getByRole('link', { name: 'Open the Review' }).click();
  await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
});
