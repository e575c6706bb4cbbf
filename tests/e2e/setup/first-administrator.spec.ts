import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { existingAdministrators, makeAdministrator } from '../../../scripts/deployment/administrator.mjs';
import { prepare } from '../../../scripts/prepare.mjs';
import { createProgress } from '../../../scripts/processes/progress.mjs';
import { freePort } from '../../../scripts/server/free-port.mjs';
import { serve } from '../../../scripts/server/serve.mjs';
import { pageTexts } from '../../support/pdf/read-text.ts';
import { ledgerEntriesOf } from '../support/data/accounting.ts';
import { downloadPdf, openExport } from '../support/pages/export.ts';
import { section } from '../support/pages/form.ts';
import { waitForMail } from '../support/environment/mailbox.ts';
import {
  addAddress,
  addDepartment,
  addFlow,
  addPerson,
  createShow,
  nextStep,
  raiseOrder,
  activateAccount,
} from '../support/data/new-show.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';

const state = mkdtempSync(join(tmpdir(), 'backlot-empty-'));
/** A license that the accounting sandbox has. */
const license = 'HSP-SA-1041';
const department = 'Set Decoration';
const wren = { email: 'wren@crew.example', first: 'Wren', last: 'Ito', role: 'PO Creator', department };
const odell = { email: 'odell@crew.example', first: 'Odell', last: 'Ray', role: 'Approver', department };
let product: Awaited<ReturnType<typeof serve>>;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await prepare(createProgress(), { state, isEmpty: true });
  product = await serve({ port: (await freePort(0)) ?? 0, state, log: join(state, 'serve.log') });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(state, { recursive: true, force: true });
});

/** Signs in a new user by the mailed link, with a browser context of their own. */
async function signInByMail(browser: Browser, email: string): Promise<Page> {
  const { text } = await waitForMail(product.address, email, 'Your Backlot account');
  const page = await (await browser.newContext({ baseURL: product.address })).newPage();
  await activateAccount(page, /http\S+\/password\/\S+/.exec(text)?.[0] ?? '', email);
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  return page;
}

async function setUp(page: Page): Promise<void> {
  await addDepartment(page, department, 'SD');
  await nextStep(page, 'People').click();
  await addPerson(page, wren);
  await page.getByRole('link', { name: 'Add User' }).click();
  await addPerson(page, odell);
  await addFlow(page, 'Head of department', 'Odell Ray');
  await nextStep(page, 'Addresses').click();
  await expect(page.getByText('1 of 4 left')).toBeVisible();
  await addAddress(page, 'Ship To', 'Stage 4');
  // The list closes after its last step.
  await expect(page.getByRole('navigation', { name: 'Getting started' })).toHaveCount(0);
  await addAddress(page, 'Bill To', 'Production office');
}

test(
  'SE-17, DEC-11, MG-06, LS-07: an empty database is set up to the first approved purchase order in the browser alone',
  { tag: '@long' },
  async ({ browser }) => {
    const email = 'first.admin@backlot.example';
    expect(existingAdministrators({ state })).toEqual([]);
    const token = makeAdministrator({ email, name: '', isLocal: true, target: { state } });
    expect(existingAdministrators({ state })).toEqual([email]);
    const page = await (await browser.newContext({ baseURL: product.address })).newPage();
    await activateAccount(page, `/api/auth/password/${token}`, email);

    await expect(page.getByRole('heading', { name: 'Create the first show' })).toBeVisible();
    await expectAccessible(page);
    await createShow(page, 'First Light', license);
    await expect(page).toHaveURL(`${product.address}/setup/departments`);
    await expect(page.getByRole('button', { name: /First Light/ })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Management' }).getByRole('link')).toHaveText([
      'Departments',
      'Users',
      'Approval Flows',
      'Shows',
      'Settings',
      'Budget',
      'Health',
    ]);
    await expect(page.getByText('4 of 4 left')).toBeVisible();
    await expectAccessible(page);
    await setUp(page);

    const creator = await signInByMail(browser, wren.email);
    await creator.getByRole('link', { name: 'Purchase Orders' }).first().click();
    await expect(creator.getByText('None to display.')).toBeVisible();
    await raiseOrder(creator, {
      vendor: 'Foxglove Sign Company',
      company: /Northern Lights Productions/,
      description: 'Lamps for the manor',
      account: '11',
    });
    await expect(creator.getByRole('heading', { name: 'Purchase Order SD-00001' })).toBeInViewport();
    for (const text of ['Production office', 'Stage 4']) {
      await expect(creator.getByText(text)).toBeVisible();
    }
    await creator.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(creator.getByText('PO #SD-00001 submitted for approval.')).toBeVisible();
    await creator.getByText('Lamps for the manor', { exact: true }).click();
    await expect(section(creator, 'Approval').getByText('Odell Ray', { exact: true })).toBeVisible();

    const approver = await signInByMail(browser, odell.email);
    await approver.getByText('Lamps for the manor').click();
    await approver.getByRole('button', { name: 'Approve', exact: true }).click();
    // The queue updates without a reload.
    await expect(
      approver.getByText(
        "It looks like there aren't any Purchase Orders to approve. Check the Purchase Orders tab if you're looking for a specific PO.",
      ),
    ).toBeVisible();

    await expect(creator.getByText('Sent to Accounting')).toBeVisible();
    await openExport(creator);
    const file = await downloadPdf(creator);
    const printed = (await pageTexts(new Uint8Array(await readFile(await file.path())))).join(' ');
    for (const text of ['SD-00001', 'Foxglove Sign Company', 'Stage 4', '$300.00']) {
      expect(printed).toContain(text);
    }
    const [, id = ''] = /\/po\/review\/([^/]+)/.exec(creator.url()) ?? [];
    const books = { baseURL: product.address, license, system: 'SA' as const };
    await expect.poll(() => ledgerEntriesOf(books, { id })).toMatchObject([{ totalCents: 30_000 }]);
  },
);
