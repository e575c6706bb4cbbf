import { openEdit, section } from './support/form.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { openReview } from './support/review.ts';

// Without a contact a save takes the vendor's default one; the third is somebody whom accounting does not have.
const contacts = [
  ['Bernard Holt', 'Bernard Holt'],
  ['', 'Bernard Holt'],
  ['Somebody Gone', 'Somebody Gone'],
];

for (const [chosen = '', shown = ''] of contacts) {
  test(`VE-03, DEC-95: review and form of a saved PO name the same contact: “${chosen}”`, async ({ as }) => {
    const dana = await as('dana');
    const { page } = dana;
    const order = await draft(dana, { vendorContact: chosen });
    expect(order.vendor.name).toBe('Foxglove Sign Company');
    await openReview(page, order, 'creator');
    const fact = page.getByRole('term').filter({ hasText: 'Vendor Contact' }).locator('+ dd');
    await expect(fact).toHaveText(shown);
    await openEdit(page, order.id);
    const field = section(page, 'Vendor').getByRole('button', { name: 'Vendor Contact' });
    await expect(field).toContainText(shown);
  });
}
