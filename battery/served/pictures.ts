import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, request } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromePath } from '../../scripts/chrome.mjs';
import { repository } from '../../scripts/environment.mjs';
import { sheetPdf } from '../../demo/sheet-pdf.ts';
import { adjusted, extended, handedIn } from '../../tests/e2e/support/change-orders.ts';
import { decideOn } from '../../tests/e2e/support/decisions.ts';
import { aBilledLine, submittedInvoice } from '../../tests/e2e/support/invoices.ts';
import { aLine, approved, draft } from '../../tests/e2e/support/orders.ts';
import { person, showId } from '../../tests/e2e/support/person.ts';
import type { Person } from '../../tests/e2e/support/person.ts';
import { freshProduct } from './product.ts';

interface Picture {
  name: string;
  who: string;
  /** Brings the page to where it is photographed. */
  open: (page: Page) => Promise<void>;
  isPhone?: boolean;
  isDark?: boolean;
}

interface Row {
  id: string;
  attachmentCount: number;
  totalCost: number;
}

const folder = join(repository, 'docs/images');

/** What waits for somebody, as the list has it, newest first. */
async function waiting(api: Person): Promise<Row[]> {
  const query = `showId=${showId}&persona=APPROVER&page=1&count=50&sort=PO_NUMBER,DESC`;
  const { poS } = await api.post<{ poS: Row[] }>(`/api/pos/filter?${query}`, {
    statuses: ['SUBMITTED_FOR_APPROVAL'],
  });
  return poS;
}

/** A change of an approved order, as its approver finds it. */
async function changeOrder(creator: Person, ...approvers: Person[]): Promise<string> {
  const order = await approved(
    { api: creator },
    approvers.map((api) => ({ api })),
    {
      description: 'Ballroom: lamps, drapes and the chandelier',
      lineItems: [
        aLine({ description: 'Brass lamps', quantity: 12, unitCost: 145 }),
        aLine({ description: 'Velvet drapes, made to measure', quantity: 6, unitCost: 320 }),
        aLine({ description: 'Chandelier, hung and taken down', quantity: 1, unitCost: 4800 }),
      ],
    },
  );
  const reopened = await adjusted({ api: creator }, order, 'The ballroom is larger than planned');
  await extended({ api: creator }, reopened, { description: 'Rigging for the chandelier', unitCost: 1250 });
  await handedIn({ api: creator }, order);
  return order.id;
}

/** A purchase order that is being written. */
async function halfWritten(creator: Person): Promise<string> {
  const { id } = await draft(
    { api: creator },
    {
      description: 'Observatory: desks, charts, a brass orrery',
      lineItems: [
        aLine({ description: 'Writing desks, oak', quantity: 4, unitCost: 380 }),
        aLine({ description: 'Star charts, framed', quantity: 9, unitCost: 65 }),
        aLine({ description: 'Brass orrery, working', quantity: 1, unitCost: 2150 }),
      ],
    },
  );
  return id;
}

/** An invoice with the vendor's bill, as the line producer finds it. */
async function billed(clerk: Person, head: Person): Promise<string> {
  const lines = [
    { description: 'Brass lamps, polished', amount: 1740 },
    { description: 'Velvet drapes, made to measure', amount: 1920 },
    { description: 'Delivery to stage 4', amount: 175 },
  ];
  const text = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const bill = await sheetPdf({
    title: 'INVOICE FX-2231',
    from: 'Foxglove Sign Company',
    intro: ['To Northern Lights Productions LLC, production accounting.', 'Terms: net 30 days.'],
    columns: ['Line', 'Description', 'Amount'],
    rows: lines.map(({ description, amount }, at) => [`${at + 1}`, description, text(amount)]),
    total: text(total),
    closing: ['Thank you for your business.'],
  });
  const label = 'Foxglove FX-2231.pdf';
  const invoice = await submittedInvoice(
    { api: clerk },
    {
      number: 'FX-2231',
      description: 'Ballroom: lamps and drapes',
      amount: total,
      lineItems: lines.map((line) => aBilledLine(line)),
      attachments: [{ attachmentId: await clerk.upload(label, bill, 'invoice'), label }],
    },
  );
  return (await decideOn({ api: head }, 'INVOICE', invoice)).id;
}

async function picturesOf(address: string): Promise<Picture[]> {
  const requests = await request.newContext({ baseURL: address });
  const as = (name: string) => person(requests, address, `${name}@backlot.example`);
  const orders = await waiting(await as('priya'));
  const order = orders.toSorted((a, b) => b.attachmentCount - a.attachmentCount)[0]?.id ?? '';
  const changed = await changeOrder(await as('dana'), await as('marcus'), await as('priya'));
  const written = await halfWritten(await as('dana'));
  const invoice = await billed(await as('elena'), await as('inez.calloway'));
  const flows = await (
    await as('sam')
  ).get<{ id: string; templateType: string; isDefault: boolean }[]>(
    `/api/workflow-template?showId=${showId}`,
  );
  const flow =
    flows.find(({ templateType, isDefault }) => templateType === 'PURCHASE_ORDER' && isDefault) ?? flows[0];
  await requests.dispose();
  const at = (path: string) => async (page: Page) => {
    await page.goto(path);
  };
  const review = at(`/po/review/${order}/approver`);
  return [
    { name: 'queue', who: 'priya', open: at('/approvals') },
    { name: 'queue-dark', who: 'priya', open: at('/approvals'), isDark: true },
    { name: 'queue-phone', who: 'priya', open: at('/approvals'), isPhone: true },
    { name: 'list', who: 'priya', open: at('/po?status=all') },
    { name: 'form', who: 'dana', open: at(`/po/edit/${written}`) },
    { name: 'review', who: 'priya', open: review },
    { name: 'review-phone', who: 'priya', open: review, isPhone: true },
    {
      name: 'invoice',
      who: 'priya',
      open: async (page) => {
        await page.goto(`/invoice/review/${invoice}/approver`);
        await page.getByRole('document').locator('canvas').first().waitFor();
      },
    },
    { name: 'change-order', who: 'marcus', open: at(`/po/review/${changed}/approver`) },
    {
      name: 'bulk-approval',
      who: 'priya',
      open: async (page) => {
        await page.goto('/approvals/payments');
        await page.locator('label', { has: page.getByRole('checkbox', { name: 'Select all' }) }).click();
      },
    },
    { name: 'flow', who: 'sam', open: at(`/setup/shows/workflows/purchase-orders/${flow?.id}`) },
  ];
}

/** A third of what the PNG takes, and nothing to be seen of it. */
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

async function take(address: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pictures = await picturesOf(address);
  const requests = await request.newContext({ baseURL: address });
  const executablePath = await chromePath();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  for (const { name, who, open, isPhone = false, isDark = false } of pictures) {
    const { cookie } = await person(requests, address, `${who}@backlot.example`);
    const context = await browser.newContext({
      baseURL: address,
      viewport: isPhone ? { width: 375, height: 812 } : { width: 1440, height: 900 },
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
    writeFileSync(join(folder, `${name}.webp`), await webp(browser, await page.screenshot()));
    console.log(`docs/images/${name}.webp`);
    await context.close();
  }
  await browser.close();
  await requests.dispose();
}

const [, , running] = process.argv;
if (running) await take(running);
else {
  const product = await freshProduct();
  try {
    await product.start();
    await take(product.address());
  } finally {
    await product.end();
  }
}
