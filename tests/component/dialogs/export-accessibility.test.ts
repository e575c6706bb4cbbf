import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openMail, recipients } from '../support/pages/export.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openReview } from '../support/pages/reviews.ts';

for (const width of [375, 900, 1440])
  test(
    `DEC-80, DEC-74: both steps of the export and the list of sent e-mails are accessible at ${width} px`,
    { tags: width === 900 ? ['long'] : [] },
    async () => {
      const sending = {
        created: '2026-11-20T18:00:00.000Z',
        senderFirstName: 'Dana',
        senderLastName: 'Whitlock',
      };
      const order = draft({
        sendHistoryResource: [
          { ...sending, sendType: 'EMAIL', isSuccessful: true },
          { ...sending, sendType: 'ACCOUNTING', isSuccessful: false },
        ],
      });
      const link = {
        id: 'link-1',
        fileName: 'PO_00042.pdf',
        created: '2026-11-20T18:00:00.000Z',
        expires: '2026-12-04T18:00:00.000Z',
        isRevocable: true,
      };
      const { page } = await openReview(order, 'creator', {
        width,
        api: (fake) => void fake.on('GET /api/reports/email-pdf/links', { links: [link] }),
      });
      await expect(page.getByRole('region', { name: 'Links in emails' })).toBeVisible();
      await expectAccessible(page);
      const mail = await openMail(page);
      await mail.getByRole('button', { name: 'Bcc' }).click();
      await recipients(mail, 'To').box.fill('ann@accounts.example,nobody,');
      await expectAccessible(page);
      await mail.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Export PO' })).toBeVisible();
      await expectAccessible(page);
    },
  );
