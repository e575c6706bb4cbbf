import type { Locator, Page } from '@playwright/test';
import { openEdit, section } from './support/form.ts';
import { aLine, approved, draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { bar, button, numberOf, openMenu, openReview } from './support/review.ts';

interface Operation {
  /** What it asks the server. */
  url: string;
  method?: string;
  /** `again`: after the refusal, which leaves open what was open, so that nothing need be written twice. */
  start: (again: boolean) => Promise<void>;
  /** What shows that it is under way, and takes no second press. */
  pending: Locator;
  /** What is said when the server refuses, then when it does not. */
  refused: string | RegExp;
  done: Locator;
}

const spinner = '.animate-spin';

/** AP-34: an operation goes through its beginning to a failure, and at the second attempt to its success. */
async function throughBoth(page: Page, operation: Operation): Promise<void> {
  const { url, method = 'POST', start, pending, refused, done } = operation;
  for (const succeeds of [false, true]) {
    const held = Promise.withResolvers<void>();
    await page.route(url, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      await held.promise;
      if (succeeds) return route.continue();
      return route.fulfill({ status: 409, json: { code: 'WORKFLOW_CONFLICT' } });
    });
    await start(succeeds);
    await expect(pending.locator(spinner), `${url} under way`).toBeVisible();
    await expect(pending).toBeDisabled();
    await expect(pending).toHaveAttribute('aria-busy', 'true');
    held.resolve();
    if (succeeds) await expect(done).toBeVisible();
    else {
      await expect(page.getByRole('alert').filter({ hasText: refused }).first()).toBeVisible();
      await expect(page.locator(`button ${spinner}`), `${url} refused`).toHaveCount(0);
    }
    await page.unroute(url);
  }
}

test('AP-34: a note, a submit and a pull from approval begin, fail and succeed before one’s eyes', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const doc = `PO #${numberOf(order)}`;
  const { page } = dana;
  await openReview(page, order, 'creator');
  const notes = section(page, 'Notes');
  const saveNote = notes.getByRole('button', { name: 'Save Note' });
  const write = async (again: boolean, opener: RegExp, label: string, text: string) => {
    if (!again) await notes.getByRole('button', { name: opener }).click();
    await notes.getByRole('textbox', { name: label }).fill(text);
    await saveNote.click();
  };
  const url = `**/api/pos/${order.id}/notes`;
  await throughBoth(page, {
    url,
    start: (again) => write(again, /^Add Note$/, 'New note', 'By Friday'),
    pending: saveNote,
    refused: 'Unable to add note',
    done: notes.getByRole('listitem').filter({ hasText: 'By Friday' }),
  });
  await throughBoth(page, {
    url,
    method: 'PUT',
    start: (again) => write(again, /^Edit note/, 'Change note', 'By Monday'),
    pending: saveNote,
    refused: 'Unable to update note',
    done: notes.getByText('EDITED'),
  });
  await throughBoth(page, {
    url: '**/submit?**',
    method: 'PUT',
    start: () => button(page, 'Submit for Approval').click(),
    pending: button(page, 'Submit for Approval'),
    refused: `${doc} could not be submitted for approval.`,
    done: page.getByText(`${doc} submitted for approval.`),
  });
  await openReview(page, order, 'creator');
  const question = page.getByRole('alertdialog');
  await throughBoth(page, {
    url: '**/pull-from-approval?**',
    method: 'PUT',
    start: async () => {
      await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
      await question.getByRole('button', { name: 'Pull from Approval' }).click();
    },
    pending: question.getByRole('button', { name: 'Pull from Approval' }),
    refused: `${doc} could not be pulled from approval.`,
    done: page.getByText(`${doc} pulled from approval.`),
  });
});

test('AP-34: coding, approval, revision and void begin, fail and succeed before one’s eyes', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const [kept, back, gone] = await Promise.all([
    submitted(dana, { lineItems: [aLine({ coding: { ACCOUNT: '2301' } })] }),
    submitted(dana),
    submitted(dana),
  ]);
  const { page } = marcus;
  await openReview(page, kept, 'approver');
  await page.getByRole('button', { name: /^Change coding of line 1/ }).click();
  const saveCoding = page.getByRole('button', { name: 'Save Coding' });
  await throughBoth(page, {
    url: '**/api/pos/lineitem/*',
    start: () => saveCoding.click(),
    pending: saveCoding,
    refused: 'Item could not be updated',
    done: page.getByText('Line 1 updated.'),
  });
  await throughBoth(page, {
    url: '**/api/workflows/approval',
    start: () => button(page, 'Approve').click(),
    pending: button(page, 'Approve'),
    refused: `PO #${numberOf(kept)} could not be approved`,
    done: page.getByText(`PO #${numberOf(kept)} approved.`),
  });
  const dialog = page.getByRole('dialog');
  for (const [order, name, confirm, url, refused, done] of [
    [
      back,
      'Revise',
      'Request Revision',
      'revision',
      /^Revision request for PO #.* failed/,
      'Revision requested for',
    ],
    [gone, 'Void', 'Void', 'void', /^Void PO #.* failed/, /^PO #.* voided\.$/],
  ] as const) {
    await openReview(page, order, 'approver');
    await throughBoth(page, {
      url: `**/api/workflows/${url}`,
      start: async (again) => {
        if (!again) await button(page, name).click();
        await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
        await dialog.getByRole('button', { name: confirm }).click();
      },
      pending: dialog.getByRole('button', { name: confirm }),
      refused,
      done: page.getByText(done),
    });
  }
});

test('AP-34, AP-11, AP-17: accounting and change orders begin, fail and succeed before one’s eyes', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const doc = `PO #${numberOf(order)}`;
  const { page } = dana;
  await openReview(page, order, 'creator');
  const choose = async (name: string) =>
    (await openMenu(page)).getByRole('menuitem', { name, exact: true }).click();
  await throughBoth(page, {
    url: `**/api/pos/push/${order.id}`,
    start: () => choose('Push to Accounting'),
    pending: button(page, 'More actions'),
    refused: 'Unable to send PO to Accounting',
    done: page.getByText(`${doc} sent to Accounting.`),
  });
  await throughBoth(page, {
    url: `**/api/pos/${order.id}/pull`,
    method: 'PUT',
    start: () => choose('Pull from Accounting'),
    pending: button(page, 'More actions'),
    refused: 'Unable to pull PO from Accounting',
    done: page.getByText(`${doc} updated from Accounting.`),
  });
  const dialog = page.getByRole('dialog');
  await throughBoth(page, {
    url: '**/api/workflows/adjust',
    start: async (again) => {
      if (!again) await choose('Change Order');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two more rooms');
      await dialog.getByRole('button', { name: 'Request Change Order' }).click();
    },
    pending: dialog.getByRole('button', { name: 'Request Change Order' }),
    refused: 'Unable to submit PO for change order',
    done: page.getByText(`Change Order requested for ${doc}.`),
  });
  await openReview(page, order, 'creator');
  const question = page.getByRole('alertdialog');
  await throughBoth(page, {
    url: '**/discard-change-order*',
    start: async () => {
      await choose('Discard Change Order');
      await question.getByRole('button', { name: 'Discard' }).click();
    },
    pending: question.getByRole('button', { name: 'Discard' }),
    refused: 'Unable to discard Change Order',
    done: page.getByText(`Change Order discarded for ${doc}.`),
  });
});

test('AP-34: a save, a file and an export begin, fail and succeed before one’s eyes', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const doc = `PO #${numberOf(order)}`;
  const { page } = dana;
  await openEdit(page, order.id);
  const save = page.getByRole('button', { name: 'Save & Review' });
  await throughBoth(page, {
    url: `**/api/pos/${order.id}*`,
    method: 'PUT',
    start: () => save.click(),
    pending: save,
    refused: 'The document has changed in the meantime.',
    done: page.getByText(`${doc} saved.`),
  });
  await expect(bar(page)).toBeVisible();
  const files = section(page, 'Attachments');
  await files.getByRole('button', { name: 'Add Files' }).click();
  const file = { name: 'quote.txt', mimeType: 'text/plain', buffer: Buffer.from('Two lamps') };
  await page.locator('input[type=file]').last().setInputFiles(file);
  await expect(files.getByText('Uploaded')).toBeVisible();
  await throughBoth(page, {
    url: `**/api/pos/attachments/${order.id}`,
    start: () => files.getByRole('button', { name: 'Save', exact: true }).click(),
    pending: files.getByRole('button', { name: 'Save', exact: true }),
    refused: 'Attachments could not be updated',
    done: files.getByRole('button', { name: 'Add or Remove' }),
  });
  await page.getByRole('button', { name: 'Export PDF' }).click();
  const dialog = page.getByRole('dialog');
  await throughBoth(page, {
    url: '**/pdf/generate**',
    start: () => dialog.getByRole('button', { name: 'Download PDF' }).click(),
    pending: dialog.getByRole('button', { name: 'Generating...' }),
    refused: 'Failed to start PDF generation.',
    done: page.getByText(`${doc} successfully downloaded.`),
  });
});
