import { withoutNews } from './support/lists.ts';
import { expect, test } from './support/product.ts';
import { password } from './support/person.ts';

test('DEC-04, DEC-10, SH-45: after signing in again in another tab, the first tab still opens another show', async ({
  as,
}) => {
  const { page } = await as('rosalind');
  // A document of others' that changes makes the page ask.
  await withoutNews(page);
  await page.goto('/approvals');
  const picker = page.getByRole('button', { name: /Northern Lights/ });
  await expect(picker).toBeVisible();
  // What was asked with the session that ends here would be refused, and lead to the sign-in (SE-21).
  await page.waitForLoadState('networkidle');
  const form = { username: 'rosalind@backlot.example', password };
  const again = await page.context().request.post('/api/auth/login', { form, maxRedirects: 0 });
  expect(again.status()).toBe(303);
  await picker.click();
  await page
    .getByText(/Tidewater/)
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Tidewater/ })).toBeVisible();
  await expect(page).toHaveURL(/\/approvals/);
});
