import { test as base } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { person, showId } from './person.ts';
import type { Person } from './person.ts';

export { expect } from '@playwright/test';

/** Somebody at a browser of their own, signed in, with a show open; `api` does what need not be clicked. */
export interface Session {
  page: Page;
  api: Person;
}

interface SessionOptions extends BrowserContextOptions {
  show?: string;
}

interface Product {
  /** Seats somebody of the demo studio by first name: `as('dana')`. */
  as: (name: string, options?: SessionOptions) => Promise<Session>;
  /** Somebody who is needed for calls alone: no browser, and one sign-in for all tests of a worker. */
  apiOf: (name: string, show?: string) => Promise<Pick<Session, 'api'>>;
}

/** Those of this worker, by name and show. */
const callers = new Map<string, { api: Promise<Person>; since: number }>();
/** A session that nobody uses ends after half an hour. */
const freshForMs = 900_000;

/** The product's own test: nobody at a browser shares a session, or anything stored, with anybody. */
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
      // A page that is still asking for something when its test ends concerns nobody.
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
      if (!caller || Date.now() - caller.since > freshForMs) {
        const api = person(request, baseURL ?? '', `${name}@backlot.example`, show);
        callers.set(key, (caller = { api, since: Date.now() }));
      }
      return { api: await caller.api };
    });
  },
});
