import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { routeOf } from '../support/fixtures/workflows.ts';
import { openNewOrder, pick, section, typeLine } from '../support/pages/forms.ts';
import { openReview } from '../support/pages/reviews.ts';

const route = 'GET /api/workflows/route';

test('ROUTE-01, ROUTE-02: the form shows the steps of what has been entered', async () => {
  const { page, api } = await openNewOrder();
  const steps = section(page, 'Approval Steps');
  await expect(steps.getByRole('listitem')).toHaveCount(2);
  await pick(page, 'Department', 'Set Decoration');
  await typeLine(page, 1, { Description: 'Chairs', Quantity: '2', 'Unit Cost': '30000' });
  await expect(steps.getByRole('listitem').first()).toContainText('Department Set Decoration · 1 approval');
  await expect(steps.getByRole('listitem').last()).toContainText('Every purchase order');
  await expect.poll(() => api.calls(route).at(-1)?.query['total']).toBe('60000');
});

test('ROUTE-03: the review of a draft names what is missing, and what approvers are absent', async () => {
  const { page } = await openReview(invoice(), 'creator', {
    api: (fake) => {
      const found = routeOf('INVOICE', 'Set Decoration');
      const [first, ...others] = found.steps;
      fake.on(route, {
        ...found,
        missing: ['ATTACHMENT'],
        refusal: 'POS_NO_VALID_WORKFLOW_STEP',
        steps: [
          {
            ...first!,
            approvers: [],
            missingApprovers: [{ userId: 'u9', name: 'Priya Raman', initials: 'PR', reason: 'INACTIVE' }],
          },
          ...others,
        ],
      });
    },
  });
  const steps = section(page, 'Approval Steps');
  await expect(steps).toContainText('Attach a file before you submit.');
  await expect(steps).toContainText('Too few people can approve this step.');
  await expect(steps).toContainText('Priya Raman');
});

test('ROUTE-01: steps that could not be loaded can be loaded again', async () => {
  const { page, api } = await openReview(draft(), 'creator', {
    api: (fake) => void fake.fail(route, 'invalid_parameter'),
  });
  const steps = section(page, 'Approval Steps');
  await expect(steps.getByRole('alert')).toContainText('The approval steps could not be loaded.');
  api.on(route, routeOf('PO', 'Set Decoration'));
  await steps.getByRole('button', { name: 'Try again' }).click();
  await expect(steps.getByRole('listitem')).toHaveCount(2);
});

test('ROUTE-02, AP-01: each step of a submitted document says why it is there', async () => {
  const { page } = await openReview(submittedOrder(), 'approver');
  const steps = section(page, 'Approval');
  await expect(steps).toContainText('Department Set Decoration · Waiting for approval');
  await expect(steps).toContainText('Every purchase order · Not yet');
});
