import type { Request } from '@playwright/test';
import type { Payment } from '../../domain/payment.ts';
import {
  addApprover,
  flowKinds,
  flowsPath,
  openFlow,
  openFlows,
  ownFlow,
  stepAt,
  stepNames,
  storedFlow,
} from './support/flows.ts';
import { freshName } from './support/fresh.ts';
import { submittedInvoice } from './support/invoices.ts';
import { save } from './support/management.ts';
import { submitted } from './support/orders.ts';
import { cashier, draftPayment, storedPayment, waitingPayment } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { button, openInvoiceReview, openPaymentReview, openReview } from './support/review.ts';

const posted = (request: Request) => request.postDataJSON() as Record<string, unknown>;

test('DEC-92, DEC-65, DEC-20: a flow is made with its steps, and stands in the list', async ({ as }) => {
  const { page, api } = await as('sam');
  const name = freshName('Night shoots');
  await openFlows(page, 'purchase-orders');
  await page.getByRole('link', { name: 'Add Approval Flow' }).click();
  await expect(page.getByRole('heading', { name: 'New Approval Flow' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const first = stepAt(page, 1);
  await first.getByLabel('Step name').fill('Heads');
  await first.getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: /Department/ }).click();
  await expect(first.getByLabel('Limit')).toHaveCount(0);
  await addApprover(first, 'Marcus Oyelaran');
  await addApprover(first, 'Inez Calloway');
  await page.getByRole('button', { name: 'Add step' }).click();
  const second = stepAt(page, 2);
  await second.getByLabel('Limit').fill('1,250.50');
  await second.getByLabel('Approvals').fill('2');
  await addApprover(second, 'Priya Raman');
  await addApprover(second, 'Grace Lindqvist');
  await page.getByRole('button', { name: 'Add step' }).click();
  await addApprover(stepAt(page, 3), 'Robert Achebe');

  const track = page.getByRole('list', { name: 'Approval' });
  await expect(track.getByRole('listitem').filter({ hasText: /approval/ })).toHaveCount(3);
  await page.getByLabel('Total of a document').fill('1250.50');
  await expect(track).not.toContainText('Robert Achebe');

  await save(page);
  await expect(page.getByText(`Approval flow ${name} saved.`)).toBeVisible();
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(page.getByRole('row', { name })).toContainText('Heads › Step 2 up to 1,250.50 › Step 3');
  const stored = await storedFlow(api, name);
  expect(stored).toMatchObject({ isDefault: false, templateType: 'PURCHASE_ORDER' });
  expect(
    stored.steps.map(({ name: called, kind, amountLimit, approvalsNeeded, approvers }) => [
      called,
      kind,
      amountLimit,
      approvalsNeeded,
      approvers.map((one) => one.name).join(', '),
    ]),
  ).toEqual([
    ['Heads', 'DEPARTMENT', null, 1, 'Marcus Oyelaran, Inez Calloway'],
    ['Step 2', 'STANDARD', 1250.5, 2, 'Priya Raman, Grace Lindqvist'],
    ['Step 3', 'STANDARD', null, 1, 'Robert Achebe'],
  ]);
});

test('steps change places by their menu, by the keyboard and by the mouse', async ({ as }) => {
  const { page, api } = await as('sam');
  const by = (userId: string) => [{ userId: `user-${userId}` }];
  const flow = await ownFlow(api, 'purchase-orders', {
    steps: [
      { name: 'One', kind: 'DEPARTMENT', approvers: by('marcus-oyelaran') },
      { name: 'Two', kind: 'DEPARTMENT', approvers: by('inez-calloway') },
      { name: 'Three', approvers: by('priya-raman') },
    ],
  });
  await openFlow(page, 'purchase-orders', flow);
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
  await handle.dragTo(stepAt(page, 3), { targetPosition: { x: 100, y: 60 } });
  await expect.poll(() => stepNames(page)).toEqual(['Three', 'Two', 'One']);
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  expect((await storedFlow(api, flow.name)).steps.map(({ name }) => name)).toEqual(['Three', 'Two', 'One']);
});

test('DEC-20, DEC-23: what breaks a rule is told at its field, and nothing is sent', async ({ as }) => {
  const { page, api } = await as('sam');
  const taken = await ownFlow(api, 'invoices');
  await page.goto(`${flowsPath}/invoices/create`);
  let sends = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('workflow-template')) sends += 1;
  });
  await save(page);
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('2 things need your attention');
  await expect(summary).toContainText('Name is required.');
  await summary.getByRole('button', { name: /Step 1 needs approvers/ }).click();
  await expect(stepAt(page, 1).getByRole('combobox', { name: 'Approvers' })).toBeFocused();
  await addApprover(stepAt(page, 1), 'Priya Raman');
  await stepAt(page, 1).getByLabel('Approvals').fill('2');
  await page.getByRole('button', { name: 'Add step' }).click();
  await addApprover(stepAt(page, 2), 'Inez Calloway');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(taken.name.toUpperCase());
  await expect(summary).toContainText('Step 1 cannot need more approvals than it has approvers.');
  await expect(summary).toContainText(
    'The limit of step 1 must be higher than the one before. Only the last step may have no limit.',
  );
  await stepAt(page, 1).getByLabel('Approvals').fill('1');
  await stepAt(page, 1).getByLabel('Limit').fill('100');
  await expect(summary).toHaveCount(0);
  expect(sends).toBe(0);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('An approval flow with that name already exists.');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    taken.name.toUpperCase(),
  );
});

test('DEC-65: of two administrators the second is told, and his work stays until he asks for the other', async ({
  as,
}) => {
  const [sam, rosalind] = await Promise.all([as('sam'), as('rosalind')]);
  const flow = await ownFlow(sam.api, 'purchase-orders');
  await Promise.all([
    openFlow(sam.page, 'purchase-orders', flow),
    openFlow(rosalind.page, 'purchase-orders', flow),
  ]);
  await stepAt(sam.page, 1).getByLabel('Step name').fill('By Sam');
  await save(sam.page);
  await expect(sam.page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  const { page } = rosalind;
  await stepAt(page, 1).getByLabel('Step name').fill('By Rosalind');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Another administrator changed this approval flow');
  expect(await stepNames(page)).toEqual(['By Rosalind']);
  expect((await storedFlow(sam.api, flow.name)).steps[0]?.name).toBe('By Sam');
  // Something else of the show changes while the new version is on its way, and the page reads it again.
  const [changed, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  await page.route(`**/*workflow-template/${flow.id}*`, async (route) => {
    asked += 1;
    await (asked === 1 ? changed : loaded).promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect.poll(() => asked).toBe(1);
  await ownFlow(sam.api, 'invoices');
  await expect.poll(() => asked).toBe(2);
  changed.resolve();
  await expect.poll(() => stepNames(page)).toEqual(['By Sam']);
  loaded.resolve();
  await stepAt(page, 1).getByLabel('Step name').fill('By both');
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
});

test('MG-26, ER-08: a flow that cannot be created or updated leads to the error page', async ({ as }) => {
  const { page, api } = await as('sam');
  const flow = await ownFlow(api, 'payments');
  await page.route(`**/api/payment-workflow-template/${flow.id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR' } })
      : route.fallback(),
  );
  await page.route('**/api/payment-workflow-template', (route) =>
    route.fulfill({ status: 400, json: { code: 'POS_BAD_REQUEST' } }),
  );
  await openFlow(page, 'payments', flow);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${flow.name} broken`);
  await save(page);
  await expect(page).toHaveURL('/error');
  await expect(page.getByText('Workflow could not be created or updated')).toBeVisible();

  await page.goto(`${flowsPath}/payments/create`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(freshName('Second unit'));
  await addApprover(stepAt(page, 1), 'Priya Raman');
  await save(page);
  await expect(page).toHaveURL('/error');
  await expect(page.getByText('Workflow could not be created or updated')).toBeVisible();
});

test('DEC-65, DEC-44: items in progress are reset when asked for, and a bank account stays with its flow', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [sam, place] = await Promise.all([as('sam'), cashier(apiOf, baseURL, 'nlite')]);
  const { page } = sam;
  const [flow, payment] = await Promise.all([ownFlow(sam.api, 'payments'), draftPayment(place)]);
  const choice = (approvalFlowPaymentSelectionEnabled: boolean) =>
    sam.api.post('/api/shows/nlite/settings', { approvalFlowPaymentSelectionEnabled });
  // Only with the choice may a submitter name a flow; other tests of this show work without it.
  await choice(true);
  try {
    await sam.api.put<Payment>(`/api/payments/${payment.id}/submit?showId=nlite`, {
      workflowTemplateSlug: flow.slug,
    });
  } finally {
    await choice(false);
  }
  await openFlow(page, 'payments', flow);
  await expect(
    page.getByText('1 document in approval finishes on the steps that it was submitted with.'),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Bank accounts' }).click();
  await expect(page.getByRole('option', { name: /Belongs to Operating Account/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await stepAt(page, 1).getByRole('row', { name: 'Priya Raman' }).getByRole('button').click();
  await addApprover(stepAt(page, 1), 'Grace Lindqvist');
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  const approversOf = async () =>
    (await storedPayment(place, payment)).workflow?.currentStep?.approvers.map(({ name }) => name);
  expect(await approversOf()).toEqual(['Priya Raman']);

  await openFlow(page, 'payments', flow);
  await page.getByText('Reset items in progress').click();
  await expect(
    page.getByText('1 document in approval will start over at step 1 of these steps.'),
  ).toBeVisible();
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  expect(await approversOf()).toEqual(['Grace Lindqvist']);
});

test('PO-64: the types of templates and of documents on the wire', async ({ as, apiOf, baseURL }) => {
  const [sam, dana, elena, marcus, inez, priya, place] = await Promise.all([
    as('sam'),
    apiOf('dana'),
    apiOf('elena'),
    as('marcus'),
    as('inez.calloway'),
    as('priya'),
    cashier(apiOf, baseURL, 'nlite'),
  ]);
  const [order, invoice, payment] = await Promise.all([
    submitted(dana),
    submittedInvoice(elena),
    waitingPayment(place),
  ]);
  const typesOfTemplates: unknown[] = [];
  for (const { tab, path } of flowKinds) {
    await sam.page.goto(`${flowsPath}/${tab}/create`);
    await sam.page.getByRole('textbox', { name: 'Name', exact: true }).fill(freshName('Second unit'));
    await addApprover(stepAt(sam.page, 1), 'Priya Raman');
    const request = sam.page.waitForRequest((one) => one.method() === 'POST' && one.url().includes(path));
    await save(sam.page);
    typesOfTemplates.push(posted(await request)['templateType']);
  }
  expect(typesOfTemplates).toEqual(['PURCHASE_ORDER', 'INVOICE', 'PAYMENT']);

  const approving = async ({ page }: typeof marcus) => {
    const request = page.waitForRequest('**/api/workflows/approval');
    await button(page, 'Approve').click();
    return posted(await request)['docType'];
  };
  await Promise.all([
    openReview(marcus.page, order, 'approver'),
    openInvoiceReview(inez.page, invoice, 'approver'),
    openPaymentReview(priya.page, payment, '/approver'),
  ]);
  expect([await approving(marcus), await approving(inez), await approving(priya)]).toEqual([
    'PO',
    'INVOICE',
    'PAYMENT',
  ]);
});
