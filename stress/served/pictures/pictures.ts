import { request } from '@playwright/test';
import type { Page } from '@playwright/test';
import { person, showId } from '../../../tests/e2e/support/environment/person.ts';
import { photograph } from './screenshots.ts';
import type { Picture } from './screenshots.ts';
import { createInvoice, createChangeOrder, createDraft, listWaiting } from './screenshot-scenes.ts';

async function picturesOf(address: string): Promise<Picture[]> {
  const requests = await request.newContext({ baseURL: address });
  const as = (name: string) => person(requests, address, `${name}@backlot.example`);
  const orders = await listWaiting(await as('priya'));
  const order = orders.toSorted((a, b) => b.attachmentCount - a.attachmentCount)[0]?.id ?? '';
  const changed = await createChangeOrder(await as('dana'), await as('marcus'), await as('priya'));
  const written = await createDraft(await as('dana'));
  const invoice = await createInvoice(await as('elena'), await as('inez.calloway'));
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

await photograph('docs/images', picturesOf);
