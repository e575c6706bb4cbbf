/** A small identity directory: who it knows by which names. The first one is the e-mail of the account. */
const people = [
  { usernames: ['quinn.abara@backlot.example'], firstName: 'Quinn', lastName: 'Abara' },
  {
    usernames: ['rosa.lindgren@backlot.example', 'r.lindgren@backlot.example'],
    firstName: 'Rosa',
    lastName: 'Lindgren',
  },
  { usernames: ['teo.marchetti@backlot.example'], firstName: 'Teo', lastName: 'Marchetti' },
] as const;

/** The person behind a name, as identity directories answer it; null for nobody. */
export function findPerson(username: string) {
  const wanted = username.trim().toLowerCase();
  const found = people.find(({ usernames }) => usernames.some((name) => name === wanted));
  return found
    ? { username: found.usernames[0], firstName: found.firstName, lastName: found.lastName }
    : null;
}
