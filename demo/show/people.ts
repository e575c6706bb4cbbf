import type { Role } from '#domain/identity/permissions';
import { departmentGroups } from './departments.ts';
import type { DepartmentKey } from './departments.ts';

/** An approver's position in the workflows of a show. */
export type ApproverDuty = 'head' | 'upm' | 'lp' | 'exec' | 'accountant';

export interface DemoMembership {
  showId: string;
  role: Role;
  departments: readonly DepartmentKey[];
  duties: readonly ApproverDuty[];
  special: boolean;
  isActive: boolean;
}

export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  username: string;
  initials: string;
  isActive: boolean;
  memberships: readonly DemoMembership[];
}

const roleOf: Readonly<Record<string, Role>> = {
  C: 'PO Creator',
  I: 'Invoice Creator',
  B: 'PO & Invoice Creator',
  A: 'Approver',
  S: 'Show Admin',
  T: 'Studio Admin',
  E: 'EP Internal',
  G: 'Guarantor',
};

/** Name, then memberships: show, role, departments or groups, `#duty`, `*` special approver, `x` inactive. */
const list: readonly (readonly [string, ...string[]])[] = [
  ['Dana Whitlock', 'nlite C setdec'],
  ['Marcus Oyelaran', 'nlite A setdec art props #head'],
  ['Priya Raman', 'nlite A production #lp'],
  ['Elena Fischer', 'nlite B accounting production', 'lowgravity B accounting production'],
  ['Sam Delgado', 'nlite S production accounting #accountant', 'tidewater S production accounting'],
  ['Rosalind Achterberg', 'nlite T #exec', 'tidewater T', 'ambercanyon T', 'longseason T'],
  [
    'Theodore Blackwood',
    'nlite E',
    'tidewater E',
    'ambercanyon E',
    'harbour9 E',
    'velvetmap E',
    'lowgravity E',
    'longseason E',
  ],
  ['Owen Maddox', 'nlite A @unit #head #upm *'],
  ['Grace Lindqvist', 'nlite A #exec', 'tidewater A #exec'],
  ['Robert Achebe', 'nlite A #exec'],
  ['Hannah Moreau', 'nlite C art constr', 'tidewater C @design'],
  ['Luis Ferrante', 'nlite C costume hairmk'],
  ['Kenji Watanabe', 'nlite C camera sound', 'lowgravity C @floor @unit'],
  ['Ama Boateng', 'nlite C locations transpo', 'tidewater C @floor'],
  ["Bridget O'Rourke", 'nlite A costume hairmk #head'],
  ['Tomas Havel', 'nlite A camera electric grip sound #head'],
  ['Victor Salgado', 'nlite A constr sfx #head'],
  ['Inez Calloway', 'nlite A @office #head'],
  ['Noor Haddad', 'nlite I accounting', 'tidewater I accounting'],
  ['Jonah Beck', 'nlite C @office props'],
  ['Wendell Pike', 'nlite C grip electric x'],
  ['Sylvie Arnaud', 'tidewater C @unit @look'],
  ['Darius Cole', 'tidewater A @design @look #head'],
  ['Mei-Ling Zhou', 'tidewater A @floor @unit @office #head #upm *'],
  ['Fiona Gallagher', 'tidewater A production #lp', 'lowgravity A #lp'],
  ['Naomi Redcloud', 'ambercanyon C @design @look'],
  ['Pierre Gagnon', 'ambercanyon C @floor @unit'],
  ['Joanne Whitefeather', 'ambercanyon A @design @look #head #upm *'],
  ['Malcolm Reid', 'ambercanyon A @floor @unit @office #head #lp #upm'],
  ['Ursula Bergstrom', 'ambercanyon A #exec #lp #upm', 'velvetmap A #exec'],
  ['Ravi Chandran', 'ambercanyon B accounting production'],
  ['Colette Dubois', 'ambercanyon S accounting'],
  ['Imogen Hartley', 'harbour9 B @design @look accounting'],
  ['Rhys Morgan', 'harbour9 C @floor @unit'],
  ['Beatrix Pemberton', 'harbour9 A @design @look #head'],
  ['Callum Fraser', 'harbour9 A @design @look @floor @unit @office #head #upm *', 'velvetmap A @office #upm'],
  ['Dorothy Nash', 'harbour9 A @floor @unit @office #head'],
  ['Alistair Crowe', 'harbour9 A #lp #exec', 'lowgravity A #exec'],
  ['Philippa Stone', 'harbour9 S accounting', 'velvetmap S accounting'],
  ['Desmond Hale', 'harbour9 T', 'velvetmap T', 'lowgravity T'],
  ['Chiara Bellini', 'velvetmap C @design @look'],
  ['Matteo Ricci', 'velvetmap B @floor @unit accounting'],
  ['Annelise Vogel', 'velvetmap A @design @look @office #head #lp'],
  ['Sébastien Laurent', 'velvetmap A @floor @unit #head *'],
  ['Tessa Winslow', 'lowgravity C @design @look'],
  ['Aisha Karim', 'lowgravity A @design @look @office #head'],
  ['Benjamin Frost', 'lowgravity A @floor @unit @office #head #upm *'],
  ['Margot Ellis', 'lowgravity A #exec x'],
  ['Celeste Marin', 'longseason B @design @look @floor @unit'],
  ['Gideon Shaw', 'longseason A @design @look @floor @unit @office #head'],
  ['Harriet Boone', 'longseason A #lp #exec'],
  ['Ismael Ortega', 'longseason S accounting'],
  ['Cora Whitfield', 'nlite G', 'longseason G'],
];

/** Their username is the first name alone, as documented. */
const wellKnown = new Set(['Dana', 'Marcus', 'Priya', 'Elena', 'Sam', 'Rosalind', 'Theodore']);

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z-]/g, '')
    .toLowerCase();
}

function membershipFrom(text: string): DemoMembership {
  const [showId = '', role = '', ...marks] = text.split(' ');
  const named = marks.filter((mark) => !/^(#.*|\*|x)$/.test(mark));
  return {
    showId,
    role: roleOf[role] ?? 'PO Creator',
    departments: named.flatMap((mark) => departmentGroups[mark] ?? [mark as DepartmentKey]),
    duties: marks.filter((mark) => mark.startsWith('#')).map((mark) => mark.slice(1) as ApproverDuty),
    special: marks.includes('*'),
    isActive: !marks.includes('x'),
  };
}

function personFrom([name, ...texts]: readonly [string, ...string[]]): Person {
  const [firstName = '', lastName = ''] = name.split(' ');
  const memberships = texts.map(membershipFrom);
  const address = wellKnown.has(firstName) ? plain(firstName) : `${plain(firstName)}.${plain(lastName)}`;
  return {
    id: `user-${plain(firstName)}-${plain(lastName)}`,
    firstName,
    lastName,
    username: `${address}@backlot.example`,
    initials: `${firstName[0] ?? ''}${lastName[0] ?? ''}`,
    isActive: memberships.some((membership) => membership.isActive),
    memberships,
  };
}

/** All users of the demo, over all roles; some belong to two shows (PE-01). */
export const people: readonly Person[] = list.map(personFrom);
