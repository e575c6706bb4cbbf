import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, read } from '../../support/worker/fixtures/client.ts';
import { runImport, check, csv, ordersOf, stateOf } from '../../support/worker/fixtures/imports.ts';
import { deliver, sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, rowsOf, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(forgetSent);

describe('importing purchase orders', () => {
  test('DEC-17, DEC-52, DEC-54: each becomes a draft like one of the form, in file order, with its history; none is submitted', async () => {
    const file = csv(
      'in-1,Art,Lumen Rentals,First in,2026-11-03,Sofa,2,"1,250.50",6100,T1,Rush',
      'in-1,,,,,Delivery,1,80,,,',
      'in-2,Art,Anvil Props,Second in,,Hammer,1,10,6100,,',
    );
    const { status, body } = await runImport(file, 2);
    expect([status, body]).toEqual([
      200,
      { id: body.id, fileName: 'pos.csv', status: 'done', total: 2, created: 2, failed: [] },
    ]);
    const [first, second] = await ordersOf('% in');
    expect([first?.description, second?.description]).toEqual(['First in', 'Second in']);
    expect(await read('dana', first?.id ?? '')).toMatchObject({
      status: 'DRAFT',
      submissionStatus: 'Draft',
      poDate: '2026-11-03',
      totalCost: 2581,
      department: { name: 'Art' },
      vendor: { name: 'Lumen Rentals', isTemporary: false },
      vendorAddress: { address1: '1 Stage Way' },
      notes: [{ content: 'Rush', commenter: { id: 'dana' } }],
      lineItems: [
        { description: 'Sofa', quantity: 2, unitCost: 1250.5, coding: { ACCOUNT: '6100' }, taxCode: 'T1' },
        { description: 'Delivery', quantity: 1, unitCost: 80 },
      ],
    });
    const events = await sql.alpha`SELECT action, actor_id FROM document_events
      WHERE document_id = ${first?.id ?? ''}`;
    expect(events).toEqual([{ action: 'create', actor_id: 'dana' }]);
    const { body: list } = await as('dana').post<{ poS: { id: string }[]; total: number }>(
      '/api/pos/filter',
      {
        showId: 'alpha1',
        importId: body.id,
      },
    );
    expect(list.total).toBe(2);
    expect(list.poS.map(({ id }) => id).toSorted()).toEqual([first?.id, second?.id].toSorted());
  });

  test('DEC-99: the same call returns the same import, and the same file creates nothing twice', async () => {
    const file = csv('same-1,Art,Lumen Rentals,Once only,,Sofa,1,10,6100,,');
    const key = crypto.randomUUID();
    const first = await runImport(file, 1, key);
    expect((await runImport(file, 1, key)).body).toEqual(first.body);
    expect((await check(file)).body).toMatchObject({ ready: 0, entries: [{ state: 'known' }], faults: [] });
    expect((await runImport(file, 1)).body.code).toBe('WORKFLOW_CONFLICT');
    const more = `${file}\r\nsame-2,Art,Lumen Rentals,Once more,,Sofa,1,10,6100,,`;
    expect((await runImport(more, 2)).body).toMatchObject({ code: 'WORKFLOW_CONFLICT' });
    expect((await runImport(more, 1)).body).toMatchObject({ total: 1, created: 1 });
    expect(await ordersOf('Once %')).toHaveLength(2);
  });

  test('the same file imported twice at once creates each order once; one call reports a change', async () => {
    const rows = Array.from(
      { length: 21 },
      (_, n) => `t-${n},Art,Lumen Rentals,Twice ${n},,Sofa,1,10,6100,,`,
    );
    const answers = await Promise.all([runImport(csv(...rows), 21), runImport(csv(...rows), 21)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'WORKFLOW_CONFLICT',
      message: 'What this file would create has changed in the meantime. Check the file again.',
    });
    // One order does not exist yet.
    const { entries } = (await check(csv(...rows))).body;
    expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['known']));
    await deliverSent();
    expect(await ordersOf('Twice %')).toHaveLength(21);
  });

  test('while the show is moved an import waits, and nothing of it fails', async () => {
    const rows = Array.from(
      { length: 21 },
      (_, n) => `m-${n},Art,Lumen Rentals,Moved ${n},,Sofa,1,10,6100,,`,
    );
    const { body } = await runImport(csv(...rows), 21);
    const [message] = sent.outbox.splice(0);
    // The fence's error, raised between the lease of the job and the first order.
    await sql.alpha`CREATE TRIGGER fence BEFORE INSERT ON documents BEGIN
      SELECT RAISE(ABORT, 'this show is being moved'); END`;
    try {
      expect((await deliver('backlot-outbox', [message])).retried).toBe(1);
    } finally {
      await sql.alpha`DROP TRIGGER fence`;
    }
    expect(await stateOf(body.id)).toMatchObject({ status: 'in_progress', created: 20, failed: [] });
    await sql.alpha`UPDATE outbox SET next_attempt_at = NULL WHERE kind = 'import-orders'`;
    await deliver('backlot-outbox', [message]);
    expect(await stateOf(body.id)).toMatchObject({ status: 'done', created: 21, failed: [] });
  });

  test('a large import continues through the queue; a repeated message creates nothing again', async () => {
    const rows = Array.from(
      { length: 45 },
      (_, n) => `q-${n},Art,Lumen Rentals,Queued ${n},,Sofa,1,10,6100,,`,
    );
    const { status, body } = await runImport(csv(...rows), 45);
    expect([status, body.status, body.created]).toEqual([202, 'in_progress', 20]);
    const [second] = sent.outbox.splice(0);
    await deliver('backlot-outbox', [second]);
    expect(await stateOf(body.id)).toMatchObject({ status: 'in_progress', created: 40 });
    const [third] = sent.outbox.splice(0);
    await deliver('backlot-outbox', [third, third]);
    // Resets the finished job, as after a crash before it was closed.
    await sql.alpha`UPDATE outbox SET done_at = NULL, next_attempt_at = NULL
      WHERE id = ${second?.outboxId ?? ''}`;
    await deliver('backlot-outbox', [second]);
    expect(await stateOf(body.id)).toMatchObject({ status: 'done', created: 45, failed: [] });
    const made = await ordersOf('Queued %');
    expect(made).toHaveLength(45);
    // In file order.
    expect(made.map(({ description }) => description)).toEqual(rows.map((_row, n) => `Queued ${n}`));
    expect((await as('carl').get(`/api/imports/${body.id}`)).status).toBe(404);
  });

  test('of two runs at the same item one creates it, and the other creates nothing', async () => {
    const rows = Array.from(
      { length: 21 },
      (_, n) => `r-${n},Art,Lumen Rentals,Raced ${n},,Sofa,1,10,6100,,`,
    );
    await runImport(csv(...rows), 21);
    const [message] = sent.outbox.splice(0);
    const open = "UPDATE outbox SET next_attempt_at = NULL WHERE kind = 'import-orders'";
    await Promise.all([
      deliver('backlot-outbox', [message]),
      rowsOf('alpha1', open).then(() => deliver('backlot-outbox', [message])),
    ]);
    expect(await ordersOf('Raced %')).toHaveLength(21);
  });

  test('items that cannot be created any more are reported, and an import without a job ends', async () => {
    const rows = Array.from(
      { length: 42 },
      (_, n) => `g-${n},Art,Lumen Rentals,Given up ${n},,Sofa,1,10,6100,,`,
    );
    const { body } = await runImport(csv(...rows), 42);
    const [second] = sent.outbox.splice(0);
    await sql.alpha`UPDATE departments SET is_active = 0 WHERE name = 'Art'`;
    try {
      await deliver('backlot-outbox', [second]);
    } finally {
      await sql.alpha`UPDATE departments SET is_active = 1 WHERE name = 'Art'`;
    }
    const after = await stateOf(body.id);
    expect([after.created, after.failed.length, after.failed[0]]).toEqual([
      20,
      20,
      { row: 22, key: 'g-20', code: 'POS_BAD_REQUEST' },
    ]);
    await sql.alpha`UPDATE outbox SET done_at = '2026-01-01' WHERE kind = 'import-orders' AND done_at IS NULL`;
    await sweepIn(0);
    expect(await stateOf(body.id)).toMatchObject({ status: 'done', created: 20 });
    expect((await stateOf(body.id)).failed.at(-1)).toEqual({ row: 43, key: 'g-41', code: 'INTERNAL_ERROR' });
  });
});
