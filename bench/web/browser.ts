import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { chromePath } from '../../scripts/chrome.mjs';

/** What the page's main thread has worked so far, in ms. */
interface Worked {
  script: number;
  style: number;
  layout: number;
}

/** A page of the product with what the browser tells about it. */
export interface Watched {
  page: Page;
  cdp: CDPSession;
  /** How many times slower than this machine the page's processor is. */
  slowDown: (times: number) => Promise<void>;
  /** Script, style and layout that `act` costs until `restMs` after it, in ms. */
  costOf: (act: () => Promise<unknown>, restMs: number) => Promise<Worked & { all: number }>;
  close: () => Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = await chromePath();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
}

async function worked(cdp: CDPSession): Promise<Worked> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return { script: ms('ScriptDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') };
}

/** A window of somebody who is signed in; `cookie` is that of the session. */
export async function openWindow(browser: Browser, address: string, cookie: string): Promise<Watched> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // What the thread itself has worked: a busy machine makes it wait, which is no work.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    cdp,
    slowDown: async (rate) => {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    },
    async costOf(act, restMs) {
      const before = await worked(cdp);
      await act();
      await pause(restMs);
      const after = await worked(cdp);
      const script = after.script - before.script;
      const style = after.style - before.style;
      const layout = after.layout - before.layout;
      return { script, style, layout, all: script + style + layout };
    },
    close: () => context.close(),
  };
}
