import { expect, test } from 'vitest';
import { approverLabels, approverLetters } from '#domain/workflow/workflow-view';

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

test.each([
  [
    ['Rosa Abara', 'Priya Nair'],
    ['RA', 'PN'],
  ],
  [
    ['Rosa Abara', 'Ruth Allen', 'Priya Nair'],
    ['RAb', 'RAl', 'PN'],
  ],
  [
    ['Rosa Abara', 'Ruth Abbot', 'Rita Alba'],
    ['Ros', 'Rut', 'RAl'],
  ],
  [
    ['Rosa Abara', 'Rosalind Abbot', 'Rita Alba'],
    ['RA1', 'RA2', 'RAl'],
  ],
])('REV-07: the letters beside the names of %j differ', (names, letters) => {
  const approvers = names.map((name) => ({
    userId: name,
    name,
    initials: name.replaceAll(/[^A-Z]/g, ''),
    hasApproved: false,
  }));
  expect([...approverLetters([{ approvers }, { approvers }]).values()]).toEqual(letters);
});
