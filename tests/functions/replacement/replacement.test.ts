import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';
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
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import {
  atLevel,
  listed,
  postPreview,
  preview,
  readReplacement,
  replace,
  sinceOf,
  start,
} from '../../support/worker/replacements.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { added, get, level } from '../../support/worker/fixtures/templates.ts';
import { openStudio, sql, studioEnv, waitingFor } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

let flow: WorkflowTemplate;

/** Each test has its own flow: Abel or Grace of the department, then two of Lena, Luis and Lara, then Sol above 1,000. */
beforeEach(async () => {
  await sql.alpha`UPDATE workflows SET current_order = NULL`;
  flow = await added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [
      level(['abel', 'grace'], { kind: 'DEPARTMENT' }),
      level(['lena', 'luis', 'lara'], { approvalsNeeded: 2, amountLimit: 1000 }),
      level(['sol', 'lena']),
    ],
  });
});

const listedInFlow = async () =>
  (await get('PURCHASE_ORDER', flow.id)).body.steps.map(({ approvers }) =>
    approvers.map(({ userId }) => userId).join(' '),
  );
describe('the preview', () => {
  test('REPL-02: it lists flows, steps, and documents with their sums, and changes nothing', async () => {
    const now = await atLevel(500);
    const later = await submitted('dana', withTotal(200));
    const body = await preview('lena', 'otto', flow.id);
    expect(body).toMatchObject({
      state: 'PREVIEW',
      former: { userId: 'lena', name: 'Lena Stone' },
      replacement: { userId: 'otto', name: 'Otto Stone' },
      documents: 2,
      replaced: 2,
      exceptions: [],
      differences: [],
    });
    expect(body.flows).toEqual([
      {
        id: flow.id,
        name: flow.name,
        templateType: 'PURCHASE_ORDER',
        steps: [
          { step: 'Step 2', outcome: 'REPLACED', reason: null, departments: [] },
          { step: 'Step 3', outcome: 'REPLACED', reason: null, departments: [] },
        ],
      },
    ]);
    expect(body.totals).toEqual([
      { docType: 'PO', currencyCode: 'USD', waiting: 1, amount: 500, later: 1, laterAmount: 200 },
    ]);
    expect(await waitingFor(now.id)).toEqual(['lara', 'lena', 'luis']);
    expect(listed(await read('dana', later.id))).toEqual(listed(later));
    expect((await get('PURCHASE_ORDER', flow.id)).body.version).toBe(1);
  });

  test('REPL-02: a department step says whether the new approver is in the departments of the former one', async () => {
    const { flows } = await preview('abel', 'otto', flow.id);
    expect(flows[0]?.steps[0]?.departments).toEqual([{ name: 'Art', isMember: false }]);
  });

  test('REPL-02: all flows are previewed, and none with an unknown flow', async () => {
    const { flows } = await preview('lena', 'otto');
    expect(flows.length).toBeGreaterThan(1);
    expect((await postPreview('lena', 'otto', 'none')).status).toBe(404);
  });

  test('REPL-01: it is refused for users who cannot approve, for oneself and without the permission', async () => {
    const refused = async (former: string, next: string, name: PersonName = 'ada') => {
      const { status, body } = await postPreview(former, next, null, name);
      return [status, body.code, body.message];
    };
    const invalid = (message: string) => [400, 'invalid_parameter', message];
    expect(await refused('lena', 'lena')).toEqual(invalid('The new approver must be another user.'));
    expect(await refused('lena', 'ada')).toEqual(invalid('You cannot name yourself as the new approver.'));
    expect(await refused('lena', 'nora')).toEqual(invalid('The new approver is not in this show.'));
    const unable = 'Dana Stone cannot approve documents in this show.';
    expect(await refused('lena', 'dana')).toEqual(invalid(unable));
    expect((await refused('nora', 'otto')).slice(0, 2)).toEqual([404, 'USER_NOT_FOUND']);
    expect((await refused('lena', 'otto', 'abel')).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
    const { id } = await preview('lena', 'otto');
    expect((await start(id, 'abel')).status).toBe(403);
    expect((await readReplacement(id)).state).toBe('PREVIEW');
  });
});

describe('the replacement', () => {
  test('REPL-03, REPL-04: flow and documents change in place; votes, steps and waiting time stay', async () => {
    const po = await atLevel();
    await approveAs(po, 'luis');
    const first = await submitted('dana', withTotal(300));
    const before = await sinceOf(po.id);
    const result = await replace('lena', 'otto', flow.id);
    expect(result).toMatchObject({ state: 'DONE', documents: 2, processed: 2, replaced: 2, differences: [] });
    const after = await read('dana', po.id);
    expect(listed(after)).toEqual(['abel', 'otto luis lara']);
    expect(after.workflow?.steps[1]?.approvers.map(({ hasApproved }) => hasApproved)).toEqual([
      false,
      true,
      false,
    ]);
    expect([after.status, after.workflow?.currentStep?.id]).toEqual([
      'APPROVED_BY_DEPARTMENT_APPROVER',
      po.workflow?.currentStep?.id,
    ]);
    expect(await waitingFor(po.id)).toEqual(['lara', 'otto']);
    expect(await sinceOf(po.id)).toEqual(before);
    expect(await waitingFor(first.id)).toEqual(['abel']);
    expect(await listedInFlow()).toEqual(['abel grace', 'otto luis lara', 'sol otto']);
    expect((await action('lena', 'approval', after)).status).toBe(404);
    expect((await approveAs(po, 'otto')).body.status).toBe('APPROVED');
  });

  test('REPL-03: a vote that was given stays, and its step too', async () => {
    const po = await atLevel();
    await approveAs(po, 'lena');
    const result = await replace('lena', 'otto', flow.id);
    expect(listed(await read('dana', po.id))?.[1]).toBe('lena luis lara');
    // The last step is not needed for this total.
    expect([result.documents, result.totals]).toEqual([
      1,
      [{ docType: 'PO', currencyCode: 'USD', waiting: 0, amount: 0, later: 0, laterAmount: 0 }],
    ]);
    expect((await approveAs(po, 'luis')).body.status).toBe('APPROVED');
  });

  test('REPL-03: steps above the total pass as well, because an edit may need them', async () => {
    const po = await atLevel(500);
    await replace('lena', 'otto', flow.id);
    const rows = await sql.alpha<{
      users: string;
    }>`SELECT group_concat(a.user_id, ' ') AS users FROM workflow_steps s
      JOIN workflow_step_approvers a ON a.step_id = s.id WHERE s.workflow_id = (SELECT workflow_id FROM documents
      WHERE id = ${po.id}) AND s.step_order = 3 GROUP BY s.id`;
    expect(rows).toEqual([{ users: 'otto sol' }]);
  });

  test('REPL-03: the new approver’s own documents stay with the former approver and are named', async () => {
    const [own, other] = [await atLevel(), await atLevel()];
    await sql.alpha`UPDATE documents SET owner_id = 'otto' WHERE id = ${own.id}`;
    const result = await replace('lena', 'otto', flow.id);
    await sql.alpha`UPDATE documents SET owner_id = creator_id WHERE id = ${own.id}`;
    expect([result.replaced, result.exceptionCount]).toEqual([1, 1]);
    expect(result.exceptions.map(({ docId, steps }) => [docId, steps[0]?.outcome, steps[0]?.reason])).toEqual(
      [[own.id, 'STAYS', 'OWNED']],
    );
    expect(await waitingFor(own.id)).toEqual(['lara', 'lena', 'luis']);
    expect(await waitingFor(other.id)).toEqual(['lara', 'luis', 'otto']);
    expect(await listedInFlow()).toEqual(['abel grace', 'otto luis lara', 'sol otto']);
  });

  test('REPL-03: a department step stays when the new approver is not in the department', async () => {
    const po = await submitted('dana', withTotal(500));
    const result = await replace('abel', 'otto', flow.id);
    expect(result.exceptions).toEqual([
      {
        docId: po.id,
        docType: 'PO',
        number: `ART-${po.poNumber}`,
        steps: [{ order: 1, step: 'Department', outcome: 'STAYS', reason: 'DEPARTMENT' }],
      },
    ]);
    expect(await waitingFor(po.id)).toEqual(['abel']);
  });

  test('REPL-03: a step with both is merged, unless too few would remain for its votes', async () => {
    const po = await atLevel();
    const voted = await atLevel();
    await approveAs(voted, 'luis');
    const result = await replace('lena', 'luis', flow.id);
    const stepsOf = (id: string) =>
      result.exceptions
        .find(({ docId }) => docId === id)
        ?.steps.map(({ outcome, reason }) => [outcome, reason]);
    expect(stepsOf(po.id)).toEqual([
      ['MERGED', 'LISTED'],
      ['REPLACED', null],
    ]);
    expect(stepsOf(voted.id)?.[0]).toEqual(['MERGED', 'VOTED']);
    expect(await waitingFor(po.id)).toEqual(['lara', 'luis']);
    expect(await waitingFor(voted.id)).toEqual(['lara']);
    expect((await approveAs(voted, 'lara')).body.status).toBe('APPROVED');
    const last = await replace('lara', 'luis', flow.id);
    expect(last.exceptions.find(({ docId }) => docId === po.id)?.steps).toEqual([
      { order: 2, step: 'Step 2', outcome: 'STAYS', reason: 'TOO_FEW' },
    ]);
    expect(last.flows[0]?.steps).toMatchObject([{ outcome: 'STAYS', reason: 'TOO_FEW' }]);
    expect((await approveAs(po, 'luis', 'lara')).body.status).toBe('APPROVED');
  });

  test('REPL-03, COV-04: a vote on behalf of another approver counts as a vote of the step', async () => {
    await cover('luis', 'otto');
    const po = await atLevel();
    expect((await action('otto', 'approval', po)).status).toBe(200);
    const result = await replace('lena', 'otto', flow.id);
    expect(result.exceptions[0]?.steps[0]).toMatchObject({ outcome: 'MERGED', reason: 'VOTED' });
    expect(await waitingFor(po.id)).toEqual(['lara']);
    await endCovers();
  });

  test('REPL-03, COV-05: the cover of the former approver no longer applies to the documents', async () => {
    await cover('lena', 'hugo');
    const po = await atLevel();
    await replace('lena', 'otto', flow.id);
    expect((await action('hugo', 'approval', po)).status).toBe(404);
    await endCovers();
  });

  test('REPL-04: a document that is submitted afterwards has the new approver', async () => {
    await replace('lena', 'otto', flow.id);
    expect(listed(await submitted('dana', withTotal(500)))?.[1]).toBe('otto luis lara');
  });

  test('REPL-04: only the chosen flow changes', async () => {
    const other = await added('PURCHASE_ORDER', { steps: [level(['lena'])] });
    await replace('lena', 'otto', flow.id);
    expect((await get('PURCHASE_ORDER', other.id)).body.version).toBe(1);
    await replace('lena', 'otto');
    expect((await get('PURCHASE_ORDER', other.id)).body.steps[0]?.approvers[0]?.userId).toBe('otto');
  });

  test('REPL-03: drafts, approved and returned documents do not change', async () => {
    const back = await atLevel();
    await action('luis', 'revision', back, { reason: 'Cheaper' });
    const done = await atLevel();
    await approveAs(done, 'luis', 'lara');
    const draft = await create('dana');
    const before = await Promise.all([back, done, draft].map(({ id }) => read('dana', id)));
    await replace('lena', 'otto', flow.id);
    expect(await Promise.all([back, done, draft].map(({ id }) => read('dana', id)))).toEqual(before);
  });

  test('REPL-06, DEC-90: the event names both and the administrator, and the histories verify', async () => {
    const po = await atLevel();
    await replace('lena', 'otto', flow.id);
    const { changes } = await read('dana', po.id);
    expect(changes).toMatchObject([
      {
        userName: 'Ada Stone',
        action: 'replace-approver',
        summary: 'replaced Lena Stone with Otto Stone',
        fields: [
          { label: 'Approver of Step 2', before: 'Lena Stone', after: 'Otto Stone' },
          { label: 'Approver of Step 3', before: 'Lena Stone', after: 'Otto Stone' },
        ],
      },
    ]);
    await approveAs(po, 'otto');
    const { faults } = await verifyHistories(storeFor(studioEnv, { id: 'alpha1', shard: 0 }));
    expect(faults.filter(({ documentId }) => documentId === po.id)).toEqual([]);
  });

  test('REPL-06: the former approver no longer sees the document, and the counts of both are right', async () => {
    const po = await atLevel();
    await replace('lena', 'otto', flow.id);
    expect((await as('lena').get(`/api/pos/${po.id}?showId=alpha1`)).status).toBe(404);
    expect((await as('otto').get(`/api/pos/${po.id}?showId=alpha1`)).status).toBe(200);
    const counted = await sql.alpha`SELECT user_id, document_id FROM document_approvers
      EXCEPT SELECT a.user_id, w.document_id FROM workflows w JOIN workflow_steps s ON s.workflow_id = w.id
        JOIN workflow_step_approvers a ON a.step_id = s.id WHERE w.is_latest = 1`;
    expect(counted).toEqual([]);
  });

  test('REPL-05: the page of a user says what waits for them, and lists their replacements', async () => {
    await atLevel();
    const path = '/api/replacements?showId=alpha1&userId=lena';
    const before = await as('ada').get<{ documents: number; flows: number }>(path);
    expect([before.status, before.body.documents]).toEqual([200, 1]);
    const { id } = await replace('lena', 'otto', flow.id);
    const { body } = await as('ada').get<{ documents: number; replacements: { id: string }[] }>(path);
    expect([body.documents, body.replacements[0]?.id]).toEqual([0, id]);
    expect((await as('abel').get(path)).status).toBe(403);
  });
});
