import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Waits until the page has sent every request that earlier actions caused: a request of its own, sent after them, gets
 * its response. A test waits for this before it asserts that a request was not made.
 */
export async function waitForRequests(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await fetch('/theme.js')).text()));
}

/** Waits also until the page is drawn and idle. Does not return while the page's clock is frozen. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await waitForRequests(page);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

/**
 * Freezes the page's clock `fromNow` milliseconds from now; needs `page.clock.install()` first. Returns a function that
 * advances the clock by some milliseconds and waits until the requests of that time are sent.
 */
export async function freezeTime(page: Page, fromNow = 60_000): Promise<(ms: number) => Promise<void>> {
  await page.clock.pauseAt(Date.now() + fromNow);
  return async (ms) => {
    await page.clock.runFor(ms);
    await waitForRequests(page);
  };
}

/** Advances the frozen clock in steps of `ms` until `isDone` returns true. Returns the milliseconds that passed. */
export async function advanceUntil(
  advance: (ms: number) => Promise<void>,
  isDone: () => boolean,
  ms = 50,
): Promise<number> {
  let passed = 0;
  await expect
    .poll(
      async () => {
        if (isDone()) return true;
        await advance(ms);
        passed += ms;
        return isDone();
      },
      { intervals: [10], timeout: 120_000 },
    )
    .toBe(true);
  return passed;
}
