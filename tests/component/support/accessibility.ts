import { afterAll, beforeAll } from 'vitest';
import type { AxeResults, RunOptions } from 'axe-core';
import source from 'axe-core/axe.min.js?raw';
import { emulateMedia } from './commands.ts';
import { eventually } from './eventually.ts';
import { expect } from './expect.ts';
import type { Page } from './page.ts';

interface WithAxe {
  axe?: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
}

/** Rules that check colours. The other rules give the same results in both themes and run in the first one only. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Runs axe inside the page, with all rules or with `rules`. Returns the violations with their elements. */
async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  const window: Window & WithAxe = page.window;
  if (!window.axe) {
    const script = page.document.createElement('script');
    script.textContent = source;
    page.document.head.append(script);
    script.remove();
  }
  const results = await window.axe?.run(page.document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules }, preload: false }),
  });
  if (!results) throw new Error('Axe did not start');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** Switches the theme and waits until the colour transitions end, because axe measures the current colours. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await emulateMedia({ colorScheme });
  await eventually(() => {
    if (page.document.getAnimations().some(({ playState }) => playState === 'running'))
      throw new Error('Something still moves');
  });
}

let isOneTheme = false;

/**
 * Makes the tests of this file check dark phones and light wide screens only; the long test of the same screens checks
 * both themes.
 */
export function checkOneTheme(): void {
  beforeAll(() => {
    isOneTheme = true;
  });
  afterAll(() => {
    isOneTheme = false;
  });
}

/** Returns the themes to check. A tablet shows nothing that a wide screen does not. */
function themesOf(page: Page): ('light' | 'dark')[] {
  if (isOneTheme) return [page.isPhone ? 'dark' : 'light'];
  const isTablet = !page.isPhone && page.window.innerWidth < 1221;
  return isTablet ? ['light'] : ['light', 'dark'];
}

/** Expects no axe violations in either theme (tablets: in the light one) and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  try {
    for (const [index, colorScheme] of themesOf(page).entries()) {
      await showTheme(page, colorScheme);
      const rules = index === 0 ? undefined : colourRules;
      expect(await findViolations(page, rules), colorScheme).toEqual([]);
    }
  } finally {
    await emulateMedia({ colorScheme: 'light' });
  }
  const overflows = [page.document.documentElement, ...page.document.querySelectorAll('main')].map(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(Math.max(...overflows)).toBe(0);
}

/** Expects every button, link and labelled input to be at least 44 px wide and high, except links within a sentence. */
export function expectTouchTargets(page: Page): void {
  const targets = [...page.document.querySelectorAll('main :is(a, button, label:has(input))')];
  const small = targets.flatMap((one) => {
    const { width } = one.getBoundingClientRect();
    // A control inside a field box is as high as the box, because a press on the frame counts too.
    const { height } = (one.closest('.field-box') ?? one).getBoundingClientRect();
    const isHidden = width <= 1 || one.closest('p, [aria-hidden=true]') !== null;
    if (isHidden || (width >= 44 && height >= 44)) return [];
    return [`${one.getAttribute('aria-label') ?? one.textContent}: ${width} x ${height}`];
  });
  expect(small).toEqual([]);
}
