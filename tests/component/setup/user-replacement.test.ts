import * as v from 'valibot';
import { test } from 'vitest';
import { replacementSummary } from '#domain/replacement/replacement-response';
import type { Replacement, ReplacementsOfUser } from '#domain/replacement/replacement-response';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { openSetup, save, serveUsers } from '../support/pages/setup.ts';

const named = ({ id, name }: { id: string; name: string }) => ({ userId: id, name });
const priya = named(person('priya'));
const marcus = named(person('marcus'));
const at = '2026-11-26T10:00:00.000Z';

const stays = { order: 1, step: 'Department', outcome: 'STAYS', reason: 'DEPARTMENT' } as const;
const passes = { order: 1, step: 'Department', outcome: 'REPLACED', reason: null } as const;
const order = { docId: 'nlite_order', docType: 'PO', number: 'ART-00042' } as const;

const preview: Replacement = {
  id: 'nlite_replacement',
  state: 'PREVIEW',
  former: priya,
  replacement: marcus,
  workflowTemplateId: null,
  requestedBy: named(person('sam')),
  createdAt: at,
  startedAt: null,
  finishedAt: null,
  documents: 3,
  processed: 0,
  flows: [
    {
      id: 'flow-1',
      name: 'Purchase orders',
      templateType: 'PURCHASE_ORDER',
      steps: [
        {
          step: 'Department',
          outcome: 'REPLACED',
          reason: null,
          departments: [{ name: 'Set Decoration', isMember: false }],
        },
      ],
    },
  ],
  totals: [
    { docType: 'PO', currencyCode: 'CAD', waiting: 1, amount: 300, later: 0, laterAmount: 0 },
    { docType: 'INVOICE', currencyCode: 'USD', waiting: 1, amount: 80, later: 0, laterAmount: 0 },
    { docType: 'PO', currencyCode: 'USD', waiting: 2, amount: 1500.5, later: 1, laterAmount: 30_000 },
  ],
  replaced: 2,
  exceptions: [{ ...order, steps: [stays] }],
  exceptionCount: 1,
  differences: [],
  differenceCount: 0,
};

const done: Replacement = {
  ...preview,
  state: 'DONE',
  startedAt: at,
  finishedAt: at,
  processed: 3,
  differences: [{ ...order, docId: 'nlite_other', number: 'ART-00043', preview: [passes], result: [] }],
  differenceCount: 1,
};

/** Serves a replacement that runs when it is started, and is done at the second read. */
function serveReplacements(
  fake: FakeApi,
  listed: ReplacementsOfUser = { documents: 3, flows: 1, replacements: [] },
): void {
  serveUsers(fake);
  fake.on('GET /api/replacements', listed);
  fake.on('POST /api/replacements', preview);
  const running: Replacement = { ...preview, state: 'RUNNING', startedAt: at };
  fake.on('POST /api/replacements/:id/start', running);
  const reads = [{ ...running, processed: 1 }];
  fake.on('GET /api/replacements/:id', () => reads.shift() ?? done);
}

const sizes = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 375, height: 812 }],
] as const;

test.each(sizes)('REPL-07: an approver is previewed, replaced and reported on %s', async (_device, size) => {
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api: (fake) => serveReplacements(fake),
  });
  page.setViewportSize(size);
  const section = page.getByRole('region', { name: 'Replacement', exact: true });
  await expect(section).toContainText('3 documents in approval and 1 approval flow list this user.');
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Replace Approver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Approver' });
  // The list is open with the dialog, and the choice makes the preview.
  const option = page.getByRole('option', { name: 'Marcus Oyelaran' });
  await expect(option).toBeVisible();
  await expect(option).toContainText('Approver · Art Department, Props, Set Decoration');
  const [list, title] = [page.getByRole('listbox'), page.locator('[role=dialog] [slot=title]')];
  const [listBox, titleBox] = await Promise.all([list.boundingBox(), title.boundingBox()]);
  expect(listBox.y).toBeGreaterThan(titleBox.y + titleBox.height);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText('Choose the new approver.');
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'New approver' }).click();
  await page.getByRole('option', { name: 'Marcus Oyelaran' }).click();
  await expect(dialog).toContainText('2 of 3 documents pass from Priya Raman to Marcus Oyelaran.');
  await expect(dialog).toContainText('Purchase orders3 waiting now: CA$300.00 and $1,500.50');
  await expect(dialog).toContainText('1 at a later step: $30,000.00');
  await expect(dialog).toContainText('Invoices1 waiting now: $80.00');
  await expect(dialog).toContainText('Marcus Oyelaran is not in Set Decoration.');
  const toCheck = dialog.getByRole('link', { name: 'PO #ART-00042' });
  await expect(toCheck).toHaveAttribute('target', '_blank');
  await expect(dialog).toContainText(
    'Department: stays with Priya Raman (Marcus Oyelaran is not in the department).',
  );
  await expectAccessible(page);
  if (size.width < 400) expectTouchTargets(page);
  expect(api.calls('POST /api/replacements/:id/start')).toEqual([]);
  const progress = (name: string) => dialog.getByRole('progressbar', { name });
  const releaseProgress = api.hold('GET /api/replacements/:id');
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.poll(() => api.calls('GET /api/replacements/:id').length).toBe(1);
  await expect(progress('Starting with 3 documents')).toBeVisible();
  const releaseResult = api.hold('GET /api/replacements/:id');
  releaseProgress();
  await expect(progress('1 of 3 documents')).toBeVisible();
  await expectAccessible(page);
  releaseResult();
  await expect(dialog).toContainText('2 of 3 documents passed from Priya Raman to Marcus Oyelaran.');
  await expect(dialog).toContainText('PO ART-00043');
  await expect(dialog).toContainText('Preview: Department: passes to Marcus Oyelaran.');
  await expect(dialog).toContainText('Result: no longer with Priya Raman.');
  await expect(toCheck).toBeVisible();
  await expect(toCheck).not.toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  expect(api.calls('POST /api/replacements').map(({ body }) => body)).toEqual([
    { formerId: priya.userId, replacementId: marcus.userId, workflowTemplateId: null },
  ]);
});

test('REPL-07: the replacements of the last month are listed, and a stopped one starts again', async () => {
  const failed: Replacement = { ...done, state: 'FAILED', processed: 1 };
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveReplacements(fake, {
        documents: 2,
        flows: 0,
        replacements: [v.parse(replacementSummary, failed)],
      });
      fake.on('GET /api/replacements/:id', failed);
      fake.on('POST /api/replacements/:id/start', done);
    },
  });
  const section = page.getByRole('region', { name: 'Replacement', exact: true });
  await expect(section.getByRole('listitem')).toContainText('Replaced by Marcus Oyelaran');
  await section.getByRole('button', { name: 'Show Result of Marcus Oyelaran' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Approver' });
  await expect(dialog).toContainText('Stopped after 1 of 3 documents.');
  await dialog.getByRole('button', { name: 'Start Again' }).click();
  await expect(dialog).toContainText('2 of 3 documents passed');
  expect(api.calls('POST /api/replacements/:id/start')).toHaveLength(1);
});

test('REPL-07: a user who is no approver and on no step has no replacement', async () => {
  const { page, api } = await openSetup(`/setup/users/${person('dana').id}`, 'Dana Whitlock', {
    api: (fake) => void serveUsers(fake),
  });
  await expect.poll(() => api.calls('GET /api/replacements').length).toBe(1);
  await expect(page.getByRole('region', { name: 'Replacement', exact: true })).toHaveCount(0);
});

test('REPL-09: a user who would leave documents is replaced first, or saved anyway', async () => {
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api: (fake) => serveReplacements(fake),
  });
  await page.getByText('Active', { exact: true }).click();
  await save(page);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('3 documents in approval list this user');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await save(page);
  await question.getByRole('button', { name: 'Replace Approver' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(api.calls('PATCH /api/users/:id')).toEqual([]);
  await save(page);
  await question.getByRole('button', { name: 'Save Anyway' }).click();
  await expect.poll(() => api.calls('PATCH /api/users/:id').length).toBe(1);
});

test('REPL-09: after a replacement the save goes on', async () => {
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveReplacements(fake);
      const counts = [3, 3, 0];
      fake.on('GET /api/replacements', () => ({
        documents: counts.shift() ?? 0,
        flows: 0,
        replacements: [],
      }));
      fake.on('POST /api/replacements/:id/start', done);
    },
  });
  await page.getByText('Active', { exact: true }).click();
  await save(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace Approver' }).click();
  await page.getByRole('option', { name: 'Marcus Oyelaran' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Approver' });
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(dialog).toContainText('2 of 3 documents passed');
  expect(api.calls('PATCH /api/users/:id')).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect
    .poll(() => api.calls('PATCH /api/users/:id').map(({ body }) => body))
    .toEqual([expect.objectContaining({ isActive: false })]);
});

test('REPL-11: a replacement that passes no document names the departments to add first', async () => {
  const other = { ...order, docId: 'nlite_other', number: 'ART-00043' };
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveReplacements(fake);
      fake.on('POST /api/replacements', {
        ...preview,
        documents: 2,
        replaced: 0,
        exceptions: [order, other].map((one) => ({ ...one, steps: [stays] })),
        exceptionCount: 2,
      });
    },
  });
  const section = page.getByRole('region', { name: 'Replacement', exact: true });
  await section.getByRole('button', { name: 'Replace Approver' }).click();
  await page.getByRole('option', { name: 'Marcus Oyelaran' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Approver' });
  await expect(dialog).toContainText('0 of 2 documents pass from Priya Raman to Marcus Oyelaran.');
  await expect(dialog).toContainText('No document passes. Add Marcus Oyelaran to Set Decoration first.');
  await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled();
  await expectAccessible(page);
  expect(api.calls('POST /api/replacements/:id/start')).toEqual([]);
});
