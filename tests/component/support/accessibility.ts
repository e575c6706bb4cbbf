import type { AxeResults, RunOptions } from 'axe-core';
import source from 'axe-core/axe.min.js?raw';
import { emulateMedia } from './commands.ts';
import { eventually } from './eventually.ts';
import { expect } from './expect.ts';
import type { Page } from './page.ts';

interface WithAxe {
  axe?: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
}

/** Of the rules those that look at colours: the rest finds the same in each theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Axe with every rule, or with some, in the page itself. */
async function violationsIn(page: Page, rules?: string[]): Promise<string[]> {
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

/** Shows a theme, and waits until every colour has arrived there: axe measures what it sees. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await emulateMedia({ colorScheme });
  await eventually(() => {
    if (page.document.getAnimations().some(({ playState }) => playState === 'running'))
      throw new Error('Something still moves');
  });
}

/**
 * Axe finds nothing in either theme, and nothing scrolls the page sideways. A tablet shows nothing that a wide screen does not:
 * its dark theme is looked at there.
 */
export async function expectSound(page: Page): Promise<void> {
  try {
    const isTablet = page.window.innerWidth > 768 && page.window.innerWidth < 1221;
    for (const colorScheme of isTablet ? (['light'] as const) : (['light', 'dark'] as const)) {
      await showTheme(page, colorScheme);
      const rules = colorScheme === 'dark' ? colourRules : undefined;
      expect(await violationsIn(page, rules), colorScheme).toEqual([]);
    }
  } finally {
    await emulateMedia({ colorScheme: 'light' });
  }
  const beyond = [page.document.documentElement, ...page.document.querySelectorAll('main')].map(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(Math.max(...beyond)).toBe(0);
}

/** Everything in the page that can be pressed is as large as a finger, 44 px. Words within a sentence are no targets. */
export function expectFingers(page: Page): void {
  const targets = [...page.document.querySelectorAll('main :is(a, button, label:has(input))')];
  const small = targets.flatMap((one) => {
    const { width } = one.getBoundingClientRect();
    // What stands within a box is as high as the box: its frame is pressed, too.
    const { height } = (one.closest('.field-box') ?? one).getBoundingClientRect();
    const isHidden = width <= 1 || one.closest('p, [aria-hidden=true]') !== null;
    if (isHidden || (width >= 44 && height >= 44)) return [];
    return [`${one.getAttribute('aria-label') ?? one.textContent}: ${width} x ${height}`];
  });
  expect(small).toEqual([]);
}
