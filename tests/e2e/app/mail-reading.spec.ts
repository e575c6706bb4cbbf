import type { Page } from '@playwright/test';
import { arrived, freshAddress } from '../support/environment/mailbox.ts';
import { submitted } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { axe, showTheme } from '../support/browser/sound.ts';

/** As a mail client of this width shows it, which turns dark with its system. */
async function faultsOf(page: Page, html: string): Promise<unknown[]> {
  const faults: unknown[] = [];
  await page.setContent(html);
  for (const width of [375, 700]) {
    await page.setViewportSize({ width, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      const { violations } = await (await axe(page)).withTags(['wcag2a', 'wcag2aa']).analyze();
      for (const { id, nodes } of violations)
        faults.push([width, colorScheme, id, nodes.map((one) => one.html)]);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (beyond > 0) faults.push([width, colorScheme, `${beyond} px too wide`]);
      const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(dark === 'rgb(18, 21, 19)').toBe(colorScheme === 'dark');
    }
  }
  return faults;
}

test('DEC-57: an e-mail is readable on a phone and in the dark, however long its words are', async ({
  as,
  baseURL,
}) => {
  const dana = await as('dana');
  const word = 'Bühnenbildausstattung'.repeat(7);
  const order = await submitted(dana, { description: word });
  const to = freshAddress();
  await dana.api.post(`/api/reports/email-pdf/?showId=${order.showId}`, {
    recipients: [to],
    ccRecipients: [],
    bccRecipients: [],
    pdfData: {
      docId: order.id,
      docType: 'PO',
      showId: order.showId,
      userId: dana.api.userId,
      persona: 'CREATOR',
    },
    docNumber: order.poNumber,
    emailNote: word,
  });
  const { html, text } = await arrived(baseURL, to);
  expect(await faultsOf(dana.page, html)).toEqual([]);
  for (const fact of [word, order.poNumber, '$300.00']) {
    expect(text).toContain(fact);
    await expect(dana.page.getByText(fact).first()).toBeVisible();
  }
});
