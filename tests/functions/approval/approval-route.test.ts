import { beforeAll, expect, test } from 'vitest';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { as, create, withTotal } from '../../support/worker/fixtures/client.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(openStudio);

const routeOf = (name: PersonName, query: string) =>
  as(name).get<ApprovalRoute & { code?: string }>(`/api/workflows/route?showId=alpha1&${query}`);

test('ROUTE-01: a stored order has the steps and approvers of its submit, and nothing is changed', async () => {
  const { id, version } = await create('dana', withTotal(500));
  const { status, body } = await routeOf('dana', `docType=PO&docId=${id}`);
  expect(status).toBe(200);
  const submitted = await as('dana').put<PurchaseOrder>(`/api/pos/${id}/submit/?r=0`);
  expect(submitted.body.version).toBe(version + 1);
  expect(
    body.steps.map(({ name, kind, rule, overAmount, isFinal, approvers }) => ({
      name,
      kind,
      rule,
      overAmount,
      isFinal,
      approvers,
    })),
  ).toEqual(
    submitted.body.workflow?.steps.map(({ name, kind, rule, overAmount, isFinal, approvers }) => ({
      name,
      kind,
      rule,
      overAmount,
      isFinal,
      approvers: approvers.map(({ userId, name: approver, initials }) => ({
        userId,
        name: approver,
        initials,
      })),
    })),
  );
});

test('ROUTE-05: each step has its usual working days, null without enough cases', async () => {
  await sql.alpha`UPDATE show_settings SET usual_durations = '{"alpha1_flow Step 1":2}' WHERE show_id = 'alpha1'`;
  const { id } = await create('dana', withTotal(500));
  const { body } = await routeOf('dana', `docType=PO&docId=${id}`);
  expect(body.steps.map(({ usualDays }) => usualDays)).toEqual([2, null]);
});

test('ROUTE-01, DEC-20: entered values replace the stored ones', async () => {
  const { id } = await create('dana', withTotal(500));
  const stepsOf = async (total: number) =>
    (await routeOf('dana', `docType=PO&docId=${id}&total=${total}`)).body.steps.length;
  expect(await stepsOf(500_000)).toBeGreaterThan(await stepsOf(500));
});

test('ROUTE-03: a new order without a department names what is missing', async () => {
  const { body } = await routeOf('dana', 'docType=PO&total=12.50');
  expect(body).toMatchObject({
    departmentName: null,
    missing: ['DEPARTMENT'],
    refusal: 'POS_NO_DEPARTMENT_MEMBERS',
  });
});

test('ROUTE-01, DEC-98: without rights there is no forecast, and bad input is refused', async () => {
  const { id } = await create('dana', withTotal(500));
  const answers = await Promise.all([
    routeOf('bea', `docType=PO&docId=${id}`),
    routeOf('dana', 'docType=PAYMENT'),
    routeOf('dana', 'docType=PO&docId=alpha1_none'),
    routeOf('dana', 'docType=PO&total=1e5'),
    routeOf('dana', 'docType=NOTE'),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'SHOW_NOT_IN_SESSION'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [400, 'invalid_parameter'],
    [400, 'invalid_parameter'],
  ]);
});
