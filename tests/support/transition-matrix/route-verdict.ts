import type { Permission, Role } from '#domain/identity/permissions';
import { can, permissionMatrix } from '#domain/identity/permissions';
import { inShow } from '../worker/fixtures/rows.ts';

/** Where a call is aimed: the roles' own show, another one of its studio, one of another studio. */
export type Where = 'own' | 'same studio' | 'other studio';

/** A show with an id of everything that a path can name. */
export interface Place {
  showId: string;
  where: Where;
  /** Whose rows the ids name, when they are not those of the show that the call names. */
  ids?: string;
}

export type Need = readonly [Permission, 'READ' | 'FULL'] | 'invoices' | 'payments';

/** Who a route is for. */
export interface Verdict {
  /**
   * `anyone`: also without a session. `person`: whoever is signed in, whatever the show. `member`: a member of the show,
   * with all of `needs`. `document`: a member, as far as rights on that document go, which the cells of its type hold.
   */
  who: 'anyone' | 'person' | 'member' | 'document';
  needs?: readonly Need[];
  /** Where a role is let into a show that it is no member of (DEC-11). */
  elsewhere?: (role: Role, where: Where) => boolean;
  path: (at: Place) => string;
  body?: (at: Place) => unknown;
}

/** What the place calls its rows: `alpha1_po` and so on. */
const id =
  (kind: string) =>
  ({ showId, ids = showId }: Place) =>
    `${ids}_${kind}`;
export const at = {
  po: id('po'),
  invoice: id('invoice'),
  payment: id('payment'),
  file: id('file'),
  task: id('task'),
  run: id('run'),
  link: id('link'),
  hook: id('hook'),
  flow: id('flow'),
  invoiceFlow: id('bill'),
  paymentFlow: id('pay'),
  department: ({ showId, ids = showId }: Place) => inShow(ids).department('art'),
  category: ({ showId, ids = showId }: Place) => inShow(ids).category('props'),
  address: ({ showId, ids = showId }: Place) => inShow(ids).address('office'),
  vendor: ({ showId, ids = showId }: Place) => inShow(ids).vendor('lumen'),
};
/** Members of every place, whom nobody signs in as. */
export const bystander = 'bystander';

export const fresh = () => crypto.randomUUID().slice(0, 8);
export const query = (path: string) => (place: Place) =>
  `${path}${path.includes('?') ? '&' : '?'}showId=${place.showId}`;
export const plain = (path: string) => () => path;

export const anyone = (path: string, body?: unknown): Verdict => ({
  who: 'anyone',
  path: plain(path),
  ...(body !== undefined && { body: () => body }),
});
export const person = (path: string, body?: unknown): Verdict => ({ ...anyone(path, body), who: 'person' });

type Path = string | ((place: Place) => string);

function of(
  who: 'member' | 'document',
  path: Path,
  needs: readonly Need[] = [],
  body?: Verdict['body'],
): Verdict {
  return { who, needs, path: typeof path === 'string' ? query(path) : path, ...(body && { body }) };
}
export const member = (path: Path, needs: readonly Need[] = [], body?: Verdict['body']) =>
  of('member', path, needs, body);
export const document = (path: Path, needs: readonly Need[] = [], body?: Verdict['body']) =>
  of('document', path, needs, body);
export const by = (make: (place: Place) => string) => (place: Place) => query(make(place))(place);

/** What the table says of a role that has both modules: whether the route answers, or refuses. */
export function admits(verdict: Verdict, role: Role, where: Where, modules: boolean): boolean {
  if (verdict.who === 'anyone' || verdict.who === 'person') return true;
  if (where !== 'own') return verdict.elsewhere?.(role, where) ?? false;
  return (verdict.needs ?? []).every((need) =>
    need === 'invoices' || need === 'payments' ? modules : can(permissionMatrix[role], need[0], need[1]),
  );
}
