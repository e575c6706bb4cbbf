import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import { stepBy, template, templates } from '../support/fixtures/workflow-templates.ts';
import {
  addApprover,
  flowKinds,
  flowsPath,
  openFlow,
  openFlows,
  openNewFlow,
  stepAt,
  stepNames,
} from '../support/pages/flows.ts';
import type { Page } from '../support/page.ts';
import { waitForHeading, pick, save } from '../support/pages/setup.ts';

const posted = 'POST /api/purchase-order-workflow-template';
const changed = 'PUT /api/purchase-order-workflow-template/:id';
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const operating = templates.find(({ name }) => name === 'Operating Account') ?? template('PAYMENT');

test('DEC-92, DEC-65, DEC-20: a flow is created with its steps, previewed and listed', async () => {
  const { page, api } = await openFlows('purchase-orders');
  await page.getByRole('link', { name: 'Add Approval Flow' }).click();
  await waitForHeading(page, 'New Approval Flow');
  await nameOf(page).fill('Night shoots');
  const first = stepAt(page, 1);
  await first.getByLabelText('Step name').fill('Heads');
  await first.getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: /Department/ }).click();
  await expect(first.getByLabelText('Limit')).toHaveCount(0);
  await addApprover(page, 1, 'Marcus Oyelaran');
  await addApprover(page, 1, 'Jonah Beck');
  await page.getByRole('button', { name: 'Add step' }).click();
  const second = stepAt(page, 2);
  await second.getByLabelText('Limit').fill('1,250.50');
  await second.getByLabelText('Approvals').fill('2');
  await addApprover(page, 2, 'Priya Raman');
  await addApprover(page, 2, 'Elena Fischer');
  await page.getByRole('button', { name: 'Add step' }).click();
  await addApprover(page, 3, 'Robert Achebe');

  const track = page.getByRole('list', { name: 'Approval' });
  await expect(track.getByRole('listitem').filter({ hasText: /approval/ })).toHaveCount(3);
  await page.getByLabel('Total of a document').fill('1250.50');
  await expect(track).not.toContainText('Robert Achebe');

  await save(page);
  await expect(page.getByText('Approval flow Night shoots saved.')).toBeVisible();
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(page.getByRole('row', { name: 'Night shoots' })).toContainText(
    'Heads › Step 2 up to 1,250.50 › Step 3',
  );
  const by = (...ids: string[]) => ids.map((id) => ({ userId: `user-${id}` }));
  expect(api.calls(posted).map(({ body }) => body)).toMatchObject([
    {
      showId: 'nlite',
      templateType: 'PURCHASE_ORDER',
      makeDefaultType: false,
      steps: [
        {
          name: 'Heads',
          kind: 'DEPARTMENT',
          amountLimit: null,
          approvalsNeeded: 1,
          approvers: by('marcus-oyelaran', 'jonah-beck'),
        },
        {
          name: 'Step 2',
          kind: 'STANDARD',
          amountLimit: 1250.5,
          approvalsNeeded: 2,
          approvers: by('priya-raman', 'elena-fischer'),
        },
        {
          name: 'Step 3',
          kind: 'STANDARD',
          amountLimit: null,
          approvalsNeeded: 1,
          approvers: by('robert-achebe'),
        },
      ],
    },
  ]);
});

test('DEC-20: steps are reordered by menu, by keyboard and by mouse', async () => {
  const flow = template('PURCHASE_ORDER', {
    steps: [
      stepBy(['marcus'], { name: 'One', kind: 'DEPARTMENT' }),
      stepBy(['jonah'], { name: 'Two', kind: 'DEPARTMENT' }),
      stepBy(['priya'], { name: 'Three' }),
    ],
  });
  const { page, api } = await openFlow('purchase-orders', flow);
  await page.getByRole('button', { name: 'Move step 3' }).focus();
  await page.keyboard.press('Enter');
  await expect(stepAt(page, 3)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(stepAt(page, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => stepNames(page)).toEqual(['Three', 'One', 'Two']);

  await page.getByRole('button', { name: 'Step 1: actions' }).click();
  await expect(page.getByRole('menuitem', { name: /Move up/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(() => stepNames(page)).toEqual(['One', 'Three', 'Two']);
  await expect(page.getByText('Moved to step 2 of 3.')).toBeAttached();

  const handle = page.getByRole('button', { name: 'Move step 1' });
  await handle.dropTo(stepAt(page, 3), { targetPosition: { x: 100, y: 60 } });
  await expect.poll(() => stepNames(page)).toEqual(['Three', 'Two', 'One']);
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  expect(api.calls(changed)[0]?.body.steps.map(({ name }) => name)).toEqual(['Three', 'Two', 'One']);
});

test('DEC-02, DEC-20, DEC-23: an invalid flow shows its errors and is not sent, and a duplicate name is rejected', async () => {
  const { page, api } = await openNewFlow('invoices');
  await save(page);
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('2 things need your attention');
  await expect(summary).toContainText('Name is required.');
  await summary.getByRole('button', { name: /Step 1 needs approvers/ }).click();
  await expect(stepAt(page, 1).getByRole('combobox', { name: 'Approvers' })).toBeFocused();
  await addApprover(page, 1, 'Priya Raman');
  await stepAt(page, 1).getByLabelText('Approvals').fill('2');
  await page.getByRole('button', { name: 'Add step' }).click();
  await addApprover(page, 2, 'Jonah Beck');
  await nameOf(page).fill('Second unit');
  await expect(summary).toContainText('Step 1 cannot need more approvals than it has approvers.');
  await expect(summary).toContainText(
    'The limit of step 1 must be higher than the one before. Only the last step may have no limit.',
  );
  await stepAt(page, 1).getByLabelText('Approvals').fill('1');
  await stepAt(page, 1).getByLabelText('Limit').fill('100');
  await expect(summary).toHaveCount(0);
  expect(api.calls('POST /api/invoice-workflow-template')).toEqual([]);
  const message = 'An approval flow with that name already exists.';
  api.fail('POST /api/invoice-workflow-template', 'invalid_parameter', { message, errors: ['name'] });
  await nameOf(page).fill('STANDARD INVOICES');
  await save(page);
  await expect(page.getByRole('alert')).toContainText(message);
  await expect(nameOf(page)).toHaveValue('STANDARD INVOICES');
});

test('DEC-65: the second of two administrators keeps their changes until they load the version of the first', async () => {
  const flow = template('PURCHASE_ORDER');
  const { page, api } = await openFlow('purchase-orders', flow);
  const changedFlow = { ...flow, version: 2, steps: flow.steps.map((step) => ({ ...step, name: 'By Sam' })) };
  const mend = api.on(changed, () => {
    throw new Refusal('WORKFLOW_CONFLICT');
  });
  await stepAt(page, 1).getByLabelText('Step name').fill('By Rosalind');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Another administrator changed this approval flow');
  expect(stepNames(page)).toEqual(['By Rosalind']);
  mend();
  // Another change of the show makes the page refetch while the new version is loading.
  const read = 'GET /api/purchase-order-workflow-template/:id';
  api.on(read, changedFlow);
  const count = () => api.calls(read).length;
  const previousCount = count();
  const release = api.hold(read);
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect.poll(count).toBe(previousCount + 1);
  await page.channel.whenOpen();
  page.channel.push('show_changed', { showId: 'nlite' });
  await expect.poll(count).toBe(previousCount + 2);
  release();
  await expect.poll(() => stepNames(page)).toEqual(['By Sam']);
  api.on(changed, changedFlow);
  await stepAt(page, 1).getByLabelText('Step name').fill('By both');
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  expect(api.calls(changed).at(-1)?.body.version).toBe(2);
});

test('MG-26, ER-08: a flow that cannot be updated leads to the error page', async () => {
  const { page, api } = await openFlow('payments', operating);
  api.fail('PUT /api/payment-workflow-template/:id', 'INTERNAL_ERROR');
  await nameOf(page).fill('Operating Account broken');
  await save(page);
  await expect(page).toHaveURL('/error');
  await expect(page.getByText('Workflow could not be created or updated')).toBeVisible();
});

test('MG-26, ER-08: a flow that cannot be created leads to the error page', async () => {
  const { page, api } = await openNewFlow('payments');
  api.fail('POST /api/payment-workflow-template', 'POS_BAD_REQUEST');
  await nameOf(page).fill('Second unit');
  await addApprover(page, 1, 'Priya Raman');
  await save(page);
  await expect(page).toHaveURL('/error');
  await expect(page.getByText('Workflow could not be created or updated')).toBeVisible();
});

test('DEC-44, DEC-65: a bank account belongs to one flow, and a reset restarts documents in approval', async () => {
  const flow = template('PAYMENT', { itemsInProgress: 1 });
  const { page, api } = await openFlow('payments', flow);
  await page.getByRole('combobox', { name: 'Bank accounts' }).click();
  await expect(page.getByRole('option', { name: /Belongs to Operating Account/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('1 document in approval finishes on the steps that it was submitted with.'),
  ).toBeVisible();
  await stepAt(page, 1).getByRole('row', { name: 'Priya Raman' }).getByRole('button').click();
  await addApprover(page, 1, 'Jonah Beck');
  await page.getByText('Reset items in progress').click();
  await expect(
    page.getByText('1 document in approval will start over at step 1 of these steps.'),
  ).toBeVisible();
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  expect(api.calls('PUT /api/payment-workflow-template/:id').map(({ body }) => body)).toMatchObject([
    { resetItemsInProgress: true, steps: [{ approvers: [{ userId: 'user-jonah-beck' }] }] },
  ]);
});

test('PO-64: a flow is stored with the type of its tab', async () => {
  const sent: unknown[] = [];
  for (const { tab, path } of flowKinds) {
    const { page, api } = await openNewFlow(tab);
    await nameOf(page).fill('Second unit');
    await pick(page, 'Approvers', 'Priya Raman');
    await save(page);
    await expect(page.getByText('Approval flow Second unit saved.')).toBeVisible();
    sent.push(api.calls(`POST ${path}`)[0]?.body.templateType);
  }
  expect(sent).toEqual(['PURCHASE_ORDER', 'INVOICE', 'PAYMENT']);
});

test('NUDGE-11, NUDGE-09: a step gets days for its reminder and escalation, and a backup approver', async () => {
  const flow = template('PURCHASE_ORDER', { name: 'Second unit' });
  const { page, api } = await openFlow('purchase-orders', flow);
  const step = stepAt(page, 1);
  await step.getByRole('button', { name: /Backup approver/ }).click();
  await expect(page.getByRole('option', { name: 'Priya Raman' })).toHaveCount(0);
  await page.getByRole('option', { name: 'Elena Fischer' }).click();
  await save(page);
  await expect(page.getByRole('main')).toContainText(
    'Step 1 has a backup approver: enter after how many working days it escalates.',
  );
  await step.getByLabelText('Remind after').fill('5');
  await step.getByLabelText('Escalate after').fill('3');
  await save(page);
  await expect(page.getByRole('main')).toContainText('Step 1 cannot escalate before it reminds.');
  expect(api.calls(changed)).toEqual([]);
  await step.getByLabelText('Escalate after').fill('14');
  await save(page);
  await expect(page.getByText('Approval flow Second unit saved.')).toBeVisible();
  expect(api.calls(changed)[0]?.body.steps[0]).toMatchObject({
    remindAfterDays: 5,
    escalateAfterDays: 14,
    backup: { userId: 'user-elena-fischer' },
  });
});
