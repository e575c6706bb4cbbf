import { expect, test } from 'vitest';
import { historyText } from '#domain/history/history-text';

const event = (action: string, payload: Record<string, unknown>) => ({
  documentId: 'd',
  seq: 1,
  showId: 's',
  action,
  historyType: action === 'approve' ? ('APPROVED' as const) : null,
  actorId: 'u',
  actorName: 'Abel Stone',
  at: '2026-11-24T12:00:00.000Z',
  previousHash: '',
  hash: 'h',
  payload,
});
const without = 'Decided without naming a content version';
const isMarked = (action: string, payload: Record<string, unknown>) =>
  historyText('PO 00042', [event(action, payload)], 'America/Los_Angeles').includes(without);

test('DEC-30: the text marks a decision without a content version', () => {
  for (const action of ['submit', 'approve', 'revise', 'void', 'deny', 'discard'])
    expect(isMarked(action, { contentVersion: 2, namedContentVersion: null }), action).toBe(true);
});

test('DEC-30: the text does not mark other events', () => {
  expect(isMarked('approve', { contentVersion: 2, namedContentVersion: 2 })).toBe(false);
  expect(isMarked('approve', {})).toBe(false);
  expect(isMarked('adjust', { namedContentVersion: null })).toBe(false);
});

test('RP-06: every event is described in words, and times have a zone and an instant', () => {
  const changes = [{ field: 'description', label: 'Description', before: 'Lamps', after: '', unit: 'text' }];
  const lines = (action: string, payload: Record<string, unknown>) =>
    historyText('PO #GRIP-00042', [event(action, payload)], 'America/Los_Angeles').split('\n');
  expect(lines('edit-in-approval', { changes })).toEqual([
    'PO #GRIP-00042',
    'Times in America/Los_Angeles; the exact time in UTC follows in brackets.',
    '',
    '1. 2026-11-24 04:00 AM (2026-11-24T12:00:00.000Z) Abel Stone: Changed description',
    '   Description: Lamps -> (nothing)',
    '   SHA-256 h',
    '',
  ]);
  for (const [action, text] of [
    ['create', 'Created'],
    ['note', 'Note added'],
    ['push', 'Pushed to accounting'],
    ['approve', 'Approved'],
  ] as const)
    expect(lines(action, {})[3]).toMatch(new RegExp(`Abel Stone: ${text}$`));
});
