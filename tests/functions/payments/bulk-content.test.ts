import { beforeAll, describe, expect, test } from 'vitest';
import { readRun, manyPayments, picks, start, statuses } from '../../support/worker/fixtures/bulk.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { openPayments, readPayment } from '../../support/worker/fixtures/payments.ts';
import { onePage, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);

let files = 0;
/** Replaces a file before the decision. Returns the new content version. */
async function replaceFile(id = ''): Promise<number> {
  files += 1;
  const attachments = [
    await uploaded('ada', 'payment', `advice ${files}.pdf`, await onePage(`advice ${files}`)),
  ];
  const answer = await as('ada').post<{ contentVersion: number }>(`/api/payments/attachments/${id}`, {
    attachments,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.contentVersion;
}

describe('bulk approval', () => {
  const changedText = 'It changed since you selected it. Open it to see what changed.';

  test('DEC-45: an item whose content changed since the selection fails with a message of its own, and the run continues', async () => {
    const ids = await manyPayments(3);
    const items = await picks('lena', ids);
    await replaceFile(ids[1]);
    const { body } = await start('lena', { items, total: 3 });
    expect(body).toMatchObject({
      success: [ids[0], ids[2]],
      failed: [{ id: ids[1], code: 'WORKFLOW_CONFLICT', message: changedText }],
    });
    expect(await statuses(ids)).toEqual(['APPROVED', 'SUBMITTED_FOR_APPROVAL', 'APPROVED']);
  });

  test('DEC-45: an item without a content version is approved as it is', async () => {
    const ids = await manyPayments(1);
    const [item] = await picks('lena', ids);
    await replaceFile(ids[0]);
    const { body } = await start('lena', {
      items: [{ id: item?.id, workflowStepId: item?.workflowStepId }],
    });
    expect(body).toMatchObject({ success: ids, failed: [] });
    const [last] = await sql.alpha`SELECT action, json_type(payload, '$.namedContentVersion') AS named
      FROM document_events WHERE document_id = ${ids[0] ?? ''} ORDER BY seq DESC LIMIT 1`;
    expect(last).toEqual({ action: 'approve', named: 'null' });
  });

  test('DEC-45: select-all stores the content version of each item with the run', async () => {
    await sql.alpha`DELETE FROM waiting_approvals WHERE type = 'PAYMENT'`;
    const ids = await manyPayments(2);
    const { body } = await start('lena', { allSelected: true, total: 2 });
    const { items } = await readRun('lena', body.runId);
    expect(items.map(({ id, contentVersion }) => [id, contentVersion]).toSorted()).toEqual(
      (
        await Promise.all(ids.map(async (id) => [id, (await readPayment('ada', id)).contentVersion]))
      ).toSorted(),
    );
  });

  test('DEC-45: the rows of the approvals list have the content version that they show', async () => {
    const ids = await manyPayments(1);
    const current = await replaceFile(ids[0]);
    const { body } = await as('lena').post<{ payments: { id: string; contentVersion: number }[] }>(
      '/api/payments/filter?persona=APPROVER',
      { showId: 'alpha1' },
    );
    expect(body.payments.find(({ id }) => id === ids[0])?.contentVersion).toBe(current);
  });
});
