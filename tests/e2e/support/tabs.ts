import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export interface Tab {
  url: string;
  close: () => Promise<void>;
}

/** The tab at such an address that `act` opens. The browser itself is asked: of some tabs Playwright never tells. */
export async function tabOpenedBy(page: Page, act: () => Promise<void>, address: RegExp): Promise<Tab> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('The context has no browser of its own.');
  const tabs = async () => {
    const { targetInfos } = await browser.send('Target.getTargets');
    return targetInfos.filter(({ type, url }) => type === 'page' && address.test(url));
  };
  const before = new Set((await tabs()).map(({ targetId }) => targetId));
  const opened = async () => (await tabs()).find(({ targetId }) => !before.has(targetId));
  await act();
  await expect.poll(async () => (await opened())?.url).toMatch(address);
  const { url = '', targetId = '' } = (await opened()) ?? {};
  const close = async () => {
    await browser.send('Target.closeTarget', { targetId });
    await browser.detach();
  };
  return { url, close };
}
