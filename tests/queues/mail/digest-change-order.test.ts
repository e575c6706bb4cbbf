import { beforeAll, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { submit, withChangeOrder } from '../../support/worker/fixtures/change-orders.ts';
import { submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { runDigestDay, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

test('CHANGE-09: a change order is listed with what it changes, an order without one is not', async () => {
  await switchDigest('abel', 'consolidate_po_emails', true);
  const { open } = await withChangeOrder('dana');
  await submit('dana', open.id);
  const other = await submitted('dana', withTotal(20));
  const mails = await runDigestDay('2027-01-04');
  const mail = mails.find(({ subject }) => subject === 'PO digest: 2 waiting for your approval');
  const rows = (mail?.text ?? '').split('PO #');
  const rowOf = (order: Parameters<typeof orderNumber>[0]) =>
    rows.find((row) => row.startsWith(orderNumber(order))) ?? '';
  expect(rowOf(open)).toContain('+$50.00 (+16.7 %), from $300.00 to $350.00 · Lumen Rentals');
  expect(rowOf(other)).toContain('$20.00');
  expect(rowOf(other)).not.toContain('from $');
});
