import { beforeAll, describe, expect, test } from 'vitest';
import { expectWholeChain, fifty, sideRows, tally } from '../../support/worker/concurrency.ts';
import { ledger } from '../../support/worker/accounting/sandbox.ts';
import { action, as, withTotal, read, sessionOf, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, pushesOf, studioEnv } from '../../support/worker/fixtures/studio.ts';

const bravoApprovers = ['bea', 'ben', 'bob', 'bill', 'bess'] as const;
const changeMembers = (query: string) => studioEnv.DIRECTORY.prepare(query).run();

beforeAll(async () => {
  await openStudio();
  await Promise.all([...bravoApprovers, 'nora' as const].map((name) => sessionOf(name)));
});

describe('fifty concurrent actions on an approved order', () => {
  /** An order approved by Bea and pushed once. */
  async function approvedIn(amount: number) {
    const po = await submitted('nora', withTotal(amount), 'bravo2');
    expect((await action('bea', 'approval', po)).status).toBe(200);
    return po.id;
  }
  const adjust = (name: PersonName, poId: string) =>
    as(name).post<{ code?: string }>('/api/workflows/adjust', { poId, reason: `By ${name}` });

  test('DEC-82, DEC-26: fifty requests of five approvers and the owner create one change order', async () => {
    const id = await approvedIn(180);
    const names = fifty((n) => [...bravoApprovers, 'nora' as const][n % 6] ?? 'nora');
    const answers = await Promise.all(names.map((name) => adjust(name, id)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 });
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'WORKFLOW_CONFLICT']));
    const winner = names.find((_name, n) => answers[n]?.status === 200);
    const after = await read('nora', id);
    expect(after).toMatchObject({
      status: 'DRAFT',
      ownerId: winner,
      currentChangeOrderNumber: 1,
      newestChangeOrderNumber: 1,
      changeOrders: [{ changeOrderNumber: 1, status: 'DRAFT' }],
      lockedLineCount: 1,
      notes: [{ content: `By ${winner}`, context: 'ADJUSTMENT', changeOrderNumber: 1 }],
    });
    expect((await expectWholeChain('bravo2', id)).filter(({ action: did }) => did === 'adjust')).toHaveLength(
      1,
    );
  });

  test('DEC-82, DEC-25/13, DEC-25/16: either a change order or a void takes effect, and nothing of the other', async () => {
    await changeMembers(`UPDATE memberships SET void_po = 1 WHERE show_id = 'bravo2' AND user_id = 'bea'`);
    const id = await approvedIn(190);
    const whole = { id, showId: 'bravo2' };
    const answers = await Promise.all(
      fifty((n) =>
        n % 2 === 0
          ? adjust('ben', id)
          : action('bea', 'void', whole, { reason: 'Mistake', changeOrderNumber: 0 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const events = (await expectWholeChain('bravo2', id)).map((event) => event.action);
    const adjusted = events[3] === 'adjust';
    expect(events).toEqual(['create', 'submit', 'approve', adjusted ? 'adjust' : 'void']);
    const after = await read('nora', id);
    expect([after.status, after.changeOrders.length, after.newestChangeOrderNumber]).toEqual(
      adjusted ? ['DRAFT', 1, 1] : ['VOID', 0, 0],
    );
    expect(after.notes.map(({ context }) => context)).toEqual([adjusted ? 'ADJUSTMENT' : 'VOID']);
    expect(await sideRows('bravo2', id)).toMatchObject({ votes: 1, notes: 1, waiting: 0, snapshots: 1 });
  });

  test('DEC-26, DEC-82: fifty discards and voids end a change order once', async () => {
    const id = await approvedIn(200);
    expect((await adjust('bea', id)).status).toBe(200);
    const whole = { id, showId: 'bravo2' };
    const answers = await Promise.all(
      fifty((n) =>
        n % 2 === 0
          ? as('bea').post(`/api/pos/${id}/discard-change-order`)
          : action('bea', 'void', whole, { reason: 'Mistake', changeOrderNumber: 1 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const ended = (await expectWholeChain('bravo2', id)).at(-1)?.action;
    const after = await read('nora', id);
    expect([after.status, after.currentChangeOrderNumber, after.ownerId, after.totalCost]).toEqual([
      'APPROVED',
      0,
      'nora',
      200,
    ]);
    expect([after.newestChangeOrderNumber, after.changeOrders.map(({ status }) => status)]).toEqual(
      ended === 'discard' ? [0, []] : [1, ['VOID']],
    );
  });

  test('DEC-61, DEC-82: ten concurrent pushes leave one purchase order in accounting, with one amount', async () => {
    const id = await approvedIn(210);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => as('nora').post(`/api/pos/push/${id}`)),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const pushed = answers.filter(({ status }) => status === 200).length;
    const events = await expectWholeChain('bravo2', id);
    expect(events.filter((event) => event.action === 'push')).toHaveLength(pushed);
    const keys = new Set((await pushesOf(id)).map((entry) => `${entry.kind} ${entry.total_cents}`));
    expect([...keys]).toEqual(['PO_PUSH 21000']);
    const books = await ledger
      .prepare('SELECT total_cents, is_void FROM purchase_orders WHERE doc_id = ?')
      .bind(id)
      .all();
    expect(books.results).toEqual([{ total_cents: 21_000, is_void: 0 }]);
    const sent = (await read('nora', id)).sendHistoryResource;
    expect([sent.length, sent.every((entry) => entry.isSuccessful)]).toEqual([pushed + 1, true]);
  });
});
