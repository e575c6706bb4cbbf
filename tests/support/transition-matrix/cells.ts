/** `.` done; `=` answered as the first time without a change; other letters are the codes of refusals. */
export const answers = {
  '.': { status: 200, code: null },
  '=': { status: 200, code: null },
  F: { status: 403, code: 'FORBIDDEN' },
  S: { status: 403, code: 'SHOW_NOT_IN_SESSION' },
  N: { status: 404, code: 'NOT_FOUND' },
  P: { status: 409, code: 'ERROR_PO_NOT_EDITABLE' },
  I: { status: 409, code: 'ERROR_INVOICE_NOT_EDITABLE' },
  W: { status: 409, code: 'WORKFLOW_CONFLICT' },
  X: { status: 400, code: 'invalid_parameter' },
} as const;
export type Letter = keyof typeof answers;

/** The expected answer for each person, action and state of one document type, as in the contract. */
export interface CellTable<State extends string, Person extends string, Action extends string> {
  /** Its name in test titles. */
  document: string;
  states: readonly State[];
  people: readonly Person[];
  actions: readonly Action[];
  /** The place in the contract. */
  contract: Record<Action, string>;
  /** One letter per person, in the order of `people`; blanks are ignored. */
  cells: Record<Action, Record<State, string>>;
}

/** The same letters in every state. */
export function inEveryState<State extends string>(states: readonly State[], letters: string) {
  return Object.fromEntries(states.map((state) => [state, letters])) as Record<State, string>;
}

/** Returns the letter of one cell. */
export function letterIn<State extends string, Person extends string, Action extends string>(
  { people, cells }: CellTable<State, Person, Action>,
  action: Action,
  state: State,
  person: Person,
): Letter {
  const letter = cells[action][state].replaceAll(' ', '')[people.indexOf(person)];
  if (letter === undefined || !(letter in answers)) throw new Error(`no cell ${action} ${state} ${person}`);
  return letter as Letter;
}

/** Selects the people who try an action in a state. */
export type Walkers = <State extends string, Person extends string, Action extends string>(
  table: CellTable<State, Person, Action>,
  action: Action,
  state: State,
) => readonly Person[];

export const allPeople: Walkers = ({ people }) => people;

/** Selects one person per answer; none when an earlier state refuses the same people in the same way. */
export const whereRolesDiffer: Walkers = (table, action, state) => {
  const lettersIn = (one: typeof state) => table.people.map((person) => letterIn(table, action, one, person));
  const letters = lettersIn(state);
  const changesNothing = action === 'read' || !letters.includes('.');
  const earlier = table.states.slice(0, table.states.indexOf(state)).map(lettersIn);
  if (changesNothing && earlier.some((row) => row.join('') === letters.join(''))) return [];
  return table.people.filter((_person, index) => letters.indexOf(letters[index] ?? '.') === index);
};
