import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectWholeChain } from '../../support/worker/concurrency.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  accounts,
  act,
  bookPayment,
  changeBooks,
  importPayments,
  importNow,
  openPayments,
  readPayment,
  submitAs,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { forgetSent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { ChangeEvent } from '#domain/history/history-response';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
});

const summaryOf = ({ userName, summary, fields }: ChangeEvent) => ({
  userName,
  summary,
  fields: fields.map(({ label, before, after }) => [label, before, after]),
});
const pull = async (id: string) =>
  expect((await as('dana').put(`/api/payments/${id}/pull?showId=alpha1`)).status).toBe(200);

describe('DEC-90: changes of a payment in accounting', () => {
  test('DEC-90, DEC-44: a sync of a draft that was never submitted adds no change to its history', async () => {
    const [id = ''] = await importPayments(bookPayment('new'));
    await changeBooks('new', 'total_cents', 7_700);
    await importNow();
    const { totalCost, changes } = await readPayment('dana', id);
    expect([totalCost, changes]).toEqual([77, []]);
  });

  test('DEC-90, DEC-44: a sync of a draft that was submitted before lists payee, total, type and account before and after', async () => {
    const [id = ''] = await submittedPayments(bookPayment('sent'));
    await pull(id);
    await changeBooks('sent', 'total_cents', 7_700);
    await changeBooks('sent', 'payee_name', 'Lumen Holding');
    await changeBooks('sent', 'payment_type', 'CI');
    await changeBooks('sent', 'bank_name', 'Second Harbor Bank');
    await importNow();
    const { changes, contentVersion } = await readPayment('dana', id);
    expect(changes.map(summaryOf)).toEqual([
      {
        userName: 'Accounting',
        summary: 'updated the payment from accounting',
        fields: [
          ['Total', '$50.00', '$77.00'],
          ['Payee', 'Lumen Rentals Inc', 'Lumen Holding'],
          ['Payment type', 'ACH', 'CI'],
          ['Bank account', 'First Harbor Bank', 'Second Harbor Bank'],
        ],
      },
    ]);
    expect(changes[0]?.contentVersion).toBe(contentVersion);
    await expectWholeChain('alpha1', id);
  });

  test.each([
    ['in approval', [], 'Submitted for approval'],
    ['approved', ['lena'], 'Approved'],
  ] as const)(
    'DEC-90, DEC-28/6: the cancellation of a payment %s is a change by accounting',
    async (name, approvers, status) => {
      const [id = ''] = await submittedPayments(bookPayment(`gone ${name}`));
      for (const approver of approvers) expect((await act(approver, 'approval', id)).status).toBe(200);
      await changeBooks(`gone ${name}`, 'status', 'CANCELED');
      await importNow();
      expect((await readPayment('dana', id)).changes.map(summaryOf)).toEqual([
        {
          userName: 'Accounting',
          summary: 'canceled the payment in accounting',
          fields: [['Status', status, 'Canceled']],
        },
      ]);
      await expectWholeChain('alpha1', id);
    },
  );

  test('DEC-90, DEC-44: a payment that is submitted again with another flow lists both flows', async () => {
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: true });
    const [id = ''] = await submittedPayments(bookPayment('other flow'));
    expect((await readPayment('dana', id)).changes).toEqual([]);
    await pull(id);
    expect((await submitAs('dana', id, 'foreign')).status).toBe(200);
    const { changes, historyEvents } = await readPayment('dana', id);
    expect(changes.map(summaryOf)).toEqual([
      {
        userName: 'Dana Stone',
        summary: 'changed approval flow',
        fields: [['Approval flow', 'Flow operating (version 1)', 'Flow foreign (version 1)']],
      },
    ]);
    // The timeline shows both as one entry.
    expect(changes[0]?.id).toBe(historyEvents[0]?.id);
    await pull(id);
    expect((await submitAs('dana', id, 'foreign')).status).toBe(200);
    expect((await readPayment('dana', id)).changes).toHaveLength(1);
  });

  test('ROUTE-06: the flow that a user chose at the first submit is in the history', async () => {
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: true });
    const [id = ''] = await importPayments(bookPayment('chosen flow'));
    expect((await submitAs('dana', id, 'foreign')).status).toBe(200);
    const { changes, historyEvents } = await readPayment('dana', id);
    expect(changes.map(summaryOf)).toEqual([
      {
        userName: 'Dana Stone',
        summary: 'chose the approval flow',
        fields: [['Approval flow', '', 'Flow foreign (version 1)']],
      },
    ]);
    expect(changes[0]?.id).toBe(historyEvents[0]?.id);
    await expectWholeChain('alpha1', id);
  });

  test('ROUTE-06: a flow that nobody could choose is not in the history', async () => {
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: false });
    const [id = ''] = await importPayments(bookPayment('own flow'));
    expect((await submitAs('dana', id, 'operating')).status).toBe(200);
    expect((await readPayment('dana', id)).changes).toEqual([]);
  });

  test('DEC-90, DEC-44: a payment with a bank account of another flow is submitted again to that flow', async () => {
    const [id = ''] = await submittedPayments(bookPayment('other account'));
    await pull(id);
    await changeBooks('other account', 'bank_account', accounts.foreign);
    await importNow();
    expect((await submitAs('dana', id)).status).toBe(200);
    const [newest] = (await readPayment('dana', id)).changes;
    expect(newest && summaryOf(newest).fields).toEqual([
      ['Approval flow', 'Flow operating (version 1)', 'Flow foreign (version 1)'],
    ]);
  });
});
