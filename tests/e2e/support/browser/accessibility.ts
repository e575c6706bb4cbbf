import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import { expect } from '../environment/product.ts';

const library = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(library.resolve('axe-core/axe.min.js'), 'utf8');

interface Options {
  /** Runs only the rules about colours. */
  colours?: boolean;
}

const colourRules = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Returns axe with every rule. It runs in the page itself (legacy mode): a separate page for each run takes twice the
 * time, and only frames of other origins need it. Only violations are reported in full.
 */
export async function axe(page: Page, { colours = false }: Options = {}): Promise<AxeBuilder> {
  await injectAxe(page);
  return new AxeBuilder({ page, axeSource: 'undefined' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(colours && colourRules) });
}

/** Injects axe once per document. Axe itself would send its megabyte twice for each run. */
async function injectAxe(page: Page): Promise<void> {
  const inject = async (frame: Frame) => {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  };
  const [main, ...framed] = page.frames();
  if (main) await inject(main);
  // Like axe itself, skip a frame that cannot be accessed.
  await Promise.all(framed.map((frame) => inject(frame).catch(() => undefined)));
}

/**
 * Returns whether the document is the same as at the last call, apart from its colours: the same elements, positions
 * and visibility. Then the rules that do not check colours would report the same again.
 */
function isUnchanged(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const shapes = [...document.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { display, visibility, opacity, clipPath, fontSize, fontWeight } = getComputedStyle(element);
      return [x, y, width, height, display, visibility, opacity, clipPath, fontSize, fontWeight].join(' ');
    });
    const fields = [...document.querySelectorAll('input, textarea, select')].map((field) =>
      String(Reflect.get(field, 'value')),
    );
    const current = JSON.stringify([document.documentElement.outerHTML, document.title, shapes, fields]);
    const previous: unknown = Reflect.get(window, 'lastSeenByAxe');
    Reflect.set(window, 'lastSeenByAxe', current);
    return previous === current && window.frames.length === 0;
  });
}

/** Switches the theme and waits until no animation is running: axe measures the colours on the screen. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Expects no axe violation in either theme and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showTheme(page, colorScheme);
    const isSame = await isUnchanged(page);
    const { violations } = await (await axe(page, { colours: colorScheme === 'dark' && isSame })).analyze();
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ).toEqual([]);
  }
  const overflow = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...overflow)).toBe(0);
}
