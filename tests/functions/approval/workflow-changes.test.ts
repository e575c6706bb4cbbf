import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TemplateBody } from '#domain/workflow/workflow-template';
import { action, approveAs, as, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { adjust, discard, oneMoreLine, save, submit } from '../../support/worker/fixtures/change-orders.ts';
import { added, bodyOf, level, put } from '../../support/worker/fixtures/templates.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

beforeAll(openStudio);

let orders: WorkflowTemplate;

beforeEach(async () => {
  const steps = [level(['abel', 'grace'], { kind: 'DEPARTMENT' }), level(['lena', 'luis'])];
  orders = await added('PURCHASE_ORDER', { makeDefaultType: true, steps });
});

const changed = async (own: Partial<TemplateBody>) => {
  const answer = await put(orders, { ...bodyOf(orders), ...own });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

describe('another workflow of a submitted order', () => {
  test('DEC-90, DEC-65: a restart is an entry with the workflow’s version and the votes before and after', async () => {
    const po = await submitted('dana', withTotal(500));
    await approveAs(po, 'abel');
    await changed({ steps: [level(['hugo'])], resetItemsInProgress: true });
    const { changes, contentVersion } = await read('dana', po.id);
    expect(changes).toMatchObject([
      {
        userName: 'Ada Stone',
        summary: 'restarted the approval on a new version of the flow',
        contentVersion,
        fields: [
          {
            label: 'Approval flow',
            before: `${orders.name} (version 1)`,
            after: `${orders.name} (version 2)`,
          },
          { label: 'Approvals', before: 'Abel Stone', after: '' },
        ],
      },
    ]);
  });

  test('DEC-90: an order that is submitted again after its workflow changed lists both versions', async () => {
    const po = await submitted('dana', withTotal(500));
    await action('abel', 'revision', await read('abel', po.id), { reason: 'Cheaper' });
    await changed({ steps: [level(['hugo'])] });
    expect((await as('dana').put(`/api/pos/${po.id}/submit`)).status).toBe(200);
    expect((await read('dana', po.id)).changes).toMatchObject([
      {
        summary: 'changed approval flow',
        fields: [{ before: `${orders.name} (version 1)`, after: `${orders.name} (version 2)` }],
      },
    ]);
  });

  test.each(['discarded', 'voided'] as const)(
    'DEC-26, DEC-90: a change order that was pulled back and %s names the workflow that applies again',
    async (how) => {
      const po = await submitted('dana', withTotal(500));
      await approveAs(po, 'abel', 'lena');
      const { body } = await adjust('lena', po.id);
      await save('lena', body, { lineItems: oneMoreLine(body) });
      await changed({ steps: [level(['hugo'])] });
      expect((await submit('lena', po.id)).status).toBe(200);
      expect((await as('lena').put(`/api/pos/${po.id}/pull-from-approval`)).status).toBe(200);
      const ended =
        how === 'discarded'
          ? await discard('lena', po.id)
          : await action('lena', 'void', await read('lena', po.id), { workflowId: null, reason: 'No' });
      expect(ended.status, JSON.stringify(ended.body)).toBe(200);
      const after = await read('dana', po.id);
      expect(after.workflow?.steps).toHaveLength(2);
      expect(after.changes[0]?.fields).toContainEqual(
        expect.objectContaining({
          label: 'Approval flow',
          before: `${orders.name} (version 2)`,
          after: `${orders.name} (version 1)`,
        }),
      );
    },
  );
});
