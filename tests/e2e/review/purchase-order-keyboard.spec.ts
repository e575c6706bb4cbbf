import type { Page } from '@playwright/test';
import { choose, typeInto, use } from '../support/browser/keyboard.ts';
import { approve, uniqueDescription } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';

const sizes = [
  { name: 'a phone', tag: ['@long'], viewport: { width: 375, height: 812 } },
  { name: 'a desk', tag: [], viewport: { width: 1440, height: 900 } },
];

function press(page: Page, button: string): Promise<void> {
  return use(page, page.getByRole('button', { name: button, exact: true }));
}

/** Types a new line in its row, or on a phone in the dialog that opens for it. */
async function typeLine(page: Page, description: string, unitCost: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const line = dialog.or(page.locator('tr[data-row]').last());
  await typeInto(page, line.getByRole('textbox', { name: 'Unit Cost' }), unitCost);
  await typeInto(page, line.getByRole('textbox', { name: 'Description' }), description);
  // Only in the dialog: in the table Escape would undo the typing.
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
}

async function raiseOrder(page: Page, description: string): Promise<string> {
  await page.goto('/po');
  await use(page, page.getByRole('link', { name: 'Create New' }));
  await typeInto(page, page.getByRole('combobox', { name: 'Vendor Name' }), 'Foxglove');
  await expect(page.getByRole('option', { name: 'Foxglove Sign Company' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(
    page,
    page.locator('[data-field="description"]').getByRole('textbox', { name: 'Description' }),
    description,
  );
  await choose(page, page.getByRole('button', { name: /Company$/ }), 'Northern');
  await choose(page, page.getByRole('button', { name: /Department$/ }), 'Accounting');
  await use(page, page.getByRole('button', { name: /^(Edit line 1|1\. No description)/ }));
  await typeLine(page, 'Lighthouse lens', '900');
  return submit(page);
}

/** Saves and submits. Returns the number from the toast. */
async function submit(page: Page): Promise<string> {
  await press(page, 'Save & Review');
  await press(page, 'Submit for Approval');
  // Read it first: the toast closes by itself.
  const toast = await page
    .getByText(/^PO #.* submitted for approval\.$/)
    .last()
    .textContent();
  await expect(page).toHaveURL(/\/po$/);
  return /\d{5}/.exec(toast ?? '')?.[0] ?? '';
}

/** Finds the order in the list by its number and opens it. */
async function open(page: Page, number: string, status: string): Promise<void> {
  await choose(page, page.getByRole('button', { name: 'Status' }), status);
  await typeInto(page, page.getByRole('searchbox', { name: 'Search by PO number' }), number);
  await expect(page.getByText('1 purchase order', { exact: true })).toBeVisible();
  const byNumber = { name: new RegExp(number) };
  await use(page, page.getByRole('row', byNumber).or(page.getByRole('link', byNumber)));
}

async function sendBack({ api }: Pick<Session, 'api'>, id: string): Promise<void> {
  const order = await api.get<{ workflow: { currentStep: { id: string } } }>(`/api/pos/${id}`);
  await api.post('/api/workflows/revision', {
    docId: id,
    docType: 'PO',
    showId,
    workflowStepId: order.workflow.currentStep.id,
    reason: 'Where is the cap?',
  });
}

for (const { name, tag, viewport } of sizes) {
  test(
    `PO-12, PO-14, AP-14, CO-02, CO-07, LS-32, DEC-80: an order is raised, revised, changed and found by keyboard alone on ${name}`,
    { tag },
    async ({ as, apiOf }) => {
      const [sam, inez, priya] = await Promise.all([
        as('sam', { viewport }),
        apiOf('inez.calloway'),
        apiOf('priya'),
      ]);
      const { page, api } = sam;
      const number = await raiseOrder(page, uniqueDescription('Lens'));
      const { poS } = await api.post<{ poS: { id: string }[] }>(`/api/pos/filter?showId=${showId}&count=1`, {
        poNumbers: [number],
      });
      const id = poS[0]?.id ?? '';

      // Sent back and resubmitted.
      await sendBack(inez, id);
      await open(page, number, 'In Progress');
      await expect(page.getByRole('region', { name: 'Notes' }).getByText('Where is the cap?')).toBeVisible();
      await press(page, 'Add Line');
      await typeLine(page, 'Lens cap', '25');
      await submit(page);
      await approve(inez, { id });
      expect((await approve(priya, { id })).status).toBe('APPROVED');

      // A voided change order restores the approved version.
      await open(page, number, 'Approved');
      await press(page, 'More actions');
      await use(page, page.getByRole('menuitem', { name: 'Change Order' }), 'ArrowDown');
      await page.keyboard.type('The bay needs a second lens');
      await press(page, 'Request Change Order');
      await press(page, 'Add Line');
      await typeLine(page, 'Second lens', '850');
      await press(page, 'Save & Review');
      await expect(page.getByText('$1,775.00').first()).toBeVisible();
      await press(page, 'Edit');
      await press(page, 'Void');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('One lens is enough');
      await use(page, page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }));
      await expect(page).toHaveURL(/\/po$/);

      await open(page, number, 'Approved');
      await expect(page.getByText('Change Order 1 Void')).toBeVisible();
      await expect(page.getByText('$925.00').first()).toBeVisible();
      await expect(page.getByText('Second lens', { exact: true })).toHaveCount(0);
    },
  );
}
