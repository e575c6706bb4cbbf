import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** A show of a thousand documents: each page says the rows of the first again, under ids and numbers of its own. */
export async function sayThousand(
  page: Page,
  of: { path: string; list: string; number: string },
): Promise<void> {
  await page.route(`**/api/${of.path}/filter*`, async (route) => {
    const url = route.request().url();
    const asked = Number(new URL(url).searchParams.get('page') ?? '1');
    const answer = await route.fetch({ url: url.replace(/page=\d+/, 'page=1') });
    const body = (await answer.json()) as Record<string, unknown>;
    const rows = body[of.list] as { id: string }[];
    const again = Array.from({ length: 50 }, (_, at) => {
      const place = (asked - 1) * 50 + at + 1;
      const row = rows[at % rows.length];
      return { ...row, id: `${row?.id}-${place}`, [of.number]: String(place).padStart(5, '0') };
    });
    await route.fulfill({ json: { ...body, [of.list]: again, total: 1000 } });
  });
}

/** Goes to the end of the list again and again, until so many pages of 50 rows have come. */
export async function loadPages(page: Page, count: number): Promise<void> {
  const main = page.getByRole('main');
  for (let reached = 1; reached < count; reached += 1) {
    // Also once the rows have taken the place of what stood for them: they do not scroll to their end by themselves.
    const rowsAfter = () =>
      main.evaluate(
        (element, enough) => {
          const rows = Math.round(element.scrollHeight / 40);
          if (rows <= enough) element.scrollTo(0, element.scrollHeight);
          return rows;
        },
        (reached + 1) * 50,
      );
    await expect.poll(rowsAfter, { intervals: [50] }).toBeGreaterThan((reached + 1) * 50);
  }
}
