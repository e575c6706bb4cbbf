import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  action,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const submit = (name: PersonName, id: string) =>
  as(name).put<PurchaseOrder & { code?: string }>(`/api/pos/${id}/submit/?r=0`);

async function setMembership(name: PersonName, change: { role?: string; isActive?: 0 | 1 }): Promise<void> {
  const { role = 'Approver', isActive = 1 } = change;
  await sql.directory`UPDATE memberships SET role = ${role}, is_active = ${isActive} WHERE show_id = 'alpha1'
    AND user_id = ${name}`;
}

beforeEach(async () => {
  for (const name of ['abel', 'lena', 'luis', 'lara'] as const) await setMembership(name, {});
});

const levelOf = (po: PurchaseOrder) => po.workflow?.steps[1];
const missingOf = (po: PurchaseOrder) =>
  levelOf(po)?.missingApprovers.map(({ name, reason }) => [name, reason]);

describe('at submit', () => {
  test('DEC-21: a listed user whose role cannot approve is no approver of a new submission', async () => {
    await setMembership('lena', { role: 'PO Creator' });
    const po = await submitted('dana', withTotal(500));
    expect(levelOf(po)?.approvers.map(({ name }) => name)).toEqual(['Luis Stone', 'Lara Stone']);
    await setMembership('abel', { role: 'PO Creator' });
    const { id } = await create('dana');
    const refused = await submit('dana', id);
    expect([refused.status, refused.body.code]).toEqual([422, 'POS_NO_DEPARTMENT_MEMBERS']);
  });

  test('DEC-23: with too few approvers the number is unchanged, and the answer names the missing ones', async () => {
    await setMembership('luis', { isActive: 0 });
    await setMembership('lara', { role: 'PO Creator' });
    const { id } = await create('dana', withTotal(500));
    const answer = await submit('dana', id);
    expect(answer.status).toBe(200);
    expect(levelOf(answer.body)?.approvalsNeeded).toBe(2);
    expect(missingOf(answer.body)).toEqual([
      ['Luis Stone', 'INACTIVE'],
      ['Lara Stone', 'ROLE'],
    ]);
    await action('abel', 'approval', answer.body);
    expect((await action('lena', 'approval', await read('lena', id))).status).toBe(200);
    const after = await read('dana', id);
    expect(after.status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    expect(after.workflow?.currentStep?.id).toBe(levelOf(after)?.id);
    await setMembership('lara', {});
    expect(missingOf(await read('dana', id))).toEqual([
      ['Luis Stone', 'INACTIVE'],
      ['Lara Stone', 'RESUBMIT'],
    ]);
  });

  test('DEC-23: approvers that are deactivated do not lower the number of approvals needed', async () => {
    const setActive = async (isActive: boolean) => {
      for (const name of ['luis', 'lara'])
        expect((await as('ada').patch(`/api/users/${name}?showId=alpha1`, { isActive })).status).toBe(200);
    };
    await setActive(false);
    const po = await submitted('dana', withTotal(500));
    expect(levelOf(po)).toMatchObject({ approvalsNeeded: 2, isFinal: true });
    await approveAs(po, 'abel', 'lena');
    expect((await read('dana', po.id)).status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    await setActive(true);
  });

  test('DEC-23: no approver is named as missing while enough are left', async () => {
    await setMembership('lara', { isActive: 0 });
    expect(missingOf(await submitted('dana', withTotal(500)))).toEqual([]);
  });
});

describe('at a decision', () => {
  test('DEC-21: a user whose role changed since the submission can neither approve nor take another action', async () => {
    const po = await submitted('dana');
    await setMembership('abel', { role: 'PO Creator' });
    for (const decision of ['approval', 'revision', 'void'] as const) {
      const answer = await action('abel', decision, po, { reason: 'because' });
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await read('dana', po.id)).workflow?.steps[0]?.missingApprovers).toMatchObject([
      { userId: 'abel', reason: 'ROLE' },
    ]);
    await setMembership('abel', {});
    expect((await action('abel', 'approval', po)).status).toBe(200);
  });

  test('DEC-21: a user who has left the document’s department cannot approve its department step', async () => {
    const po = await submitted('dana');
    const set = (isActive: 0 | 1) =>
      sql.alpha`UPDATE department_members SET is_active = ${isActive} WHERE user_id = 'abel'`;
    await set(0);
    expect((await action('abel', 'approval', po)).body.code).toBe('FORBIDDEN');
    await set(1);
    expect((await action('abel', 'approval', po)).status).toBe(200);
  });

  test('DEC-21: a change of role or membership removes documents from the queue and adds them again', async () => {
    const po = await submitted('dana');
    const change = async (json: Record<string, unknown>) => {
      expect((await as('ada').patch('/api/users/abel?showId=alpha1', json)).status).toBe(200);
    };
    const meta = async () =>
      (await as('abel').get<{ awaitingApproval: { po: number } }>('/api/users/meta?showId=alpha1')).body
        .awaitingApproval.po;
    const before = await meta();
    expect(before).toBeGreaterThan(0);
    await change({ roleId: 'PO Creator' });
    expect([await waitingFor(po.id), await meta()]).toEqual([[], 0]);
    await change({ roleId: 'Approver' });
    expect([await waitingFor(po.id), await meta()]).toEqual([['abel'], before]);
    await change({ isActive: false });
    expect(await waitingFor(po.id)).toEqual([]);
    await change({ isActive: true });
    expect(await waitingFor(po.id)).toEqual(['abel']);
  });
});
