import { test as base } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { person, showId } from './person.ts';
import type { Person } from './person.ts';

export { expect } from '@playwright/test';

/** A user signed in with a browser of their own and a show open; `api` makes calls without the page. */
export interface Session {
  page: Page;
  api: Person;
}

interface SessionOptions extends BrowserContextOptions {
  show?: string;
}

interface Product {
  /** Signs in a demo user by the local part of their e-mail address: `as('dana')`. */
  as: (name: string, options?: SessionOptions) => Promise<Session>;
  /** Returns a user for API calls alone: no browser, and one sign-in for all tests of a worker. */
  apiOf: (name: string, show?: string) => Promise<Pick<Session, 'api'>>;
}

/** The API users of this worker, by name and show. */
const callers = new Map<string, { api: Promise<Person>; since: number }>();
/** Half of the time after which an idle session ends. */
const reuseForMs = 900_000;

/** The test with signed-in users. Each browser user has their own session and storage. */
export const test = base.extend<Product>({
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
    for (const context of contexts) {
      // Requests that are still open when the test ends must not fail it.
      const pages = context.pages();
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    }
    await request.dispose();
  },
  apiOf: async ({ request, baseURL }, use) => {
    await use(async (name, show = showId) => {
      const key = `${name} ${show}`;
      let caller = callers.get(key);
      if (!caller || Date.now() - caller.since > reuseForMs) {
        const api = person(request, baseURL ?? '', `${name}@backlot.example`, show);
        callers.set(key, (caller = { api, since: Date.now() }));
      }
      return { api: await caller.api };
    });
  },
});
