import { people } from '../../demo/show/people.ts';

/** Password of every account of the demo studio. */
export const demoPassword = 'backlot-demo';

/** Formats the users with short usernames, one per role, as a table. */
export function signInTable() {
  const known = people.filter(({ username }) => !/\..*@/.test(username));
  const rows = known.map(({ firstName, lastName, memberships, username }) => [
    `${firstName} ${lastName}`,
    memberships[0]?.role ?? '',
    username,
  ]);
  const width = (/** @type {number} */ column) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(width(column)))
      .join('   ')
      .trimEnd(),
  );
}
