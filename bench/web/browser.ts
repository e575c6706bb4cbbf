import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { chromePath } from '../../scripts/chrome.mjs';

/** Work of the page's main thread so far, in ms. */
interface CpuTimes {
  script: number;
  style: number;
  layout: number;
}

/** A page of the product with access to its metrics. */
export interface Watched {
  page: Page;
  cdp: CDPSession;
  /** Throttles the page's processor by this factor. */
  slowDown: (times: number) => Promise<void>;
  /** Script, style and layout time that `act` causes until `restMs` after it, in ms. */
  costOf: (act: () => Promise<unknown>, restMs: number) => Promise<CpuTimes & { all: number }>;
  close: () => Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = await chromePath();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
}

async function cpuTimes(cdp: CDPSession): Promise<CpuTimes> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return { script: ms('ScriptDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') };
}

/** Opens a window with the cookie of a session. */
export async function openWindow(browser: Browser, address: string, cookie: string): Promise<Watched> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // CPU time of the thread: waiting on a busy machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    cdp,
    slowDown: async (rate) => {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    },
    async costOf(act, restMs) {
      const before = await cpuTimes(cdp);
      await act();
      await pause(restMs);
      const after = await cpuTimes(cdp);
      const script = after.script - before.script;
      const style = after.style - before.style;
      const layout = after.layout - before.layout;
      return { script, style, layout, all: script + style + layout };
    },
    close: () => context.close(),
  };
}
