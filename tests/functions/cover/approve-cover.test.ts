import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onBehalfText } from '#domain/cover/cover';
import type { Cover } from '#domain/cover/cover-request';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { failAfter, runBeforeAnswer } from '../../support/worker/database/failing-d1.ts';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import { cover, dayIn, endCovers, postCover } from '../../support/worker/fixtures/covers.ts';
import { deliverQueued } from '../../support/worker/fixtures/digests.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import {
  historyFaults,
  openStudio,
  sent,
  setSettings,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import { connectEndpoints, network, register } from '../../support/worker/fixtures/webhooks.ts';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(() => setSettings('alpha1', { coversNeedApproval: true }));
afterEach(async () => {
  await setSettings('alpha1', { coversNeedApproval: false });
  await endCovers();
  await sql.alpha`UPDATE covers SET start_mailed_at = created_at, end_mailed_at = created_at`;
});

const approve = (
  name: PersonName,
  id: string,
): Promise<Answer<Cover & { code?: string; message?: string }>> =>
  as(name).post(`/api/covers/${id}/approve?showId=alpha1`);
const decline = (name: PersonName, id: string) => as(name).delete(`/api/covers/${id}?showId=alpha1`);

async function atLevel() {
  const po = await submitted('dana', withTotal(500));
  await approveAs(po, 'abel');
  return read('dana', po.id);
}

async function mails() {
  await sweepIn(0);
  const delivered = await deliverQueued();
  return delivered
    .filter(({ subject }) => subject.includes('cover'))
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`)
    .toSorted();
}

describe('a cover that awaits approval', () => {
  test('COV-17: it covers nothing until an administrator approves it', async () => {
    const { id, state } = await cover('lena', 'otto');
    expect(state).toBe('PENDING');
    const po = await atLevel();
    expect((await action('otto', 'approval', po)).status).toBe(404);
    const approved = await approve('ada', id);
    expect([approved.status, approved.body.state, approved.body.approvedBy?.userId]).toEqual([
      200,
      'RUNNING',
      'ada',
    ]);
    expect((await action('otto', 'approval', po)).status).toBe(200);
    expect((await read('dana', po.id)).historyEvents[0]?.onBehalfOf?.name).toBe('Lena Stone');
  });

  test('COV-24: history, vote and seal name who approved it; a changed name shows', async () => {
    const { id } = await cover('lena', 'otto');
    await approve('ada', id);
    const po = await atLevel();
    await action('otto', 'approval', po);
    const { historyEvents, workflow } = await read('dana', po.id);
    const { onBehalfOf } = historyEvents[0] ?? {};
    expect(onBehalfOf && onBehalfText(onBehalfOf)).toMatch(/, set by Lena Stone, approved by Ada Stone\)$/);
    const votes = workflow?.steps[1]?.approvers.flatMap(({ castBy }) => castBy ?? []);
    expect(votes).toMatchObject([{ userId: 'otto', approvedBy: 'Ada Stone' }]);
    expect(await historyFaults()).toEqual([]);
    await sql.alpha`UPDATE step_approvals SET cast_by = json_set(cast_by, '$.approvedBy', 'Otto Stone')
      WHERE document_id = ${po.id} AND cast_by IS NOT NULL`;
    expect(await historyFaults()).not.toEqual([]);
    await sql.alpha`UPDATE step_approvals SET cast_by = json_set(cast_by, '$.approvedBy', 'Ada Stone')
      WHERE document_id = ${po.id} AND cast_by IS NOT NULL`;
  });

  test('COV-17: repeated by the same administrator, the approved cover is answered', async () => {
    const { id } = await cover('lena', 'otto');
    const answers = await Promise.all([approve('ada', id), approve('ada', id)]);
    expect([...answers, await approve('ada', id)].map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('COV-17: users who manage no users, and those who take part, do not approve it', async () => {
    const { id } = await cover('lena', 'otto');
    for (const name of ['lena', 'otto', 'luis'] as const) expect((await approve(name, id)).status).toBe(403);
    await sql.alpha`UPDATE covers SET alternate_id = 'ada', alternate_name = 'Ada Stone' WHERE id = ${id}`;
    expect((await approve('ada', id)).status).toBe(403);
    expect((await approve('ada', 'alpha1_none')).status).toBe(404);
  });

  test('COV-17: one that has ended or was declined is not approved any more', async () => {
    const { id } = await cover('lena', 'otto');
    expect((await decline('ada', id)).status).toBe(200);
    expect([(await approve('ada', id)).status, (await approve('ada', id)).body.code]).toEqual([
      409,
      'WORKFLOW_CONFLICT',
    ]);
  });

  test('COV-17: its people are checked again', async () => {
    const { id } = await cover('lena', 'otto', { firstDay: dayIn(2), lastDay: dayIn(4) });
    const own = await cover('otto', 'luis', { firstDay: dayIn(4), lastDay: dayIn(5) });
    expect((await approve('ada', id)).body.message).toBe('Otto Stone is away on some of these days.');
    expect((await approve('ada', own.id)).body.state).toBe('UPCOMING');
  });

  test('COV-17: one that an administrator sets for another user needs none, nor does one in a show without', async () => {
    expect((await cover('ada', 'otto', { userId: 'lena' })).state).toBe('RUNNING');
    await endCovers();
    await setSettings('alpha1', { coversNeedApproval: false });
    expect((await cover('lena', 'otto')).state).toBe('RUNNING');
  });

  test('COV-07, COV-17: it keeps its days', async () => {
    await cover('lena', 'otto');
    expect((await postCover('lena', { coveringId: 'luis' })).body.message).toContain('already covered');
  });
});

test('COV-18: Show Admins are mailed the request, the absent user the decision, and endpoints get the request', async () => {
  sent.outbox.length = 0;
  await register(['cover.requested']);
  network.received.length = 0;
  const { id } = await cover('lena', 'otto', { firstDay: dayIn(1) });
  expect(await mails()).toEqual(['ada: Lena Stone asks for a cover by Otto Stone (Alpha Station)']);
  expect(await mails()).toEqual([]);
  expect(network.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'cover.requested', data: { document: null, cover: { id, userId: 'lena', coveringId: 'otto' } } },
  ]);
  await approve('ada', id);
  await approve('ada', id);
  expect(await mails()).toEqual(['lena: Your cover by Otto Stone is approved (Alpha Station)']);
  const other = await cover('luis', 'otto');
  await mails();
  await decline('ada', other.id);
  expect(await mails()).toEqual(['luis: Your cover by Otto Stone was declined (Alpha Station)']);
});

/** Calls with another database of the first show. */
async function withDatabase<T>({ SHOWS_0 }: Env, call: () => Promise<T>): Promise<T> {
  const { SHOWS_0: real } = studioEnv;
  Object.assign(studioEnv, { SHOWS_0 });
  try {
    return await call();
  } finally {
    Object.assign(studioEnv, { SHOWS_0: real });
  }
}

test('COV-18: a decision whose answer is lost has its e-mail, once', async () => {
  const { id } = await cover('lena', 'otto');
  const other = await cover('luis', 'hugo');
  expect((await withDatabase(failAfter(1), () => approve('ada', id))).status).toBe(500);
  expect((await withDatabase(failAfter(1), () => decline('ada', other.id))).status).toBe(500);
  expect((await approve('ada', id)).status).toBe(200);
  const jobs = await sql.alpha`SELECT effect_key FROM outbox WHERE kind = 'cover-mail'
    AND payload ->> 'coverId' IN (${id}, ${other.id}) ORDER BY effect_key`;
  const expected = [`cover:${id}:approved:lena`, `cover:${other.id}:declined:luis`];
  expect(jobs.map((row) => row['effect_key'])).toEqual(expected.toSorted());
});

test('COV-17: a cover that another administrator has approved meanwhile is not declined', async () => {
  const { id } = await cover('lena', 'otto', { firstDay: dayIn(1) });
  await mails();
  const approveFirst = runBeforeAnswer(
    (values) => values.includes(id),
    async () => {
      await sql.alpha`UPDATE covers SET awaits_approval = 0, approved_by_id = 'vera' WHERE id = ${id}`;
    },
  );
  const declined = await withDatabase(approveFirst, () => decline('ada', id));
  expect([declined.status, await mails()]).toEqual([409, []]);
  const covers = await as('ada').get<{ id: string; state: string }[]>('/api/covers?showId=alpha1');
  expect(covers.body.find((one) => one.id === id)?.state).toBe('UPCOMING');
});

test('COV-17: approving a cover takes at most five round trips', async () => {
  const { id } = await cover('lena', 'otto');
  const counted = countTrips();
  const { answer, cost } = await measureCost(() => approve('ada', id));
  counted.stop();
  expect(answer.status).toBe(200);
  expect(cost.trips).toBeLessThanOrEqual(5);
});
