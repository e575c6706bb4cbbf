import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { stubUploads, chooseFiles, textFile } from '../../support/files.ts';
import { attachment } from '../../support/fixtures/files.ts';
import {
  startChangeOrder,
  changeOrderDraft,
  approveOrderAsHead,
  approvedOrder,
  draft,
  line,
  sendOrderBack,
  submitOrder,
  submittedOrder,
  voidOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { stubNotes } from '../../support/pages/notes.ts';
import { openApp } from '../../support/open-app.ts';
import { expectProgress } from '../../support/pages/progress.ts';
import {
  acceptDecision,
  barButton,
  chooseAction,
  nameOf,
  openReview,
  section,
  storeDocument,
} from '../../support/pages/reviews.ts';

test('AP-34: a note, the save of a file and a submit show progress, failure and success', async () => {
  const order = draft();
  const app = await openReview(order, 'creator');
  const { page, api, world } = app;
  const notes = section(page, 'Notes');
  const pending = notes.getByRole('button', { name: 'Save Note' });
  const writeNote = async (isRetry: boolean, opener: RegExp, label: string, text: string) => {
    if (!isRetry) await notes.getByRole('button', { name: opener }).click();
    await notes.getByRole('textbox', { name: label }).fill(text);
    await pending.click();
  };
  stubNotes(app);
  await expectProgress(app, {
    route: 'POST /api/pos/:id/notes',
    start: (isRetry) => writeNote(isRetry, /^Add Note$/, 'New note', 'By Friday'),
    pending,
    refused: 'Unable to add note',
    done: notes.getByRole('listitem').filter({ hasText: 'By Friday' }),
  });
  await expectProgress(app, {
    route: 'PUT /api/pos/:id/notes',
    start: (isRetry) => writeNote(isRetry, /^Edit note/, 'Change note', 'By Monday'),
    pending,
    refused: 'Unable to update note',
    done: notes.getByText('EDITED'),
  });
  stubUploads(api);
  const files = section(page, 'Attachments');
  await files.getByRole('button', { name: 'Add Files' }).click();
  await chooseFiles(page, [textFile('quote.txt')]);
  await expect(files.getByText('Uploaded')).toBeVisible();
  const save = files.getByRole('button', { name: 'Save', exact: true });
  await expectProgress(app, {
    route: 'POST /api/pos/attachments/:id',
    answer: () => {
      const attachments = [attachment('quote.txt')];
      storeDocument(world, { ...order, attachments, contentVersion: 2 });
      return { attachments, contentVersion: 2 };
    },
    start: () => save.click(),
    pending: save,
    refused: 'Attachments could not be updated',
    done: files.getByRole('button', { name: 'Add or Remove' }),
  });
  await expectProgress(app, {
    route: 'PUT /api/pos/:id/submit',
    answer: () => storeDocument(world, submitOrder(order)),
    start: () => barButton(page, 'Submit for Approval').click(),
    pending: barButton(page, 'Submit for Approval'),
    refused: `${nameOf(order)} could not be submitted for approval.`,
    done: page.getByText(`${nameOf(order)} submitted for approval.`),
  });
});

test('AP-34: a pull from approval shows progress, failure and success', async () => {
  const order = submittedOrder();
  const app = await openReview(order, 'creator');
  const { page, world } = app;
  const pending = page.getByRole('alertdialog').getByRole('button', { name: 'Pull from Approval' });
  await expectProgress(app, {
    route: 'PUT /api/pos/:id/pull-from-approval',
    answer: () =>
      storeDocument(world, { ...order, status: 'DRAFT', submissionStatus: 'Draft', workflow: null }),
    start: async () => {
      await chooseAction(page, 'Pull from Approval');
      await pending.click();
    },
    pending,
    refused: `${nameOf(order)} could not be pulled from approval.`,
    done: page.getByText(`${nameOf(order)} pulled from approval.`),
  });
});

test('AP-34: a change of coding and an approval show progress, failure and success', async () => {
  const order = submittedOrder({ lineItems: [line({ coding: { ACCOUNT: '2301' } })] });
  const app = await openReview(order, 'approver');
  const { page } = app;
  const [coded] = order.lineItems;
  if (!coded) throw new Error('There is no line');
  await page.getByRole('button', { name: /^Change coding of line 1/ }).click();
  const pending = page.getByRole('button', { name: 'Save Coding' });
  await expectProgress(app, {
    route: 'POST /api/pos/lineitem/:id',
    answer: () => coded,
    start: () => pending.click(),
    pending,
    refused: 'Item could not be updated',
    done: page.getByText('Line 1 updated.'),
  });
  acceptDecision(app, 'approval', approveOrderAsHead(order));
  await expectProgress(app, {
    route: 'POST /api/workflows/approval',
    start: () => barButton(page, 'Approve').click(),
    pending: barButton(page, 'Approve'),
    refused: `${nameOf(order)} could not be approved`,
    done: page.getByText(`${nameOf(order)} approved.`),
  });
});

for (const [ids, decision, name, confirm, title, after, refused, done] of [
  [
    'AP-14, AP-22, AP-34, DEC-71',
    'revision',
    'Revise',
    'Request Revision',
    'Request Revision of',
    sendOrderBack,
    /^Revision request for PO #.* failed/,
    (order: string) => `Revision requested for ${order}.`,
  ],
  [
    'AP-13, AP-24, AP-34, DEC-41',
    'void',
    'Void',
    'Void',
    'Void',
    voidOrder,
    /^Void PO #.* failed/,
    (order: string) => `${order} voided.`,
  ],
] as const)
  test(`${ids}: a ${decision} is sent with its reason and shows progress, failure and success`, async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    acceptDecision(app, decision, after(order));
    const dialog = page.getByRole('dialog', { name: `${title} ${nameOf(order)}` });
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    const pending = dialog.getByRole('button', { name: confirm, exact: true });
    await expectProgress(app, {
      route: `POST /api/workflows/${decision}`,
      start: async (isRetry) => {
        if (!isRetry) {
          await barButton(page, name).click();
          await expect(reason).toHaveValue('');
        }
        await reason.fill('Too dear');
        await pending.click();
      },
      pending,
      refused,
      done: page.getByText(done(nameOf(order))),
    });
    expect(api.calls(`POST /api/workflows/${decision}`).at(-1)?.body).toMatchObject({
      docId: order.id,
      docType: 'PO',
      reason: 'Too dear',
      workflowStepId: order.workflow?.currentStep?.id,
    });
  });

test('AP-34, AP-11, AP-17: a push to accounting and a refresh from it show progress, failure and success', async () => {
  const order = approvedOrder({ foundInAccountingSystem: true });
  const app = await openReview(order, 'creator');
  const { page } = app;
  const pending = barButton(page, 'More actions');
  await expectProgress(app, {
    route: 'POST /api/pos/push/:id',
    answer: () => order,
    start: () => chooseAction(page, 'Push to Accounting'),
    pending,
    refused: 'Unable to send PO to Accounting',
    done: page.getByText(`${nameOf(order)} sent to Accounting.`),
  });
  await expectProgress(app, {
    route: 'PUT /api/pos/:id/pull',
    answer: () => order,
    start: () => chooseAction(page, 'Pull from Accounting'),
    pending,
    refused: 'Unable to pull PO from Accounting',
    done: page.getByText(`${nameOf(order)} updated from Accounting.`),
  });
});

test('AP-34, AP-11: a change order request shows progress, failure and success', async () => {
  const order = approvedOrder();
  const app = await openReview(order, 'creator');
  const { page, world } = app;
  const dialog = page.getByRole('dialog');
  const pending = dialog.getByRole('button', { name: 'Request Change Order' });
  await expectProgress(app, {
    route: 'POST /api/workflows/adjust',
    answer: () => storeDocument(world, startChangeOrder(order)),
    start: async (isRetry) => {
      if (!isRetry) await chooseAction(page, 'Change Order');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two more rooms');
      await pending.click();
    },
    pending,
    refused: 'Unable to submit PO for change order',
    done: page.getByText(`Change Order requested for ${nameOf(order)}.`),
  });
});

test('AP-34, AP-11: the discard of a change order shows progress, failure and success', async () => {
  const order = changeOrderDraft();
  const app = await openReview(order, 'creator');
  const { page, world } = app;
  const pending = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
  await expectProgress(app, {
    route: 'POST /api/pos/:id/discard-change-order',
    answer: () => storeDocument(world, approvedOrder({ id: order.id })),
    start: async () => {
      await chooseAction(page, 'Discard Change Order');
      await pending.click();
    },
    pending,
    refused: 'Unable to discard Change Order',
    done: page.getByText(`Change Order discarded for ${nameOf(order)}.`),
  });
});

test('AP-34: a save shows progress, failure and success', async () => {
  const order = draft();
  const app = await openApp(`/po/edit/${order.id}`, { orders: [order] });
  const { page, world } = app;
  const save = page.getByRole('button', { name: 'Save & Review' });
  await page.getByRole('heading', { name: /^Edit Purchase Order/ }).waitFor();
  await expectProgress(app, {
    route: 'PUT /api/pos/:id',
    answer: () => storeDocument(world, { ...order, version: 2 }),
    start: () => save.click(),
    pending: save,
    refused: 'The document has changed in the meantime.',
    done: page.getByText(`${nameOf(order)} saved.`),
  });
});
