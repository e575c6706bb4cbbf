import { test } from 'vitest';
import type { Replacement } from '#domain/replacement/replacement-response';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { stepBy, template } from '../support/fixtures/workflow-templates.ts';
import { openFlow } from '../support/pages/flows.ts';
import { pick } from '../support/pages/setup.ts';

const named = ({ id, name }: { id: string; name: string }) => ({ userId: id, name });
const [priya, marcus] = [named(person('priya')), named(person('marcus'))];
const at = '2026-11-26T10:00:00.000Z';
const flow = template('PURCHASE_ORDER', {
  name: 'Locations',
  steps: [
    stepBy(['priya'], { name: 'Line producer', amountLimit: 25_000 }),
    stepBy(['robert'], {
      name: 'Executive producers',
      escalateAfterDays: 5,
      backup: stepBy(['priya']).approvers[0] ?? null,
    }),
  ],
});
const passes = { outcome: 'REPLACED' as const, reason: null, departments: [] };

const preview: Replacement = {
  id: 'nlite_replacement',
  state: 'PREVIEW',
  former: priya,
  replacement: marcus,
  workflowTemplateId: flow.id,
  requestedBy: named(person('sam')),
  createdAt: at,
  startedAt: null,
  finishedAt: null,
  documents: 40,
  processed: 0,
  flows: [
    {
      id: flow.id,
      name: flow.name,
      templateType: 'PURCHASE_ORDER',
      steps: [
        { step: 'Line producer', ...passes },
        { step: 'Executive producers', isBackup: true, ...passes },
      ],
    },
  ],
  totals: [
    { docType: 'PO', currencyCode: 'USD', waiting: 40, amount: 1500.5, later: 0, laterAmount: 0, backup: 3 },
  ],
  replaced: 39,
  exceptions: [
    {
      docId: 'nlite_order',
      docType: 'PO',
      number: 'LOC00042',
      steps: [{ order: 2, step: 'Executive producers', isBackup: true, outcome: 'MERGED', reason: 'LISTED' }],
    },
  ],
  exceptionCount: 1,
  differences: [],
  differenceCount: 0,
};
const done: Replacement = { ...preview, state: 'DONE', startedAt: at, finishedAt: at, processed: 40 };

const sizes = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 375, height: 812 }],
] as const;

test.each(sizes)('REPL-08, REPL-10: an approver of a flow is replaced on %s', async (_device, size) => {
  const { page, api } = await openFlow('purchase-orders', flow, {
    api(fake) {
      fake.on('POST /api/replacements', preview);
      fake.on('POST /api/replacements/:id/start', done);
      fake.on('GET /api/replacements/:id', done);
    },
  });
  page.setViewportSize(size);
  await page.getByRole('button', { name: 'Replace Approver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Approver' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText('Choose the approver to replace.');
  await pick(page, 'Approver to replace', 'Priya Raman');
  await expect(dialog).toContainText(
    'Another approver takes the place of Priya Raman in the approval flow Locations',
  );
  await pick(page, 'New approver', 'Marcus Oyelaran');
  await expect(dialog).toContainText('39 of 40 documents pass from Priya Raman to Marcus Oyelaran.');
  await expect(dialog).toContainText('Line producer: passes to Marcus Oyelaran.');
  await expect(dialog).toContainText('Backup approver of Executive producers: passes to Marcus Oyelaran.');
  await expect(dialog).toContainText('3 only as backup approver');
  await expect(dialog).toContainText(
    'Backup approver of Executive producers: none from now on (Marcus Oyelaran is on the step already).',
  );
  await expectAccessible(page);
  if (size.width < 400) expectTouchTargets(page);
  const reads = api.calls('GET /api/purchase-order-workflow-template/:id').length;
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(dialog).toContainText('39 of 40 documents passed from Priya Raman to Marcus Oyelaran.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  // The form shows the changed flow.
  await expect.poll(() => api.calls('GET /api/purchase-order-workflow-template/:id').length).toBe(reads + 1);
  expect(api.calls('POST /api/replacements').map(({ body }) => body)).toEqual([
    { formerId: priya.userId, replacementId: marcus.userId, workflowTemplateId: flow.id },
  ]);
});

test('REPL-08: unsaved changes are saved or canceled first', async () => {
  const { page } = await openFlow('purchase-orders', flow);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nights');
  await expect(page.getByRole('button', { name: 'Replace Approver' })).toBeDisabled();
});
