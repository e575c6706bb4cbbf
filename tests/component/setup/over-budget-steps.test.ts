import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { stepBy, template } from '../support/fixtures/workflow-templates.ts';
import { openFlow, stepAt } from '../support/pages/flows.ts';
import { save } from '../support/pages/setup.ts';

const flow = () =>
  template('PURCHASE_ORDER', { steps: [stepBy(['priya']), stepBy(['marcus'], { name: 'Controller' })] });

for (const width of [375, 1440])
  test(
    `BUD-31: a step can apply only over budget, and the flow can require a reason, at ${width} px`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const { page, api } = await openFlow('purchase-orders', flow(), { width });
      const step = stepAt(page, 2);
      await expect(step.getByRole('textbox', { name: 'Limit' })).toBeVisible();
      await step.getByRole('button', { name: /Applies/ }).click();
      await page.getByRole('option', { name: 'Over budget by a percentage' }).click();
      await expect(step.getByRole('textbox', { name: 'Limit' })).toHaveCount(0);
      const percent = step.getByRole('textbox', { name: 'Over by more than (%)' });
      await percent.fill('1000.5');
      await percent.press('Tab');
      await save(page);
      await expect(page.getByText('Step 2 needs an amount of 0 or more').first()).toBeVisible();
      await percent.fill('12.5');
      await percent.press('Tab');
      await page.getByRole('switch', { name: 'Require a reason over budget' }).press('Space');
      await expectAccessible(page);
      await save(page);
      await expect
        .poll(() => api.calls('PUT /api/purchase-order-workflow-template/:id').at(-1)?.body)
        .toMatchObject({
          requiresBudgetReason: true,
          steps: [{}, { amountLimit: null, overBudget: { unit: 'PERCENT', over: 12.5 } }],
        });
    },
  );

test('BUD-31: the preview of a total shows such a step only for a document over budget', async () => {
  const conditional = stepBy(['marcus'], { name: 'Controller', overBudget: { unit: 'AMOUNT', over: 0 } });
  const { page } = await openFlow(
    'purchase-orders',
    template('PURCHASE_ORDER', { steps: [stepBy(['priya']), conditional] }),
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Controller');
  await preview.getByRole('textbox', { name: 'Total of a document' }).fill('500');
  await preview.getByRole('textbox', { name: 'Total of a document' }).press('Tab');
  await expect(preview).not.toContainText('Controller');
  await preview.getByRole('checkbox', { name: 'Takes an account over budget' }).press('Space');
  await expect(preview).toContainText('Controller');
});

test('BUD-28, BUD-31: flows of payments have no such steps', async () => {
  const { page } = await openFlow('payments', template('PAYMENT'));
  await expect(stepAt(page, 1).getByRole('button', { name: /Applies/ })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Require a reason over budget' })).toHaveCount(0);
});
