import { expect } from 'vitest';
import { refusal } from '#domain/lifecycle/decide';
import { actions } from '#domain/lifecycle/transition';
import type { Actor, Subject } from '#domain/lifecycle/subject';
import { actor, frank, settings } from './fixtures.ts';

/** The full permission tables by state and user, one letter per cell. */
const codes: Record<string, string | null> = {
  '.': null,
  F: 'FORBIDDEN',
  W: 'WORKFLOW_CONFLICT',
  P: 'ERROR_PO_NOT_EDITABLE',
  I: 'ERROR_INVOICE_NOT_EDITABLE',
};

/** May create documents, and is not involved in this one. */
export const bystander = actor('bystander', 'PO & Invoice Creator', { departmentIds: ['camera'] });
/** An approver on the workflow with closed invoice and payment modules (DEC-12). */
export const lockedOut = { ...frank, modules: { invoices: false, payments: false } };

/** Each of these has its own table or tests. */
const untabled: readonly string[] = [
  'withdraw-file',
  'close-line',
  'reopen-line',
  'update-temp-vendor',
  'take-back',
  'send-back',
  'nudge',
  'remind',
  'escalate',
];
const tabled = actions.filter((action) => !untabled.includes(action));

/** One table per user, one line per state. */
export function table(
  states: Record<string, Subject>,
  lines: Record<string, string>,
): [string, Subject, string][] {
  expect(Object.keys(lines)).toEqual(Object.keys(states));
  return Object.entries(states).map(([name, state]) => [name, state, lines[name] ?? '']);
}

/**
 * Letters in the order
 * create import | save submit approve revise void | deny pull adjust discard | edit push pull-from-accounting cancel
 * restart.
 */
export function check(who: Actor, state: Subject, cells: string): void {
  const letters = cells.replaceAll(' ', '').split('');
  expect(letters).toHaveLength(tabled.length);
  const expected = tabled.map((action, index) => [action, codes[letters[index] ?? '']]);
  expect(tabled.map((action) => [action, refusal(state, action, who, settings())])).toEqual(expected);
  // Follows from a change of another document's vendor, so no user performs it (DEC-34).
  expect(refusal(state, 'update-temp-vendor', who, settings())).not.toBeNull();
}
