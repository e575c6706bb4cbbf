import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cover } from '#domain/cover/cover-request';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { storeFor } from '#store/d1/open';
import { verifyHistories } from '#verbs/operations/verify-histories';
import {
  action,
  approveAs,
  as,
  create,
  read,
  submitted,
  withTotal,
} from '../../support/worker/fixtures/client.ts';
import { cover, dayIn, endCovers } from '../../support/worker/fixtures/covers.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import { changeUser } from '../../support/worker/fixtures/users.ts';

beforeAll(openStudio);
beforeEach(async () => {
  await setSettings('alpha1', { resetApprovalOnEdit: false });
});
afterEach(endCovers);

/** An order of Dana's at the level of Lena, Luis and Lara, which needs two votes. */
async function atLevel(amount = 500): Promise<PurchaseOrder> {
  const po = await submitted('dana', withTotal(amount));
  await approveAs(po, 'abel');
  return read('dana', po.id);
}

async function list(name: PersonName, persona: string, filters: object) {
  const path = `/api/pos/filter?page=1&count=50&showId=alpha1&persona=${persona}`;
  const answer = await as(name).post<PurchaseOrderList>(path, filters);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.poS;
}
const queueOf = (name: PersonName) => list(name, 'APPROVER', { poStatuses: ['SUBMITTED_FOR_APPROVAL'] });
async function rowIn(name: PersonName, id: string) {
  return (await queueOf(name)).find((row) => row.id === id) ?? null;
}
const notCovered = async (absent: PersonName) =>
  (await list('ada', 'CREATOR', { notCoveredFor: absent })).map(({ id }) => id);
async function countOf(name: PersonName): Promise<number> {
  const { body } = await as(name).get<{ awaitingApproval: { po: number } }>('/api/users/meta?showId=alpha1');
  return body.awaitingApproval.po;
}
const approve = (name: PersonName, po: PurchaseOrder) => action(name, 'approval', po);

describe('while a cover runs', () => {
  test('COV-01, COV-02: it applies to documents that already wait and to later ones', async () => {
    const before = await atLevel();
    const count = await countOf('otto');
    await cover('lena', 'otto');
    const later = await atLevel();
    expect(await countOf('otto')).toBe(count + (await countOf('lena')));
    const onBehalfOf = { userId: 'lena', name: 'Lena Stone' };
    for (const { id } of [before, later])
      expect(await rowIn('otto', id)).toMatchObject({ isWaiting: true, onBehalfOf });
    expect(await waitingFor(later.id)).toEqual(['lara', 'lena', 'luis']);
  });

  test('COV-02: the covering user is listed among the approvers of the current step', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    const standIn = {
      userId: 'otto',
      name: 'Otto Stone',
      initials: 'OS',
      hasApproved: false,
      onBehalfOf: { userId: 'lena', name: 'Lena Stone' },
    };
    expect((await read('otto', po.id)).workflow?.currentStep?.approvers.at(-1)).toEqual(standIn);
    expect(po.workflow?.steps[1]?.approvers.filter(({ onBehalfOf }) => onBehalfOf)).toEqual([standIn]);
  });

  test('COV-04, COV-06: a vote counts once, as that of the absent approver, and names both', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    const answer = await approve('otto', await read('otto', po.id));
    expect([answer.status, answer.body.onBehalfOf]).toEqual([200, { userId: 'lena', name: 'Lena Stone' }]);
    expect(await waitingFor(po.id)).toEqual(['lara', 'luis']);
    const after = await read('dana', po.id);
    const days = { firstDay: dayIn(0), lastDay: dayIn(6), setBy: 'Lena Stone' };
    expect(after.workflow?.steps[1]).toMatchObject({ status: 'PENDING', approvalsNeeded: 2 });
    expect(after.workflow?.steps[1]?.approvers.filter(({ hasApproved }) => hasApproved)).toEqual([
      expect.objectContaining({
        userId: 'lena',
        castBy: { userId: 'otto', name: 'Otto Stone', ...days },
      }),
    ]);
    expect(after.historyEvents[0]).toMatchObject({
      type: 'APPROVED',
      userName: 'Otto Stone',
      onBehalfOf: { userId: 'lena', name: 'Lena Stone', ...days },
    });
    expect((await approve('luis', after)).status).toBe(200);
    expect((await read('dana', po.id)).status).toBe('APPROVED');
  });

  test('COV-06: a history with decisions on behalf of other users verifies, and a changed sender shows', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    await approve('otto', po);
    const store = storeFor(env, { id: 'alpha1', shard: 0 });
    const faultsOf = async () =>
      (await verifyHistories(store)).faults.filter(({ documentId }) => documentId === po.id);
    expect(await faultsOf()).toEqual([]);
    const setSender = (sender: string | null) =>
      sql.alpha`UPDATE step_approvals SET cast_by = ${sender} WHERE document_id = ${po.id} AND user_id = 'lena'`;
    const [vote] = await sql.alpha<{ cast_by: string }>`SELECT cast_by FROM step_approvals
      WHERE document_id = ${po.id} AND user_id = 'lena'`;
    for (const sender of [null, JSON.stringify({ userId: 'otto' })]) {
      await setSender(sender);
      expect(await faultsOf(), String(sender)).not.toEqual([]);
    }
    await setSender(vote?.cast_by ?? null);
    expect(await faultsOf()).toEqual([]);
  });

  test('COV-04: the absent approver can still decide, and the second decision is refused', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    expect((await approve('lena', po)).status).toBe(200);
    expect(await rowIn('otto', po.id)).toBeNull();
    expect((await approve('otto', po)).status).toBe(403);
    const returned = await atLevel();
    await action('otto', 'revision', returned, { reason: 'Wrong account' });
    expect((await action('lena', 'revision', returned, { reason: 'Wrong account' })).status).toBe(409);
  });

  test('COV-05: the covering user who comes second is refused, because the step has ended', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    await action('lena', 'revision', po, { reason: 'Wrong account' });
    expect((await approve('otto', po)).status).toBe(409);
  });

  test('COV-04: a repeated vote on behalf of the absent approver changes nothing', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    await approve('otto', po);
    expect((await approve('otto', po)).status).toBe(200);
    expect((await read('dana', po.id)).historyEvents).toHaveLength(3);
  });

  test('COV-04: a listed approver who covers another one has one vote', async () => {
    await cover('lena', 'luis');
    const po = await atLevel();
    expect((await rowIn('luis', po.id))?.onBehalfOf).toBeUndefined();
    await approve('luis', po);
    expect(await rowIn('luis', po.id)).toBeNull();
    await approve('luis', po);
    expect((await read('dana', po.id)).workflow?.steps[1]?.status).toBe('PENDING');
    expect(await waitingFor(po.id)).toEqual(['lara', 'lena']);
  });

  test('COV-04: a user who covers two approvers of a step gives one vote', async () => {
    await cover('lena', 'otto');
    await cover('lara', 'otto');
    const po = await atLevel();
    expect((await queueOf('otto')).filter(({ id }) => id === po.id)).toHaveLength(1);
    await approve('otto', po);
    expect(await rowIn('otto', po.id)).toBeNull();
    await approve('otto', po);
    expect((await read('dana', po.id)).workflow?.steps[1]?.status).toBe('PENDING');
  });

  test('COV-05: revise and void are covered, editing is not', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    const draft = { ...po, description: 'Changed' };
    expect((await as('otto').put(`/api/pos/${po.id}`, draft)).status).toBe(403);
    const revised = await action('otto', 'revision', po, { reason: 'Wrong account' });
    expect([revised.status, revised.body.onBehalfOf?.userId]).toEqual([200, 'lena']);
    const other = await atLevel();
    const voided = await action('otto', 'void', other, { reason: 'Not needed' });
    expect([voided.status, voided.body.onBehalfOf?.userId]).toEqual([200, 'lena']);
    expect((await read('dana', other.id)).historyEvents[0]?.onBehalfOf?.name).toBe('Lena Stone');
  });
});

describe('who may decide', () => {
  test('COV-03: what is over the limit goes to the alternate', async () => {
    await cover('lena', 'otto', { amountLimit: 400, alternateId: 'hugo' });
    const over = await atLevel(400.01);
    expect([await rowIn('otto', over.id), (await rowIn('hugo', over.id))?.onBehalfOf?.userId]).toEqual([
      null,
      'lena',
    ]);
    expect((await approve('otto', over)).status).toBe(403);
    expect((await approve('hugo', over)).body.onBehalfOf?.userId).toBe('lena');
    const within = await atLevel(400);
    expect(await notCovered('lena')).toEqual([]);
    expect(await rowIn('hugo', within.id)).toBeNull();
    expect((await approve('hugo', within)).status).toBe(403);
    expect((await approve('otto', within)).status).toBe(200);
  });

  test('COV-03, COV-27: what the covering user wrote in stays with the absent approver, and is listed', async () => {
    await cover('lena', 'abel');
    const po = await submitted('dana', withTotal(500));
    const current = await read('abel', po.id);
    const edited = await as('abel').put(`/api/pos/${po.id}`, { ...current, description: 'Sofas, blue' });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    await approveAs(po, 'abel');
    expect(await rowIn('abel', po.id)).toBeNull();
    expect((await approve('abel', await read('abel', po.id))).status).toBe(403);
    const { body } = await as('ada').get<Cover[]>('/api/covers?showId=alpha1');
    expect(body.find(({ state }) => state === 'RUNNING')?.undecided).toBe(1);
    expect(await notCovered('lena')).toEqual([po.id]);
  });

  test('COV-03: a covering user who is away later stands in for nobody', async () => {
    await cover('lena', 'otto');
    await cover('otto', 'hugo');
    const po = await atLevel();
    expect(await rowIn('otto', po.id)).toBeNull();
    expect(await rowIn('hugo', po.id)).toBeNull();
    expect((await approve('otto', po)).status).toBe(403);
  });

  test('COV-05: department steps are covered for members of the department', async () => {
    await cover('abel', 'otto');
    const po = await submitted('dana', withTotal(500));
    expect((await rowIn('otto', po.id))?.onBehalfOf?.userId).toBe('abel');
    expect((await approve('otto', await read('otto', po.id))).status).toBe(200);
    expect((await read('dana', po.id)).workflow?.steps[0]?.status).toBe('APPROVED');
  });
});

describe('the end of a cover', () => {
  const sees = async (id: string) => (await as('otto').get(`/api/pos/${id}`)).status;

  test('COV-05: its last day ends the queue, the sight and the vote', async () => {
    await cover('lena', 'otto');
    const po = await atLevel();
    expect(await sees(po.id)).toBe(200);
    await endCovers();
    expect([await rowIn('otto', po.id), await sees(po.id)]).toEqual([null, 404]);
    expect((await approve('otto', po)).status).toBe(404);
    expect((await read('dana', po.id)).workflow?.currentStep?.approvers).toHaveLength(3);
  });

  test('COV-05: a cancelled cover ends at once, and a second cancel conflicts', async () => {
    const { id } = await cover('lena', 'otto');
    const po = await atLevel();
    const cancel = () => as('lena').delete<{ state?: string }>(`/api/covers/${id}?showId=alpha1`);
    expect((await cancel()).body.state).toBe('ENDED');
    expect([await rowIn('otto', po.id), await sees(po.id)]).toEqual([null, 404]);
    expect((await cancel()).status).toBe(409);
  });

  test('COV-05: an alternate who can no longer approve is removed', async () => {
    await cover('lena', 'otto', { alternateId: 'hugo' });
    await changeUser('hugo', { roleId: 'PO Creator' });
    const rows =
      await sql.alpha`SELECT alternate_id FROM covers WHERE ended_at IS NULL AND ends_at > '2026-06-01'`;
    await changeUser('hugo', { roleId: 'Approver' });
    expect(rows).toEqual([{ alternate_id: null }]);
  });

  test('COV-04: a cover that ends while the vote is stored stops the vote', async () => {
    const { id } = await cover('lena', 'otto');
    const po = await atLevel();
    await sql.alpha`CREATE TRIGGER late_cancel BEFORE INSERT ON document_events WHEN NEW.action = 'approve' BEGIN
      UPDATE covers SET ended_at = '2026-01-01T00:00:00.000Z' WHERE show_id = 'alpha1'; END`;
    const answer = await approve('otto', po);
    await sql.alpha`DROP TRIGGER late_cancel`;
    expect(answer.status).toBe(409);
    expect(await sql.alpha`SELECT decisions FROM covers WHERE id = ${id}`).toEqual([{ decisions: 0 }]);
    expect((await read('dana', po.id)).historyEvents).toHaveLength(2);
  });

  test('COV-01: before its first day a cover has no effect', async () => {
    await cover('lena', 'otto', { firstDay: dayIn(1) });
    const po = await atLevel();
    expect([await rowIn('otto', po.id), await sees(po.id)]).toEqual([null, 404]);
  });

  test('COV-05: drafts and other documents stay hidden from the covering user', async () => {
    await cover('lena', 'otto');
    const { id } = await create('dana');
    expect(await sees(id)).toBe(404);
  });

  test.each([
    ['the absent approver', 'lara', 'sol'],
    ['the covering user', 'hugo', 'sol'],
  ] as const)('COV-05: it ends when %s is deactivated', async (who, absent, covering) => {
    await cover(absent, covering);
    const name = who === 'the absent approver' ? absent : covering;
    expect((await changeUser(name, { isActive: false })).status).toBe(200);
    expect(await sql.alpha`SELECT 1 FROM covers WHERE ended_at IS NULL AND ends_at > '2026-06-01'`).toEqual(
      [],
    );
  });
});
