/** A small identity directory: users and their names. The first name is the e-mail address of the account. */
const people = [
  { usernames: ['quinn.abara@backlot.example'], firstName: 'Quinn', lastName: 'Abara' },
  {
    usernames: ['rosa.lindgren@backlot.example', 'r.lindgren@backlot.example'],
    firstName: 'Rosa',
    lastName: 'Lindgren',
  },
  { usernames: ['teo.marchetti@backlot.example'], firstName: 'Teo', lastName: 'Marchetti' },
] as const;

/** Returns the person with this name, as an identity directory does, or null. */
export function findPerson(username: string) {
  const wanted = username.trim().toLowerCase();
  const found = people.find(({ usernames }) => usernames.some((name) => name === wanted));
  return found
    ? { username: found.usernames[0], firstName: found.firstName, lastName: found.lastName }
    : null;
}
