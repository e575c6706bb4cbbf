import { beforeAll, expect, test } from 'vitest';
import { readTaskStatuses } from '#verbs/pdf/pdf-tasks';
import { running } from '../../support/pdf/task-messages.ts';
import { openStudio, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { create } from '../../support/worker/fixtures/client.ts';
import { pdfBody, startPdf } from '../../support/worker/fixtures/pdf.ts';

beforeAll(openStudio);

async function taskOfDana(): Promise<string> {
  const { id } = await create('dana');
  return (await startPdf('dana', pdfBody('PO', id))).body.data?.taskId ?? '';
}

test('DEC-56, RT-11: tasks are read together, each only for its requester', async () => {
  const [one, two] = [await taskOfDana(), await taskOfDana()];
  const statuses = await readTaskStatuses(studioEnv, [
    { taskId: two, userId: 'dana' },
    { taskId: one, userId: 'otto' },
    { taskId: 'alpha1_none', userId: 'dana' },
    { taskId: 'bravo2_none', userId: 'dana' },
    { taskId: 'without a show', userId: 'dana' },
    { taskId: one, userId: 'dana' },
  ]);
  expect(statuses).toEqual([running(two), null, null, null, null, running(one)]);
});

test('DEC-56: a shard that cannot be read does not affect tasks of other shards', async () => {
  const taskId = await taskOfDana();
  const away = () => Promise.reject(new Error('away'));
  const statement = { bind: () => statement, all: away, raw: away, first: away };
  const broken = { withSession: () => ({ prepare: () => statement, batch: away }) };
  const env = { ...studioEnv, SHOWS_1: broken } as unknown as Env;
  expect(await readTaskStatuses(env, [{ taskId, userId: 'dana' }])).toEqual([running(taskId)]);
  const brokenEnv = { ...studioEnv, SHOWS_0: broken } as unknown as Env;
  expect(await readTaskStatuses(brokenEnv, [{ taskId, userId: 'dana' }])).toEqual([null]);
});
