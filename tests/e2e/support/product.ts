import { test as base } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { person, showId } from './person.ts';
import type { Person } from './person.ts';

export { expect } from '@playwright/test';

/** Somebody at a browser of their own, signed in, with a show open; `api` does what need not be clicked. */
export interface Seat {
  page: Page;
  api: Person;
}

interface SeatOptions extends BrowserContextOptions {
  show?: string;
}

/** Seats somebody of the demo studio by first name: `as('dana')`. */
type As = (name: string, options?: SeatOptions) => Promise<Seat>;

/** The product's own test: `as` seats people; nobody shares a session with anybody. */
export const test = base.extend<{ as: As }>({
  as: async ({ browser, playwright, baseURL }, use) => {
    const url = baseURL ?? '';
    const request = await playwright.request.newContext({ baseURL: url });
    const contexts: BrowserContext[] = [];
    await use(async (name, { show = showId, ...options } = {}) => {
      const api = await person(request, url, `${name}@backlot.example`, show);
      const context = await browser.newContext(options);
      contexts.push(context);
      const [cookieName = '', value = ''] = api.cookie.split('=');
      await context.addCookies([{ name: cookieName, value, url }]);
      return { page: await context.newPage(), api };
    });
    // A page that is still asking for something when its test ends concerns nobody.
    const pages = contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
    await request.dispose();
  },
});
