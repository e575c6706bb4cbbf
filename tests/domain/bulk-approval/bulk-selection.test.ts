import { describe, expect, test } from 'vitest';
import {
  bulkBody,
  bulkRefusal,
  isAllOn,
  isSelected,
  emptySelection,
  reconcileSelection,
  selectedCount,
  startDelayMs,
  toggleAll,
  toggleOne,
} from '#domain/bulk-approval/bulk-selection';
import type { BulkSelection } from '#domain/bulk-approval/bulk-selection';

const item = (id: string, workflowStepId = `step-${id}`, contentVersion = 1) => ({
  id,
  workflowStepId,
  contentVersion,
});
const picks = (...ids: string[]): BulkSelection => ({ kind: 'picks', items: ids.map((id) => item(id)) });
const allBut = (...excludedIds: string[]): BulkSelection => ({ kind: 'all', excludedIds });

test.each([
  ['nothing', emptySelection, allBut()],
  ['single picks, which are cleared', picks('a', 'b'), allBut()],
  ['everything', allBut(), emptySelection],
  ['everything but one, whose exclusion is forgotten', allBut('a'), allBut()],
] as const)('BK-12: select-all is a mode that is switched on and off: from %s', (_name, before, after) => {
  expect(toggleAll(before)).toEqual(after);
});

test.each([
  ['a first one', emptySelection, 'a', picks('a'), false],
  ['another', picks('a'), 'b', picks('a', 'b'), false],
  ['one again', picks('a', 'b'), 'a', picks('b'), false],
  ['one out of everything', allBut(), 'a', allBut('a'), false],
  ['another out of everything', allBut('a'), 'b', allBut('a', 'b'), false],
  ['the one that was taken out', allBut('a', 'b'), 'a', allBut('b'), false],
] as const)('BK-13: picking %s', (_name, before, id, after, isAll) => {
  const selection = toggleOne(before, item(id));
  expect(selection).toEqual(after);
  expect(isAllOn(selection)).toBe(isAll);
});

test('BK-13: toggling a payment while select-all is on deselects only that payment and turns select-all off', () => {
  const selection = toggleOne(toggleAll(emptySelection), item('b'));
  expect(['a', 'b', 'c', 'not loaded yet'].map((id) => isSelected(selection, id))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(isAllOn(selection)).toBe(false);
  expect(selectedCount(selection, 120)).toBe(119);
});

test.each([
  [emptySelection, 5, 0],
  [picks('a', 'b'), 5, 2],
  [allBut(), 5, 5],
  [allBut('a'), 5, 4],
  [allBut('a', 'b'), 1, 0],
] as const)('DEC-45: how many are selected: %j of %i are %i', (selection, total, count) => {
  expect(selectedCount(selection, total)).toBe(count);
});

describe('after the list is reloaded', () => {
  const rows = [item('a'), item('b', 'next'), item('c')];
  test.each([
    ['a payment in the list stays', picks('a'), true, picks('a')],
    ['a payment missing from a complete list is deselected', picks('a', 'gone'), true, picks('a')],
    ['what may be on a later page stays', picks('a', 'later'), false, picks('a', 'later')],
    ['an exclusion that is gone goes', allBut('a', 'gone'), true, allBut('a')],
    ['an exclusion of a later page stays', allBut('a', 'later'), false, allBut('a', 'later')],
  ] as const)('DEC-45: %s', (_name, before, isWhole, after) => {
    expect(reconcileSelection(before, rows, isWhole)).toEqual(after);
  });

  test('DEC-45, DEC-30: a selected item names the step that is now on the screen', () => {
    expect(reconcileSelection(picks('b'), rows, false)).toEqual({
      kind: 'picks',
      items: [item('b', 'next')],
    });
  });

  test('DEC-45: an unchanged selection stays the same value', () => {
    for (const same of [emptySelection, picks('a', 'c'), allBut(), allBut('a')]) {
      expect(reconcileSelection(same, rows, true)).toBe(same);
    }
  });
});

test.each([
  ['everything, all of it loaded', allBut(), true, 2000],
  ['everything, some of it not loaded', allBut(), false, 3000],
  ['everything but one', allBut('a'), true, 3000],
  ['single picks', picks('a'), true, 3000],
] as const)('BK-05: the start waits: %s', (_name, selection, isWhole, ms) => {
  expect(startDelayMs(selection, isWhole)).toBe(ms);
});

test.each([
  [0, false, 'Select one or more items for bulk approval.'],
  [3, false, null],
  [3, true, 'A bulk approval is in progress.'],
  [0, true, 'A bulk approval is in progress.'],
] as const)('BK-14: with %i selected and a run %s', (count, isRunning, refusal) => {
  expect(bulkRefusal(count, isRunning)).toBe(refusal);
});

describe('API-21, DEC-45: the request body', () => {
  const filters = { statuses: ['SUBMITTED_FOR_APPROVAL' as const], bankNames: ['First Harbor Bank'] };
  const list = { showId: 'nlite', filters, total: 40, timeZone: 'UTC' };
  const common = { showId: 'nlite', timeZone: 'UTC', isRetry: false };

  test('API-21: single items are sent with their steps', () => {
    expect(bulkBody(picks('a', 'b'), list)).toEqual({
      ...common,
      items: [item('a'), item('b')],
      total: 2,
      allSelected: false,
      filters: null,
      excludedIds: [],
    });
  });

  test('API-21: select-all sends the filters and the excluded ids', () => {
    expect(bulkBody(allBut('a'), list)).toEqual({
      ...common,
      items: [],
      total: 39,
      allSelected: true,
      filters,
      excludedIds: ['a'],
    });
  });
});
