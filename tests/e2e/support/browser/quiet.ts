import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * What the page asks for because of what was done to it has been asked by now, and what came before that was read: a call
 * of the page's own is answered behind it. For calls that must not be made, before one says that they were not.
 */
export async function askedBy(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await fetch('/theme.js')).text()));
}

/** It is drawn, too, and the page has nothing left to do; not while its clock stands still. */
export async function settled(page: Page): Promise<void> {
  await askedBy(page);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

/**
 * Stops the page's clock, which `page.clock.install()` had to put in before, some time (ms) from now. It goes on by as many
 * milliseconds as the answer is told; what is asked by then is out when that returns.
 */
export async function holdTime(page: Page, fromNow = 60_000): Promise<(ms: number) => Promise<void>> {
  await page.clock.pauseAt(Date.now() + fromNow);
  return async (ms) => {
    await page.clock.runFor(ms);
    await askedBy(page);
  };
}

/** Lets the stopped clock go on, a little at a time and as quickly as the page can follow, until this is so. */
export async function passUntil(
  passes: (ms: number) => Promise<void>,
  isSo: () => boolean,
  ms = 50,
): Promise<number> {
  let passed = 0;
  await expect
    .poll(
      async () => {
        if (isSo()) return true;
        await passes(ms);
        passed += ms;
        return isSo();
      },
      { intervals: [10], timeout: 120_000 },
    )
    .toBe(true);
  return passed;
}
