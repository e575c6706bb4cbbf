import { request } from '@playwright/test';
import type { Page } from '@playwright/test';
import { aLine, createApprovedOrder, createSubmittedOrder } from '../../../tests/e2e/support/data/orders.ts';
import { person, showId } from '../../../tests/e2e/support/environment/person.ts';
import { photograph } from './screenshots.ts';
import type { Picture } from './screenshots.ts';
import { addFailedEndpoint, addRecoveredEndpoint, ordersFile } from '../connections.ts';
import { createChangeOrder, createDraft, listWaiting } from './screenshot-scenes.ts';

/** Large enough for readable text in the guide. */
const size = { width: 1100, height: 720 };
/** For whole forms, and for panels beside a document. */
const tall = { width: 1100, height: 1160 };
const wide = { width: 1280, height: 800 };

type Who = (name: string) => ReturnType<typeof person>;

/** Creates an order that its approver has returned. */
async function returnOrder(as: Who): Promise<string> {
  const order = await createSubmittedOrder(
    { api: await as('dana') },
    {
      description: 'Lighthouse: lanterns and rope',
      lineItems: [
        aLine({ description: 'Storm lanterns', quantity: 8, unitCost: 95 }),
        aLine({ description: 'Manila rope, 30 m', quantity: 4, unitCost: 60 }),
      ],
    },
  );
  const { currentStep } = order.workflow ?? {};
  await (
    await as('marcus')
  ).post('/api/workflows/revision', {
    docId: order.id,
    docType: 'PO',
    showId,
    workflowStepId: currentStep?.id,
    reason: 'We have four of the lanterns in store: please order the other four.',
  });
  return order.id;
}

async function picturesOf(address: string): Promise<Picture[]> {
  const requests = await request.newContext({ baseURL: address });
  const as: Who = (name) => person(requests, address, `${name}@backlot.example`);
  const [dana, marcus, priya, sam] = [
    await as('dana'),
    await as('marcus'),
    await as('priya'),
    await as('sam'),
  ];
  const written = await createDraft(dana);
  const revised = await returnOrder(as);
  const changed = await createChangeOrder(dana, marcus, priya);
  const ready = await createApprovedOrder({ api: dana }, [{ api: marcus }, { api: priya }], {
    description: 'Lamps and drapes for the ballroom',
    lineItems: [
      aLine({ description: 'Brass lamps', quantity: 12, unitCost: 145, coding: { ACCOUNT: '2301' } }),
      aLine({ description: 'Velvet drapes, made to measure', quantity: 6, unitCost: 320 }),
    ],
  });
  const order =
    (await listWaiting(priya)).toSorted((a, b) => b.attachmentCount - a.attachmentCount)[0]?.id ?? '';
  const flows = await sam.get<{ id: string; templateType: string; isDefault: boolean }[]>(
    `/api/workflow-template?showId=${showId}`,
  );
  const flow = flows.find(({ templateType, isDefault }) => templateType === 'PURCHASE_ORDER' && isDefault);
  // First, so that the other endpoint receives only its own events.
  const given = await addFailedEndpoint(sam, dana);
  const endpoint = await addRecoveredEndpoint(sam, dana);
  const file = await ordersFile(dana);
  await requests.dispose();
  const at = (path: string) => async (page: Page) => {
    await page.goto(path);
  };
  const shot = (name: string, who: string, path: string, its = size): Picture => ({
    name,
    who,
    open: at(path),
    size: its,
  });
  return [
    shot('raise', 'dana', `/po/edit/${written}`, tall),
    shot('submit', 'dana', `/po/review/${written}/creator`),
    shot('revision', 'dana', `/po/edit/${revised}`),
    shot('change-order', 'dana', `/po/review/${changed}/creator`),
    shot('queue', 'priya', '/approvals', wide),
    shot('review', 'priya', `/po/review/${order}/approver`, wide),
    {
      name: 'approve-phone',
      who: 'priya',
      open: at(`/po/review/${order}/approver`),
      isPhone: true,
    },
    {
      name: 'payments',
      who: 'priya',
      size,
      open: async (page) => {
        await page.goto('/approvals/payments');
        await page.locator('label', { has: page.getByRole('checkbox', { name: 'Select all' }) }).click();
      },
    },
    {
      name: 'invoice',
      who: 'elena',
      size: tall,
      open: async (page) => {
        await page.goto(`/po/review/${ready.id}/creator`);
        await page.getByRole('link', { name: 'Enter Invoice' }).click();
        await page.getByRole('heading', { name: 'New Invoice' }).waitFor();
      },
    },
    {
      name: 'history',
      who: 'priya',
      size,
      open: async (page) => {
        await page.goto(`/po/review/${changed}/creator`);
        await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
      },
    },
    shot('departments', 'sam', '/setup/departments'),
    shot('person', 'sam', `/setup/users/${marcus.userId}`),
    shot('flow', 'sam', `/setup/shows/workflows/purchase-orders/${flow?.id}`, tall),
    shot('settings', 'sam', '/setup/settings'),
    {
      name: 'import',
      who: 'dana',
      size: { width: 1100, height: 860 },
      open: async (page) => {
        await page.goto('/po/import');
        const buffer = Buffer.from(file);
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'Orders.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('grid', { name: 'In the file' }).waitFor();
      },
    },
    {
      name: 'webhook',
      who: 'sam',
      size,
      open: async (page) => {
        // Replaces the real address, which belongs to this machine.
        await page.route('**/api/webhooks?**', async (route) => {
          const answer = await route.fetch();
          const all = (await answer.json()) as object[];
          const url = 'https://ledger.example.com/backlot';
          await route.fulfill({ response: answer, json: all.map((one) => ({ ...one, url })) });
        });
        await page.goto(`/setup/settings/webhooks/${endpoint}`);
        await page.getByText('Delivered, 204').first().waitFor();
      },
    },
    {
      name: 'token',
      who: 'sam',
      size: { width: 1100, height: 800 },
      open: async (page) => {
        await page.goto('/po');
        await page.getByRole('button', { name: /^Account of/ }).click();
        await page.getByRole('menuitem', { name: 'Account Settings' }).click();
        await page.getByRole('button', { name: 'New Token' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill('Month end report');
        await page.getByText('Export logs and PDFs').click();
        await page.locator('label').filter({ hasText: 'Name' }).first().hover();
      },
    },
    {
      name: 'archive',
      who: 'sam',
      size,
      open: async (page) => {
        await page.goto('/setup/settings/archive?restoreShow=tidewater');
        await page.getByRole('button', { name: 'Archive the show' }).click();
        await page
          .getByRole('link', { name: /^Download|^Part/ })
          .first()
          .waitFor({ timeout: 300_000 });
      },
    },
    {
      name: 'health',
      who: 'sam',
      size,
      open: async (page) => {
        // The delivery is retried after a minute, then given up.
        for (let tries = 0; tries < 60; tries += 1) {
          await page.goto(`/setup/health/${showId}`);
          const failures = page.getByRole('region', { name: 'Failures' });
          await failures.waitFor();
          if ((await failures.getByRole('listitem').count()) >= given) return;
          await page.waitForTimeout(3000);
        }
      },
    },
  ];
}

await photograph('web/public/guide', picturesOf);
