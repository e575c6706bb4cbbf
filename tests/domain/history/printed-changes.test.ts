import { expect, test } from 'vitest';
import { printedChanges } from '#domain/history/printed-changes';

const field = (name: string) => ({ field: name, label: name, before: '', after: 'x', unit: 'text' as const });

test('BUD-30: a PDF lists the changes without the reason over budget', () => {
  const change = {
    id: '3',
    userName: 'Dana',
    timeStamp: '2026-11-03T10:00:00Z',
    action: 'submit',
    summary: 'submitted',
    contentVersion: 1,
    fields: [field('workflow'), field('budgetReason')],
  };
  expect(printedChanges([change])).toEqual([{ ...change, fields: [field('workflow')] }]);
});
