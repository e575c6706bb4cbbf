import { beforeAll, beforeEach, expect, test } from 'vitest';
import { linkFor } from '../../support/worker/approval-links.ts';
import { preview } from '../../support/worker/bulk-actions.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { order, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { forgetSent, sent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);
beforeEach(async () => {
  forgetSent();
  await setSettings('alpha1', {
    approveByMailUpTo: 10_000,
    overReliefMode: 'REFUSE',
    overReliefToleranceAmount: 5,
    overReliefTolerancePercent: 0,
  });
});

// Other reasons do not matter here: the invoices are similar.
const reasonsOf = async (id: string) => {
  const found = await preview('lena', { docType: 'INVOICE', items: [{ id }] });
  return found.leftOut.find((one) => one.id === id)?.reasons ?? [];
};

test('BULK-03, LINK-03: an excess within the tolerance of the show is left out by neither bulk approval nor e-mail', async () => {
  const id = await submittedBill([{ of: await order([10_000]), line: 1, cents: 10_500 }]);
  expect(await linkFor('lena')).not.toBe('');
  expect(await reasonsOf(id)).not.toContain('OVER_RELIEF');
});

test('BULK-03, LINK-03: beyond the tolerance, and by any amount in a show that only warns, both leave it out', async () => {
  const id = await submittedBill([{ of: await order([20_000]), line: 1, cents: 20_400 }]);
  sent.outbox.length = 0;
  await setSettings('alpha1', { overReliefToleranceAmount: 3 });
  expect(await reasonsOf(id)).toContain('OVER_RELIEF');
  await setSettings('alpha1', { overReliefMode: 'WARN', overReliefToleranceAmount: 500 });
  expect(await reasonsOf(id)).toContain('OVER_RELIEF');
  const other = await submittedBill([{ of: await order([30_000]), line: 1, cents: 30_001 }]);
  expect(await linkFor('lena')).toBe('');
  expect(await reasonsOf(other)).toContain('OVER_RELIEF');
  await sql.alpha`DELETE FROM waiting_approvals`;
});
