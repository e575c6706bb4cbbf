import { expect as vitestExpect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { eventually } from './eventually.ts';
import { isDisabled } from './locators.ts';
import { Page } from './page.ts';

type Text = string | RegExp;

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const textOf = (element: Element) => normalize(element.textContent ?? '');
const equals = (actual: string, expected: Text) =>
  expected instanceof RegExp ? expected.test(actual) : actual === normalize(expected);
const contains = (actual: string, expected: Text) =>
  expected instanceof RegExp ? expected.test(actual) : actual.includes(normalize(expected));

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

function isChecked(element: Element): boolean {
  return element.getAttribute('aria-checked') === 'true' || Reflect.get(element, 'checked') === true;
}

/** Whether at least a part of the element is inside the frame and not scrolled out of sight. */
function isInViewport(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve((entry?.intersectionRatio ?? 0) > 0);
    });
    observer.observe(element);
  });
}

type Check = () => { pass: boolean; received: unknown } | Promise<{ pass: boolean; received: unknown }>;

/**
 * Playwright's assertions on locators, with the same names and meaning: each waits until it holds. A negated assertion
 * also holds when the element does not exist.
 */
class LocatorAssertions {
  readonly #locator: Locator;
  readonly #isNot: boolean;
  readonly #message: string | undefined;

  constructor(locator: Locator, message?: string, isNot = false) {
    this.#locator = locator;
    this.#message = message;
    this.#isNot = isNot;
  }

  get not(): LocatorAssertions {
    return new LocatorAssertions(this.#locator, this.#message, !this.#isNot);
  }

  toBeVisible(): Promise<void> {
    return this.#one('to be visible', (element) => ({ pass: isVisible(element), received: 'hidden' }));
  }

  toBeHidden(): Promise<void> {
    return new LocatorAssertions(this.#locator, this.#message, !this.#isNot).toBeVisible();
  }

  toBeAttached(): Promise<void> {
    return this.#one('to be attached', () => ({ pass: true, received: 'attached' }));
  }

  toBeEnabled(): Promise<void> {
    return this.#one('to be enabled', (element) => ({ pass: !isDisabled(element), received: 'disabled' }));
  }

  toBeDisabled(): Promise<void> {
    return this.#one('to be disabled', (element) => ({ pass: isDisabled(element), received: 'enabled' }));
  }

  toBeEditable(): Promise<void> {
    return this.#one('to be editable', (element) => {
      const pass = !isDisabled(element) && !element.hasAttribute('readonly');
      return { pass, received: 'read-only' };
    });
  }

  toBeChecked({ checked = true }: { checked?: boolean } = {}): Promise<void> {
    return this.#one(checked ? 'to be checked' : 'to be unchecked', (element) => ({
      pass: isChecked(element) === checked,
      received: isChecked(element),
    }));
  }

  toBeFocused(): Promise<void> {
    return this.#one('to have the focus', (element) => ({
      pass: element.ownerDocument.activeElement === element,
      received: element.ownerDocument.activeElement?.outerHTML.slice(0, 200),
    }));
  }

  toBeInViewport(): Promise<void> {
    return this.#one('to be in the viewport', async (element) => ({
      pass: await isInViewport(element),
      received: 'out of sight',
    }));
  }

  /** Compares the text of one element or, for an array, the texts of all elements in order. */
  toHaveText(expected: Text | readonly Text[]): Promise<void> {
    return this.#texts('to have text', expected, equals);
  }

  toContainText(expected: Text | readonly Text[]): Promise<void> {
    return this.#texts('to contain text', expected, contains);
  }

  toHaveCount(count: number): Promise<void> {
    return this.#wait(`to have count ${count}`, () => {
      const received = this.#locator.elements().length;
      return { pass: received === count, received };
    });
  }

  toHaveValue(expected: Text): Promise<void> {
    return this.#one(`to have value ${String(expected)}`, (element) => {
      const received = String(Reflect.get(element, 'value'));
      return { pass: expected instanceof RegExp ? expected.test(received) : received === expected, received };
    });
  }

  toHaveAttribute(name: string, expected?: Text): Promise<void> {
    return this.#one(`to have attribute ${name} ${String(expected ?? '')}`, (element) => {
      const received = element.getAttribute(name);
      const pass = received !== null && (expected === undefined || matches(received, expected));
      return { pass, received };
    });
  }

  toHaveCSS(name: string, expected: Text): Promise<void> {
    return this.#one(`to have style ${name} ${String(expected)}`, (element) => {
      const received = getComputedStyle(element).getPropertyValue(name);
      return { pass: matches(received, expected), received };
    });
  }

  toHaveAccessibleName(expected: Text): Promise<void> {
    return this.#delegated('to have the accessible name', expected, 'toHaveAccessibleName');
  }

  toHaveAccessibleDescription(expected: Text): Promise<void> {
    return this.#delegated('to have the accessible description', expected, 'toHaveAccessibleDescription');
  }

  #delegated(
    what: string,
    expected: Text,
    matcher: 'toHaveAccessibleName' | 'toHaveAccessibleDescription',
  ): Promise<void> {
    return this.#one(`${what} ${String(expected)}`, (element) => {
      try {
        // Vitest recognizes only regular expressions of its own realm, so the pattern is wrapped.
        vitestExpect(element)[matcher](
          expected instanceof RegExp ? vitestExpect.stringMatching(expected) : expected,
        );
        return { pass: true, received: expected };
      } catch (error) {
        return { pass: false, received: error instanceof Error ? error.message : error };
      }
    });
  }

  #texts(
    what: string,
    expected: Text | readonly Text[],
    matchesText: (actual: string, expected: Text) => boolean,
  ): Promise<void> {
    if (typeof expected === 'string' || expected instanceof RegExp)
      return this.#one(`${what} ${String(expected)}`, (element) => ({
        pass: matchesText(textOf(element), expected),
        received: textOf(element),
      }));
    return this.#wait(`${what} ${expected.map(String).join(' | ')}`, () => {
      const received = this.#locator.elements().map(textOf);
      const pass =
        received.length === expected.length &&
        expected.every((text, at) => matchesText(received[at] ?? '', text));
      return { pass, received };
    });
  }

  /** Checks exactly one element. A negated check also accepts none. */
  #one(what: string, check: (element: Element) => ReturnType<Check>): Promise<void> {
    return this.#wait(what, () => {
      const elements = this.#locator.elements();
      const [element] = elements;
      if (elements.length > 1) throw new Error(`${this.#name} finds ${elements.length} elements`);
      return element ? check(element) : { pass: false, received: 'no element' };
    });
  }

  get #name(): string {
    return [this.#message, this.#locator.asLocator()].filter(Boolean).join(': ');
  }

  #wait(what: string, check: Check): Promise<void> {
    return eventually(async () => {
      const { pass, received } = await check();
      if (pass === this.#isNot)
        throw new Error(
          `Expected ${this.#name} ${this.#isNot ? 'not ' : ''}${what}.\nReceived: ${JSON.stringify(received)}`,
        );
    });
  }
}

function matches(received: string, expected: Text): boolean {
  return expected instanceof RegExp ? expected.test(received) : received === expected;
}

/** Playwright's assertions on a page. */
class PageAssertions {
  readonly #page: Page;
  readonly #isNot: boolean;

  constructor(page: Page, isNot = false) {
    this.#page = page;
    this.#isNot = isNot;
  }

  get not(): PageAssertions {
    return new PageAssertions(this.#page, !this.#isNot);
  }

  /** A string is compared with the whole path and its query. */
  toHaveURL(expected: Text): Promise<void> {
    return this.#wait('address', () => this.#page.url(), expected);
  }

  toHaveTitle(expected: Text): Promise<void> {
    return this.#wait('title', () => this.#page.document.title, expected);
  }

  #wait(what: string, read: () => string, expected: Text): Promise<void> {
    return eventually(() => {
      const received = read();
      if (matches(received, expected) === this.#isNot)
        throw new Error(
          `Expected the ${what} ${this.#isNot ? 'not ' : ''}${String(expected)}, received ${received}`,
        );
    });
  }
}

interface ExpectInBrowser {
  (locator: Locator, message?: string): LocatorAssertions;
  (page: Page): PageAssertions;
}

const isLocator = (actual: unknown): actual is Locator =>
  typeof actual === 'object' && actual !== null && 'asLocator' in actual;

function expectInBrowser(actual: unknown, message?: string): unknown {
  if (isLocator(actual)) return new LocatorAssertions(actual, message);
  if (actual instanceof Page) return new PageAssertions(actual);
  return vitestExpect(actual, message);
}

/** Vitest's `expect`, extended by waiting assertions on locators and pages. */
export const expect = Object.assign(expectInBrowser, vitestExpect) as ExpectInBrowser & typeof vitestExpect;
