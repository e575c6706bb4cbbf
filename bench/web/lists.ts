import type { Page } from '@playwright/test';
import type { Watched } from './browser.ts';

/** Size of a list in rows, DOM nodes and memory. */
export interface ListMemory {
  rows: number;
  drawn: number;
  nodes: number;
  heapMb: number;
}

const main = (page: Page) => page.getByRole('main');

export async function openLongList({ page }: Watched): Promise<void> {
  await page.goto('/po?status=all');
  await page.locator('tbody tr[data-href]').nth(20).waitFor();
}

/** Scrolls until that many rows are loaded. Returns their number. */
export async function scrollTo({ page }: Watched, rows: number): Promise<number> {
  return main(page).evaluate(async (element, wanted) => {
    const rowPx = element.querySelector<HTMLElement>('tbody > tr')?.offsetHeight ?? 40;
    const there = () => Math.round(element.scrollHeight / rowPx) - 5;
    for (let at = 0; at < 6000 && there() < wanted; at += 1) {
      element.scrollTop = element.scrollHeight;
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    return there();
  }, rows);
}

export async function measureList({ page, cdp }: Watched, rows: number): Promise<ListMemory> {
  await page.waitForTimeout(500);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  const drawn = await page.locator('tbody tr').count();
  return { rows, drawn, nodes, heapMb: usedSize / 2 ** 20 };
}

/** Turns the wheel for three seconds, up and down. Returns the duration of each frame in ms. */
export async function measureFrames({ page }: Watched): Promise<number[]> {
  await page.mouse.move(700, 500);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    let isOver = false;
    const look = (now: number) => {
      frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, {
      endFrames: () => {
        isOver = true;
        return frames.slice(1);
      },
    });
  });
  for (let turn = 0; turn < 120; turn += 1) {
    await page.mouse.wheel(0, turn % 60 < 30 ? -400 : 400);
    await page.waitForTimeout(16);
  }
  return page.evaluate(() => (window as unknown as { endFrames: () => number[] }).endFrames());
}

/** Timing of opening a document and of returning to the list. */
export interface Visit {
  openMs: number;
  backMs: number;
  /** Whether a skeleton or an empty page was visible meanwhile. */
  hadSkeleton: boolean;
  scrolledPx: number;
}

/** Hovers a row as a user does before the click, opens it, and goes back. */
export async function visit({ page }: Watched, row: number): Promise<Visit> {
  await main(page).evaluate((element, at) => {
    element.scrollTop = at * 40;
  }, row);
  await page.waitForTimeout(300);
  const box = await page.locator('tbody tr[data-href]').nth(row).boundingBox();
  if (!box) throw new Error(`The list has no row ${row}.`);
  const before = await main(page).evaluate((element) => element.scrollTop);
  await page.mouse.move(400, box.y + 10);
  await page.mouse.move(410, box.y + 12);
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    const seen = { skeleton: false, from: performance.now(), review: 0, list: 0 };
    Object.assign(window, { seen });
    const look = () => {
      const at = performance.now();
      if (document.querySelector('.animate-skeleton')) seen.skeleton = true;
      if (seen.review === 0 && document.querySelector('[role="table"], main table:not([role="grid"])'))
        seen.review = at;
      if (seen.review > 0 && seen.list === 0 && document.querySelector('tbody tr[data-href]')) seen.list = at;
      requestAnimationFrame(look);
    };
    window.addEventListener('pointerdown', () => (seen.from = performance.now()), { capture: true });
    requestAnimationFrame(look);
  });
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => (window as unknown as { seen: { review: number } }).seen.review > 0);
  await page.waitForTimeout(500);
  const openMs = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { review: number; from: number } };
    const took = seen.review - seen.from;
    seen.from = performance.now();
    history.back();
    return took;
  });
  await page.waitForFunction(() => (window as unknown as { seen: { list: number } }).seen.list > 0);
  await page.waitForTimeout(400);
  const { backMs, hadSkeleton } = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { list: number; from: number; skeleton: boolean } };
    return { backMs: seen.list - seen.from, hadSkeleton: seen.skeleton };
  });
  const after = await main(page).evaluate((element) => element.scrollTop);
  return { openMs, backMs, hadSkeleton, scrolledPx: after - before };
}
