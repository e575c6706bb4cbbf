import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import { expect } from '../environment/product.ts';

const library = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(library.resolve('axe-core/axe.min.js'), 'utf8');

interface Options {
  /** Only the rules that look at colours. */
  colours?: boolean;
}

const ofColours = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Axe with every rule, run in the page itself: a page of its own for each run, which only frames of other origins need,
 * takes twice the time. It answers what is wrong in full, and what is right in short.
 */
export async function axe(page: Page, { colours = false }: Options = {}): Promise<AxeBuilder> {
  await bringAxe(page);
  return new AxeBuilder({ page, axeSource: 'undefined' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(colours && ofColours) });
}

/** Axe itself would send its megabyte to each document twice for a run, also where an earlier run has left it. */
async function bringAxe(page: Page): Promise<void> {
  const bring = async (frame: Frame) => {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  };
  const [main, ...framed] = page.frames();
  if (main) await bring(main);
  // As axe has it: a frame that cannot be looked into is left out.
  await Promise.all(framed.map((frame) => bring(frame).catch(() => undefined)));
}

/**
 * Whether the document is, but for its colours, what it was when this was last asked: the same elements, in the same
 * places, shown and hidden alike. Then every rule that does not look at colours would say again what it has said.
 */
function isUnchanged(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const shapes = [...document.querySelectorAll('*')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const { display, visibility, opacity, clipPath, fontSize, fontWeight } = getComputedStyle(one);
      return [x, y, width, height, display, visibility, opacity, clipPath, fontSize, fontWeight].join(' ');
    });
    const fields = [...document.querySelectorAll('input, textarea, select')].map((one) =>
      String(Reflect.get(one, 'value')),
    );
    const now = JSON.stringify([document.documentElement.outerHTML, document.title, shapes, fields]);
    const before: unknown = Reflect.get(window, 'lastSeenByAxe');
    Reflect.set(window, 'lastSeenByAxe', now);
    return before === now && window.frames.length === 0;
  });
}

/** Shows a theme, and waits until every colour has arrived there: axe measures what it sees. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Axe finds nothing in either theme, and nothing scrolls the page sideways. */
export async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showTheme(page, colorScheme);
    const isSame = await isUnchanged(page);
    const { violations } = await (await axe(page, { colours: colorScheme === 'dark' && isSame })).analyze();
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ).toEqual([]);
  }
  const beyond = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...beyond)).toBe(0);
}
