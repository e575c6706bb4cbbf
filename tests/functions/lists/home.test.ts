import { beforeAll, describe, expect, test } from 'vitest';
import { dateInZone, defaultTimeZone } from '#domain/values/days';
import { workingDayBefore } from '#domain/workflow/working-days';
import {
  approved,
  adjust,
  oneMoreLine,
  save,
  submit,
  withApprovedChangeOrder,
} from '../../support/worker/fixtures/change-orders.ts';
import {
  action,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { Home } from '#domain/lists/home-response';

async function homeOf(name: PersonName): Promise<Home> {
  const answer = await as(name).get<Home>('/api/home?showId=alpha1');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Sets the arrival of a document to the day since which so many working days have passed. */
async function waitingSince(documentId: string, days: number): Promise<string> {
  const today = dateInZone(new Date().toISOString(), defaultTimeZone);
  const day = workingDayBefore(today, days, { holidays: [] });
  await sql.alpha`UPDATE documents SET waiting_since = ${`${day}T00:00:00.000-08:00`} WHERE id = ${documentId}`;
  return `${day}T08:00:00.000Z`;
}

beforeAll(openStudio);

describe("the approver's home", () => {
  test('returned documents are shown to their owner, and only with the data that they may read', async () => {
    const order = await submitted('dana', { description: 'Sent back' });
    const counts = async () =>
      (await as('dana').get('/api/users/meta/?show=alpha1&st=0&revisions=1')).body['toRevise'];
    const before = await homeOf('dana');
    expect([before.revisions, await counts()]).toEqual([[], { po: 0, invoice: 0 }]);
    await action('abel', 'revision', order, { reason: 'Which chairs?' });
    const { poNumber, prefix, totalCost, currency, vendor } = await read('dana', order.id);
    const number = prefix ? `${prefix}-${poNumber}` : poNumber;
    expect((await homeOf('dana')).revisions).toEqual([
      { docType: 'PO', id: order.id, number, vendorName: vendor.name, currency, totalCost },
    ]);
    expect(await counts()).toEqual({ po: 1, invoice: 0 });
    expect((await homeOf('abel')).revisions).toEqual([]);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    expect((await homeOf('dana')).revisions[0]?.number).toBe('NA');
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
    await sql.alpha`UPDATE documents SET submission_status = 'Draft' WHERE id = ${order.id}`;
    expect(await counts()).toEqual({ po: 0, invoice: 0 });
  });

  test('SH-33, DEC-14: users who approve nothing get their own documents, returned ones first', async () => {
    const [first, second, draft] = [
      await submitted('dana', { description: 'First' }),
      await submitted('dana', { description: 'Second' }),
      await create('dana', { description: 'Draft' }),
    ];
    const own = async () => {
      const { own: rows } = await homeOf('dana');
      const ids = rows.map(({ id, submissionStatus }) => [id, submissionStatus]);
      return ids.filter(([id]) => [first.id, second.id, draft.id].includes(id ?? ''));
    };
    expect(await own()).toEqual([
      [draft.id, 'Draft'],
      [second.id, 'Submitted for approval'],
      [first.id, 'Submitted for approval'],
    ]);
    await action('abel', 'revision', first, { reason: 'Which chairs?' });
    expect(await own()).toEqual([
      [first.id, 'Needs revision'],
      [draft.id, 'Draft'],
      [second.id, 'Submitted for approval'],
    ]);
    expect((await homeOf('abel')).own).toEqual([]);
    await sql.alpha`UPDATE documents SET submission_status = 'Draft' WHERE id = ${first.id}`;
    await action('abel', 'revision', second, { reason: 'Not this one.' });
    await sql.alpha`UPDATE documents SET submission_status = 'Draft' WHERE id = ${second.id}`;
  });

  test('WAIT-13: pending documents are grouped by age in working days and amount, and only those of this user', async () => {
    expect((await homeOf('abel')).waiting).toEqual([]);
    const [young, other, week] = [
      await submitted('dana', withTotal(10)),
      await submitted('dana', withTotal(20.5)),
      await submitted('dana', withTotal(400)),
    ];
    await waitingSince(young.id, 0);
    await waitingSince(other.id, 0);
    await waitingSince(week.id, 5);
    const { waiting } = await homeOf('abel');
    const facts = waiting.map(({ docType, age, currency, count, totalCost }) => [
      docType,
      age,
      currency,
      count,
      totalCost,
    ]);
    expect(facts).toEqual([
      ['PO', 'DAY', 'USD', 2, 30.5],
      ['PO', 'WEEK', 'USD', 1, 400],
    ]);
    for (const [days, age] of [
      [1, 'THREE_DAYS'],
      [3, 'THREE_DAYS'],
      [4, 'WEEK'],
      [5, 'WEEK'],
      [6, 'LONGER'],
    ] as const) {
      const since = await waitingSince(week.id, days);
      const home = await homeOf('abel');
      expect(home.waiting[1]).toMatchObject({ age, totalCost: 400, since });
      expect(home.firsts[0]).toMatchObject({ why: 'OLDEST', id: week.id, days, since });
      expect((await read('abel', week.id)).waiting).toMatchObject({ days, since });
    }
    expect((await homeOf('hugo')).waiting).toEqual([]);
    await approveAs(week, 'abel');
    expect((await homeOf('abel')).waiting).toHaveLength(1);
    expect((await homeOf('luis')).waiting).toMatchObject([{ age: 'DAY', count: 1, totalCost: 400 }]);
  });

  test('the oldest and the largest pending documents are named to their approvers', async () => {
    const { firsts } = await homeOf('abel');
    const facts = firsts.map(({ why, docType, totalCost, currency }) => [why, docType, totalCost, currency]);
    expect(facts).toEqual([
      ['OLDEST', 'PO', 10, 'USD'],
      ['LARGEST', 'PO', 20.5, 'USD'],
    ]);
    expect((await homeOf('hugo')).firsts).toEqual([]);
  });

  test('commitments are the approved orders that the user sees, by department', async () => {
    await approveAs(await submitted('dana', withTotal(75)), 'abel', 'lena', 'luis');
    await create('dana', withTotal(9000));
    const { commitments } = await homeOf('wendy');
    expect(commitments).toEqual({
      currency: 'USD',
      departments: [{ id: expect.any(String), name: 'Art', committed: 75, invoiced: 0, waiting: 0 }],
      others: 0,
    });
    // A pending document is also counted in its department.
    expect((await homeOf('abel')).commitments?.departments).toMatchObject([{ name: 'Art', waiting: 30.5 }]);
    // Ivan has created none, and has none in the queue.
    expect((await homeOf('ivan')).commitments).toBeNull();
  });

  test('commitments are drawn in the currency of the most departments, also when only one of them has pending documents', async () => {
    for (const department of ['grip', null]) {
      const order = await submitted('dana', withTotal(1));
      await approveAs(order, 'abel', 'lena', 'luis');
      await sql.alpha`UPDATE documents
        SET currency_code = 'EUR', department_id = ${department && inShow('alpha1').department(department)}
        WHERE id = ${order.id}`;
    }
    const { commitments, waiting } = await homeOf('abel');
    // In dollars there is one department, with committed and pending amounts.
    expect(waiting).toMatchObject([{ currency: 'USD' }]);
    expect(commitments).toMatchObject({ currency: 'EUR', departments: [{ committed: 1 }, { committed: 1 }] });
  });

  test('DEC-26: an approved amount stays committed while its change order is open, and the difference is pending', async () => {
    const artOf = async (name: PersonName) => {
      const { currency, departments } = (await homeOf(name)).commitments ?? {};
      expect(currency).toBe('USD');
      const { committed, invoiced, waiting } = departments?.find((one) => one.name === 'Art') ?? {};
      return { committed, invoiced, waiting };
    };
    await sql.alpha`UPDATE documents SET currency_code = 'USD' WHERE currency_code = 'EUR'`;
    const order = await approved('dana', withTotal(267.5));
    const decide = async (word: 'revision' | 'void') => {
      const answer = await action('abel', word, await read('abel', order.id), { reason: 'No' });
      expect(answer.status).toBe(200);
    };
    const [all, approverView] = [await artOf('wendy'), await artOf('abel')];
    const { body } = await adjust('dana', order.id);
    expect(await artOf('wendy')).toEqual(all);
    await save('dana', body, { lineItems: oneMoreLine(body, { unitCost: 73 }) });
    expect((await submit('dana', order.id)).status).toBe(200);
    expect(await artOf('wendy')).toEqual(all);
    expect(await artOf('abel')).toEqual({ ...approverView, waiting: (approverView.waiting ?? 0) + 73 });
    expect(await artOf('dana')).toEqual(await artOf('wendy'));
    await decide('revision');
    expect(await artOf('wendy')).toEqual(all);
    expect((await as('dana').put(`/api/pos/${order.id}/submit?r=1`)).status).toBe(200);
    await decide('void');
    expect(await artOf('wendy')).toEqual(all);
  });

  test('DEC-26: the last approved amount stays committed while a second change order is open', async () => {
    const order = await withApprovedChangeOrder('dana');
    const before = (await homeOf('wendy')).commitments;
    expect((await adjust('dana', order.id)).status).toBe(200);
    expect((await homeOf('wendy')).commitments).toEqual(before);
  });
});
