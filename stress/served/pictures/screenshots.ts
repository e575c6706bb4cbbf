import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, request } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromePath } from '../../../scripts/chrome.mjs';
import { repository } from '../../../scripts/environment.mjs';
import { person } from '../../../tests/e2e/support/environment/person.ts';
import { freshProduct } from '../product.ts';

export interface Picture {
  name: string;
  who: string;
  /** Navigates the page to the state of the picture. */
  open: (page: Page) => Promise<void>;
  isPhone?: boolean;
  isDark?: boolean;
  /** In CSS pixels; the default is a desktop. */
  size?: { width: number; height: number };
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };

/** Takes a third of the PNG without a visible difference. */
async function webp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.92);
  }, png.toString('base64'));
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function take(address: string, folder: string, pictures: readonly Picture[]): Promise<void> {
  mkdirSync(join(repository, folder), { recursive: true });
  const requests = await request.newContext({ baseURL: address });
  const executablePath = await chromePath();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  for (const { name, who, open, isPhone = false, isDark = false, size } of pictures) {
    const { cookie } = await person(requests, address, `${who}@backlot.example`);
    const context = await browser.newContext({
      baseURL: address,
      viewport: size ?? (isPhone ? phone : desktop),
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      hasTouch: isPhone,
      isMobile: isPhone,
      deviceScaleFactor: isPhone ? 2 : 1,
    });
    const [cookieName = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name: cookieName, value, url: address }]);
    const page = await context.newPage();
    await open(page);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const file = `${folder}/${name}.webp`;
    writeFileSync(join(repository, file), await webp(browser, await page.screenshot()));
    console.log(file);
    await context.close();
  }
  await browser.close();
  await requests.dispose();
}

/**
 * Writes screenshots to a folder of the repository: of the product at the address of the command line, or of a fresh
 * one. Further arguments select pictures by name.
 */
export async function photograph(
  folder: string,
  picturesOf: (address: string) => Promise<Picture[]>,
): Promise<void> {
  const [, , running, ...names] = process.argv;
  const of = async (address: string) => {
    const all = await picturesOf(address);
    return take(address, folder, names.length === 0 ? all : all.filter(({ name }) => names.includes(name)));
  };
  if (running) return of(running);
  const product = await freshProduct();
  try {
    await product.start();
    await of(product.address());
  } finally {
    await product.end();
  }
  return undefined;
}
