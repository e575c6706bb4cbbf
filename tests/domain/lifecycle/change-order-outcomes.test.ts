import { describe, expect, test } from 'vitest';
import { approved, draft, submitted } from '#domain/lifecycle/transition';
import { after, changed, frank, inState, openChangeOrder, owner, subject } from './fixtures.ts';

describe('DEC-26: change orders', () => {
  test('CO-02, CO-15, CO-16: a request creates a draft with the reason as a note', () => {
    const start = inState(approved, { revision: 2 });
    expect(changed(start, 'adjust', frank, { reason: 'More lamps' })).toMatchObject({
      to: draft,
      ownerId: 'frank',
      revision: 0,
      changeOrder: {
        current: 1,
        newest: 1,
        originalLineCount: 2,
        entry: { kind: 'ADD', number: 1, status: 'DRAFT' },
      },
      note: { context: 'ADJUSTMENT', text: 'More lamps', changeOrderNumber: 1 },
      event: { historyType: 'CHANGE ORDER' },
    });
  });

  test('a new change order is numbered after a voided one', () => {
    const changeOrder = { ...inState(approved).changeOrder, current: 1, newest: 2, lastApproved: 1 };
    expect(changed(inState(approved, { changeOrder }), 'adjust', owner).changeOrder).toMatchObject({
      current: 3,
      newest: 3,
    });
  });

  test('the entry mirrors the status of the PO', () => {
    const start = subject({ changeOrder: openChangeOrder, ownerId: 'frank' });
    const sent = changed(start, 'submit', frank);
    expect(sent.changeOrder.entry).toEqual({ kind: 'SET', number: 1, status: 'SUBMITTED_FOR_APPROVAL' });
    const inApproval = inState(submitted, { changeOrder: openChangeOrder, ownerId: 'frank' });
    const back = changed({ ...inApproval, ownerId: 'owner' }, 'pull', owner);
    expect(back.changeOrder.entry).toEqual({ kind: 'SET', number: 1, status: 'DRAFT' });
  });

  test('full approval keeps the number and returns the PO to its creator', () => {
    const start = inState(submitted, { changeOrder: openChangeOrder, ownerId: 'gina' });
    expect(changed(start, 'approve', frank)).toMatchObject({
      to: approved,
      ownerId: 'owner',
      content: 'SNAPSHOT',
      changeOrder: {
        current: 1,
        newest: 1,
        originalLineCount: 0,
        entry: { kind: 'SET', number: 1, status: 'APPROVED' },
      },
      effects: [{ kind: 'push-po' }, { kind: 'notify', event: 'APPROVED', userIds: ['gina'] }],
    });
  });

  test.each([
    ['in approval', inState(submitted, { changeOrder: openChangeOrder, ownerId: 'gina' }), frank],
    ['as a draft', subject({ changeOrder: openChangeOrder }), owner],
  ])('CO-07, DEC-31: void %s reverts to the last approval and is never archived', (_name, start, who) => {
    expect(changed(start, 'void', who, { archive: true })).toMatchObject({
      to: approved,
      content: 'RESTORE',
      revision: null,
      ownerId: 'owner',
      archive: false,
      changeOrder: { current: 0, newest: 1, entry: { kind: 'SET', number: 1, status: 'VOID' } },
      note: { context: 'VOID', changeOrderNumber: 1 },
      event: { historyType: 'VOID' },
    });
  });

  test('DEC-26 void: the last approved change order is current again', () => {
    const changeOrder = { ...openChangeOrder, current: 3, newest: 3, lastApproved: 1 };
    expect(changed(subject({ changeOrder }), 'void', owner).changeOrder).toMatchObject({
      current: 1,
      newest: 3,
    });
  });

  test('CO-08, CO-09: discard restores the approved order and drops its entry; no note, no history event', () => {
    const start = subject({ changeOrder: openChangeOrder });
    const decision = changed(start, 'discard', owner);
    expect(decision).toMatchObject({
      to: approved,
      content: 'RESTORE',
      note: null,
      event: { historyType: null },
      changeOrder: { current: 0, newest: 0, entry: { kind: 'REMOVE', number: 1 } },
    });
    expect(after(start, decision).changeOrder).toMatchObject({ lineCount: 2, newest: 0 });
  });

  test('DEC-25 row 16: void of an approved PO with an approved change order voids the PO itself', () => {
    const changeOrder = { ...openChangeOrder, lastApproved: 1 };
    expect(changed(inState(approved, { changeOrder }), 'void', owner)).toMatchObject({
      to: { status: 'VOID' },
      content: 'KEEP',
      note: { changeOrderNumber: 0 },
    });
  });

  test.each([
    ['a change order that is over', { ...openChangeOrder, lastApproved: 1 }, approved, 1],
    ['another change order', { ...openChangeOrder, current: 2, newest: 2 }, draft, 1],
    ['an order that has a change order by now', openChangeOrder, draft, 0],
  ])('DEC-25: a void for %s is rejected when stale', (_what, changeOrder, pair, changeOrderNumber) => {
    const start = inState(pair, { changeOrder });
    expect(() => changed(start, 'void', owner, { changeOrderNumber })).toThrow('WORKFLOW_CONFLICT');
  });

  test('DEC-25: a void that names the current change order passes', () => {
    const open = inState(draft, { changeOrder: openChangeOrder });
    expect(changed(open, 'void', owner, { changeOrderNumber: 1 })).toMatchObject({ content: 'RESTORE' });
    expect(changed(inState(approved), 'void', owner, { changeOrderNumber: 0 }).to.status).toBe('VOID');
  });
});
