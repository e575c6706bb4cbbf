import { test } from 'vitest';
import type { DocType } from '#domain/document';
import type { Page } from '../support/page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, submitOrder, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { routeOf } from '../support/fixtures/workflows.ts';
import { openNewInvoice, openNewOrder, pick, section, typeLine } from '../support/pages/forms.ts';
import { barButton, openReview, storeDocument } from '../support/pages/reviews.ts';

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

test('ROUTE-03: before a department is chosen nobody is missing from it', async () => {
  const { page } = await openNewOrder({
    api: (fake) => {
      const found = routeOf('PO', null);
      const [first, ...others] = found.steps;
      const missingApprovers = [
        { userId: 'u9', name: 'Tomas Havel', initials: 'TH', reason: 'DEPARTMENT' as const },
      ];
      fake.on(route, {
        ...found,
        missing: ['DEPARTMENT'],
        steps: [{ ...first!, approvers: [], missingApprovers }, ...others],
      });
    },
  });
  const steps = section(page, 'Approval Steps');
  await expect(steps).toContainText('Choose a department to see who approves for it.');
  await expect(steps.getByText('Too few people can approve this step.')).toHaveCount(0);
  await expect(steps.getByText('Tomas Havel')).toHaveCount(0);
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

test('ROUTE-05: the forecast says how long each step usually takes, and nothing without enough cases', async () => {
  const found = routeOf('PO', 'Set Decoration');
  const steps = found.steps.map((step, at) => ({ ...step, usualDays: at === 0 ? 2 : null }));
  const { page } = await openReview(draft(), 'creator', {
    api: (fake) => void fake.on(route, { ...found, steps }),
  });
  const items = section(page, 'Approval Steps').getByRole('listitem');
  await expect(items.first()).toContainText('1 approval · usually 2 working days');
  await expect(items.last()).not.toContainText('usually');
});

test('ROUTE-02, AP-01: each step of a submitted document says why it is there', async () => {
  const { page } = await openReview(submittedOrder(), 'approver');
  const steps = section(page, 'Approval');
  await expect(steps).toContainText('Department Set Decoration · Waiting for approval');
  await expect(steps).toContainText('Every purchase order · Not yet');
});

test('ROUTE-04: a submit whose steps differ from those shown says which', async () => {
  const order = draft();
  const { page, api, world } = await openReview(order, 'creator', {
    api: (fake) =>
      void fake.on(route, {
        ...routeOf('PO', 'Set Decoration'),
        steps: routeOf('PO', null).steps.slice(0, 1),
      }),
  });
  await expect(section(page, 'Approval Steps').getByRole('listitem')).toHaveCount(1);
  api.on('PUT /api/pos/:id/submit', () => storeDocument(world, submitOrder(order)));
  await barButton(page, 'Submit for Approval').click();
  await expect(
    page.getByText('The approval steps have changed since they were shown: Line producer.'),
  ).toBeVisible();
});

/** The steps of `routeOf`, whose last approver marcus covers. */
function coveredRoute(docType: DocType, departmentName: string | null) {
  const found = routeOf(docType, departmentName);
  const steps = found.steps.map((step, at) => {
    const { id: userId, name, initials } = person('marcus');
    const priya = { userId: person('priya').id, name: person('priya').name };
    const standIn = { userId, name, initials, onBehalfOf: priya };
    return at === 0 ? step : { ...step, approvers: [...step.approvers, standIn] };
  });
  return { ...found, steps };
}

async function expectCover(page: Page): Promise<void> {
  const last = section(page, 'Approval Steps').getByRole('listitem').last();
  await expect(last.getByText('for Priya Raman', { exact: true })).toBeVisible();
  await expect(last).toContainText(/Priya Raman or (Marcus Oyelaran|you) for Priya Raman/);
}

const phone = { width: 375, height: 812 };
const sizes = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', phone],
] as const;

test.each(sizes)('ROUTE-07: forms name who covers an approver, on %s', async (_device, size) => {
  const { page } = await openNewOrder({
    ...size,
    api: (fake) => void fake.on(route, coveredRoute('PO', 'Set Decoration')),
  });
  await expectCover(page);
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
  const bill = await openNewInvoice({
    ...size,
    api: (fake) => void fake.on(route, coveredRoute('INVOICE', 'Set Decoration')),
  });
  await expectCover(bill.page);
  expect(bill.page.document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
});

const drafts = [
  ['an order', 'PO', draft],
  ['an invoice', 'INVOICE', invoice],
  ['a payment', 'PAYMENT', payment],
] as const;

test.each(drafts)(
  'ROUTE-02, ROUTE-05, ROUTE-07: on a phone the review of %s has the steps with reasons, usual days and covers',
  async (_document, docType, make) => {
    const found = coveredRoute(docType, 'Set Decoration');
    const steps = found.steps.map((step) => ({ ...step, usualDays: 2 }));
    const { page } = await openReview(make(), 'creator', {
      ...phone,
      api: (fake) => void fake.on(route, { ...found, steps }),
    });
    const items = section(page, 'Approval Steps').getByRole('listitem');
    await expect(items.first()).toContainText(
      docType === 'PO' ? 'Department Set Decoration' : `Every ${docType.toLowerCase()}`,
    );
    await expect(items.first()).toContainText('1 approval · usually 2 working days');
    await expectCover(page);
    await expectAccessible(page);
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  },
);

test('ROUTE-04, ROUTE-07: a cover that begins before the submit is no change of the steps', async () => {
  const order = draft();
  const { page, api, world } = await openReview(order, 'creator', {
    api: (fake) => void fake.on(route, routeOf('PO', 'Set Decoration')),
  });
  await expect(section(page, 'Approval Steps').getByRole('listitem')).toHaveCount(2);
  api.on('PUT /api/pos/:id/submit', () => {
    const submitted = submitOrder(order);
    const [first, ...others] = submitted.workflow!.steps;
    const { id: userId, name, initials } = person('priya');
    const marcus = { userId: person('marcus').id, name: person('marcus').name };
    const standIn = { userId, name, initials, hasApproved: false, onBehalfOf: marcus };
    const steps = [{ ...first!, approvers: [...first!.approvers, standIn] }, ...others];
    return storeDocument(world, { ...submitted, workflow: { ...submitted.workflow!, steps } });
  });
  await barButton(page, 'Submit for Approval').click();
  await expect(page.getByText(/submitted for approval\./i).first()).toBeVisible();
  await expect(page.getByText('The approval steps have changed')).toHaveCount(0);
});
