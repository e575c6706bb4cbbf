import { expect, test, vi } from 'vitest';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template';

// What is sent is made without a page; only the client of the API asks where it is.
vi.stubGlobal('location', { origin: 'http://backlot.test' });
const { bodyOf, draftOf } =
  await import('../../../web/src/screens/setup/workflow-templates/workflow-draft.ts');

const stored = (isDefault: boolean): WorkflowTemplate => ({
  id: 'alpha1_flow',
  showId: 'alpha1',
  slug: 'main',
  name: 'Main',
  templateType: 'PURCHASE_ORDER',
  isDefault,
  version: 3,
  steps: [],
  paymentBankAccounts: [],
  itemsInProgress: 0,
});

const sent = (isDefault: boolean, makeDefault: boolean) => {
  const flow = stored(isDefault);
  const of = { showId: 'alpha1', type: 'PURCHASE_ORDER', stored: flow } as const;
  return bodyOf({ ...draftOf(flow), makeDefault }, of).makeDefaultType;
};

test('DEC-65, MG-25: a flow is made the default by who chooses it, and by no later save of what was it once', () => {
  expect(draftOf(stored(true)).makeDefault).toBe(true);
  expect(sent(true, true)).toBe(false);
  expect(sent(false, true)).toBe(true);
  expect(sent(false, false)).toBe(false);
});
