import { expect, test } from 'vitest';
import { historyText } from '#domain/history-text';

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
const told = (action: string, payload: Record<string, unknown>) =>
  historyText('PO 00042', [event(action, payload)], 'America/Los_Angeles').includes(without);

test('DEC-30: a decision that named no content version says so', () => {
  for (const action of ['submit', 'approve', 'revise', 'void', 'deny', 'discard'])
    expect(told(action, { contentVersion: 2, namedContentVersion: null }), action).toBe(true);
});

test('DEC-30: one that named it, one of before content versions, and what is no decision, do not', () => {
  expect(told('approve', { contentVersion: 2, namedContentVersion: 2 })).toBe(false);
  expect(told('approve', {})).toBe(false);
  expect(told('adjust', { namedContentVersion: null })).toBe(false);
});
