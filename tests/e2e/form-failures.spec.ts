import { descriptionOf, openEdit } from './support/form.ts';
import { draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';

test('PO-59, DEC-02: a save that comes too late says why, and keeps what was typed', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana);
  await openEdit(page, id);
  const typed = freshDescription('Typed');
  await descriptionOf(page).fill(typed);
  await dana.api.put(`/api/pos/${id}/submit?r=0`);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Cannot update purchase order after it has been submitted.',
  );
  await expect(descriptionOf(page)).toHaveValue(typed);
});

test('PO-30, DEC-02: what only the server refuses stands at its field in the words of the rule', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana);
  await openEdit(page, id);
  const refusal = (body: unknown) =>
    page.route(new RegExp(`/api/pos/${id}`), (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: body }) : route.continue(),
    );
  await refusal({ code: 'POS_BAD_REQUEST', errors: ['total_invalid', 'department'] });
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'attention' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([
    'Error calculating total cost.',
    'Please select a department from the list.',
  ]);
  await expect(page.locator('[data-field="department"]')).toContainText('Please select a department');
  await refusal({ code: 'NO_DEPARTMENT_ASSOCIATION_WITH_USER' });
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.locator('[data-field="department"]')).toContainText(
    'You are not a member of the department of this document.',
  );
});

test('PO-33, DEC-99: a save that the network swallows keeps everything, and succeeds when it is back', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  const typed = freshDescription('Typed');
  await descriptionOf(page).fill(typed);
  const broken = new RegExp(`/api/pos/${order.id}`);
  await page.route(broken, (route) => route.abort());
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByText(`PO #SD-${order.poNumber} could not be saved.`)).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue(typed);
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
});

test('DEC-82: whoever has the form open is told that somebody else has saved, and can take theirs', async ({
  as,
  apiOf,
}) => {
  const [dana, sam] = await Promise.all([as('dana'), apiOf('sam')]);
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  const typed = freshDescription('Typed');
  await descriptionOf(page).fill(typed);
  await sam.api.post(`/api/pos/${order.id}/notes`, {
    keyId: crypto.randomUUID(),
    content: 'A note is no other version',
    isReview: true,
  });
  await expect(page.getByText('A note is no other version')).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Someone saved this purchase order' });
  await expect(notice).toHaveCount(0);
  const theirs = freshDescription('Theirs');
  await sam.api.put(`/api/pos/${order.id}`, { ...order, description: theirs });
  await expect(notice).toContainText('you can compare both versions and choose.');
  await expect(descriptionOf(page)).toHaveValue(typed);
  await notice.getByRole('button', { name: 'Show the Saved Version' }).click();
  await expect(descriptionOf(page)).toHaveValue(theirs);
  await expect(notice).toHaveCount(0);
  // What was typed is not lost for that.
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue(typed);
});

test('DEC-82, PO-59: an open form says that the document can no longer be edited, and why', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana);
  await openEdit(page, id);
  await dana.api.put(`/api/pos/${id}/submit?r=0`);
  const notice = page.getByRole('status').filter({ hasText: 'It can no longer be edited here.' });
  await expect(notice).toContainText('Cannot update purchase order after it has been submitted.');
  await notice.getByRole('link', { name: 'Open the Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/po/review/${id}/creator$`));
});
