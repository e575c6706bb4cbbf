import { afterEach, beforeAll, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { as, create, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { billing, createInvoice, openInvoiceStudio } from '../../support/worker/fixtures/invoices.ts';
import {
  accounts,
  bookPayment,
  importPayments,
  openPayments,
  submitAs as submitPayment,
} from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
});
afterEach(endCovers);

type Steps = readonly {
  approvers: readonly { userId: string; name: string; onBehalfOf?: { name: string } | undefined }[];
}[];

/** Who covers whom on each step. */
const coversOf = (steps: Steps = []) =>
  steps.map(({ approvers }) =>
    approvers.flatMap(({ name, onBehalfOf }) => (onBehalfOf ? [`${name} for ${onBehalfOf.name}`] : [])),
  );

async function routeOf(name: PersonName, docType: DocType, query: string) {
  const path = `/api/workflows/route?showId=alpha1&docType=${docType}&${query}`;
  const { status, body } = await as(name).get<ApprovalRoute>(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test('ROUTE-07: the forecast of an order names who covers the approvers of each step, the submit those of the first', async () => {
  await cover('abel', 'otto');
  await cover('lena', 'hugo');
  const { id } = await create('dana', withTotal(500));
  const { steps } = await routeOf('dana', 'PO', `docId=${id}`);
  expect(coversOf(steps)).toEqual([['Otto Stone for Abel Stone'], ['Hugo Stone for Lena Stone']]);
  expect(steps[1]?.approvers.map(({ userId }) => userId)).toEqual(['lena', 'luis', 'lara', 'hugo']);
  const submitted = await as('dana').put<PurchaseOrder>(`/api/pos/${id}/submit/?r=0`);
  expect(coversOf(submitted.body.workflow?.steps)).toEqual([['Otto Stone for Abel Stone'], []]);
});

test('ROUTE-07, COV-03: entered values decide whether the cover applies', async () => {
  await cover('lena', 'otto', { amountLimit: 500 });
  const { id } = await create('dana', withTotal(500));
  const coversAt = async (query: string) => coversOf((await routeOf('dana', 'PO', query)).steps)[1];
  expect(await coversAt(`docId=${id}`)).toEqual(['Otto Stone for Lena Stone']);
  expect(await coversAt(`docId=${id}&total=500.01`)).toEqual([]);
  expect(await coversAt('total=500')).toEqual(['Otto Stone for Lena Stone']);
});

test('ROUTE-07, COV-03: nobody covers an order of their own', async () => {
  await cover('lena', 'otto');
  const coversFor = async (name: PersonName) => coversOf((await routeOf(name, 'PO', 'total=500')).steps)[1];
  expect([await coversFor('dana'), await coversFor('otto')]).toEqual([['Otto Stone for Lena Stone'], []]);
});

test('ROUTE-07: the forecast of an invoice names who covers its approvers', async () => {
  await cover('lena', 'otto', { types: ['INVOICE'] });
  const { id } = await createInvoice('ivan', billing(500));
  const { steps } = await routeOf('ivan', 'INVOICE', `docId=${id}`);
  expect(coversOf(steps)).toEqual([[], ['Otto Stone for Lena Stone']]);
});

test('ROUTE-07: the forecast of a payment names who covers the approvers of its flow', async () => {
  await cover('lena', 'otto', { types: ['PAYMENT'] });
  const [id = '', foreignId] = await importPayments(
    bookPayment('forecast'),
    bookPayment('foreign', { bankAccount: accounts.foreign }),
  );
  expect(coversOf((await routeOf('dana', 'PAYMENT', `docId=${id}`)).steps)[0]).toEqual([
    'Otto Stone for Lena Stone',
  ]);
  expect(coversOf((await routeOf('dana', 'PAYMENT', `docId=${foreignId}`)).steps)).toEqual([[]]);
  const submitted = await submitPayment('dana', id);
  expect(coversOf(submitted.body.workflow?.steps)[0]).toEqual(['Otto Stone for Lena Stone']);
});

test('ROUTE-07: a cover that has ended is not in the forecast', async () => {
  await cover('lena', 'otto');
  await endCovers();
  const { steps } = await routeOf('dana', 'PO', 'total=500');
  expect(coversOf(steps).flat()).toEqual([]);
});
