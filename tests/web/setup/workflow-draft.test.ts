import { expect, test, vi } from 'vitest';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

// The API client needs a location; building the request body does not.
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
  changeOrderRule: 'NEW_TOTAL',
  changeOrderPercent: null,
  requiresBudgetReason: false,
});

const sent = (isDefault: boolean, makeDefault: boolean) => {
  const flow = stored(isDefault);
  const of = { showId: 'alpha1', type: 'PURCHASE_ORDER', stored: flow } as const;
  return bodyOf({ ...draftOf(flow), makeDefault }, of).makeDefaultType;
};

test('DEC-65, MG-25: a save makes a flow the default only if the user has chosen that, not because it was the default once', () => {
  expect(draftOf(stored(true)).makeDefault).toBe(true);
  expect(sent(true, true)).toBe(false);
  expect(sent(false, true)).toBe(true);
  expect(sent(false, false)).toBe(false);
});
