import { openMail, recipients } from './support/export.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { openReview } from './support/review.ts';
import { expectSound } from './support/sound.ts';

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-74: both steps of the export, and what was sent, are sound at ${width} px`, async ({
    as,
  }) => {
    const dana = await as('dana', { viewport: { width, height: 900 } });
    const order = await draft(dana);
    const { page } = dana;
    await page.route(`**/api/pos/${order.id}?**`, async (route) => {
      const answer = (await (await route.fetch()).json()) as object;
      const sent = {
        created: '2026-11-20T18:00:00.000Z',
        senderFirstName: 'Dana',
        senderLastName: 'Whitlock',
      };
      const sendHistoryResource = [
        { ...sent, sendType: 'EMAIL', isSuccessful: true },
        { ...sent, sendType: 'ACCOUNTING', isSuccessful: false },
      ];
      await route.fulfill({ json: { ...answer, sendHistoryResource } });
    });
    await page.route('**/api/reports/email-pdf/links?**', (route) => {
      const link = { id: 'l1', fileName: 'PO_00042.pdf', created: '2026-11-20T18:00:00.000Z' };
      return route.fulfill({
        json: { links: [{ ...link, expires: '2026-12-04T18:00:00.000Z', isRevocable: true }] },
      });
    });
    await openReview(page, order, 'creator');
    await expect(page.getByRole('region', { name: 'Links in emails' })).toBeVisible();
    await expectSound(page);
    const mail = await openMail(page);
    await mail.getByRole('button', { name: 'Bcc' }).click();
    await recipients(mail, 'To').box.fill('ann@accounts.example,nobody,');
    await expectSound(page);
    await mail.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Export PO' })).toBeVisible();
    await expectSound(page);
  });
}
