import { expect, test } from 'vitest';
import { approverLabels } from '#domain/workflow/workflow-view';

test.each([
  ['initials that no other approver has', ['Rosa Abara', 'Priya Nair'], ['RA', 'PN']],
  [
    'short names, where two share the initials',
    ['Rosa Abara', 'Ruth Allen', 'Priya Nair'],
    ['Rosa A.', 'Ruth A.', 'PN'],
  ],
  [
    'whole names, where the short ones are shared',
    ['Rosa Abara', 'Rosa Allen'],
    ['Rosa Abara', 'Rosa Allen'],
  ],
  ['the name, where there are no initials', ['Cher'], ['Cher']],
])('DEC-29: approvers are distinguished by %s', (_case, names, labels) => {
  const steps = names.map((name) => {
    const initials = name.includes(' ') ? name.replaceAll(/[^A-Z]/g, '') : '';
    return { approvers: [{ userId: name, name, initials, hasApproved: false }] };
  });
  // A user on two steps counts once.
  expect([...approverLabels([...steps, ...steps]).values()]).toEqual(labels);
});
