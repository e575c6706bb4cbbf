import type { Page } from '@playwright/test';
import { waitForMail, uniqueMailAddress } from '../support/environment/mailbox.ts';
import { createSubmittedOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { axe, showTheme } from '../support/browser/accessibility.ts';

/** Returns accessibility and layout faults of a mail at two widths, in both themes. */
async function faultsOf(page: Page, html: string): Promise<unknown[]> {
  const faults: unknown[] = [];
  await page.setContent(html);
  for (const width of [375, 700]) {
    await page.setViewportSize({ width, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      const { violations } = await (await axe(page)).withTags(['wcag2a', 'wcag2aa']).analyze();
      for (const { id, nodes } of violations)
        faults.push([width, colorScheme, id, nodes.map((node) => node.html)]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) faults.push([width, colorScheme, `${overflow} px too wide`]);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background === 'rgb(18, 21, 19)').toBe(colorScheme === 'dark');
    }
  }
  return faults;
}

test(
  'DEC-57: an e-mail with very long words is readable on a phone and in dark mode',
  { tag: '@long' },
  async ({ as, baseURL }) => {
    const dana = await as('dana');
    const word = 'Bühnenbildausstattung'.repeat(7);
    const order = await createSubmittedOrder(dana, { description: word });
    const to = uniqueMailAddress();
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
    const { html, text } = await waitForMail(baseURL, to);
    expect(await faultsOf(dana.page, html)).toEqual([]);
    for (const fact of [word, order.poNumber, '$300.00']) {
      expect(text).toContain(fact);
      await expect(dana.page.getByText(fact).first()).toBeVisible();
    }
  },
);
