import type { Permission, Role } from '#domain/identity/permissions';
import { can, permissionMatrix } from '#domain/identity/permissions';
import { inShow } from '../worker/fixtures/rows.ts';

/** The target of a call: the role's own show, another show of its studio, one of another studio. */
export type Where = 'own' | 'same studio' | 'other studio';

/** A show with an id for every path parameter. */
export interface TargetShow {
  showId: string;
  where: Where;
  /** The show of the ids, when it differs from that of the call. */
  ids?: string;
}

export type Need = readonly [Permission, 'READ' | 'FULL'] | 'invoices' | 'payments';

/** The users that a route allows. */
export interface ExpectedAccess {
  /**
   * `anyone`: also without a session. `person`: every signed-in user, whatever the show. `member`: a member of the show
   * with all of `needs`. `document`: a member with rights on that document, which the cells of its type define.
   */
  who: 'anyone' | 'person' | 'member' | 'document';
  needs?: readonly Need[];
  /** Also open to guarantors, who are refused everything else of their show (BUD-88). */
  isForGuarantors?: boolean;
  /** Roles that may access a show without a membership (DEC-11). */
  isAllowedElsewhere?: (role: Role, where: Where) => boolean;
  path: (at: TargetShow) => string;
  body?: (at: TargetShow) => unknown;
}

/** Ids of rows start with that of their show: `alpha1_po`. */
const id =
  (kind: string) =>
  ({ showId, ids = showId }: TargetShow) =>
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
  budget: id('budget'),
  actuals: id('actuals'),
  view: id('view'),
  flow: id('flow'),
  invoiceFlow: id('bill'),
  paymentFlow: id('pay'),
  department: ({ showId, ids = showId }: TargetShow) => inShow(ids).department('art'),
  category: ({ showId, ids = showId }: TargetShow) => inShow(ids).category('props'),
  address: ({ showId, ids = showId }: TargetShow) => inShow(ids).address('office'),
  vendor: ({ showId, ids = showId }: TargetShow) => inShow(ids).vendor('lumen'),
};
/** A member of every show who never signs in. */
export const bystander = 'bystander';

export const fresh = () => crypto.randomUUID().slice(0, 8);
export const query = (path: string) => (target: TargetShow) =>
  `${path}${path.includes('?') ? '&' : '?'}showId=${target.showId}`;
export const plain = (path: string) => () => path;

export const anyone = (path: string, body?: unknown): ExpectedAccess => ({
  who: 'anyone',
  path: plain(path),
  ...(body !== undefined && { body: () => body }),
});
export const person = (path: string, body?: unknown): ExpectedAccess => ({
  ...anyone(path, body),
  who: 'person',
});

type Path = string | ((target: TargetShow) => string);

function of(
  who: 'member' | 'document',
  path: Path,
  needs: readonly Need[] = [],
  body?: ExpectedAccess['body'],
): ExpectedAccess {
  return { who, needs, path: typeof path === 'string' ? query(path) : path, ...(body && { body }) };
}
export const member = (path: Path, needs: readonly Need[] = [], body?: ExpectedAccess['body']) =>
  of('member', path, needs, body);
export const guarantors = (access: ExpectedAccess): ExpectedAccess => ({
  ...access,
  isForGuarantors: true,
});
export const document = (path: Path, needs: readonly Need[] = [], body?: ExpectedAccess['body']) =>
  of('document', path, needs, body);
export const by = (make: (target: TargetShow) => string) => (target: TargetShow) =>
  query(make(target))(target);

/** Whether the route allows a user with this role, modules and sight of the budget (BUD-50). */
export function isAllowed(
  verdict: ExpectedAccess,
  { role, modules, readBudget }: { role: Role; modules: boolean; readBudget: boolean },
  where: Where,
): boolean {
  if (verdict.who === 'anyone' || verdict.who === 'person') return true;
  if (where !== 'own') return verdict.isAllowedElsewhere?.(role, where) ?? false;
  if (role === 'Guarantor') return verdict.isForGuarantors ?? false;
  return (verdict.needs ?? []).every((need) => {
    if (need === 'invoices' || need === 'payments') return modules;
    const [permission, level] = need;
    const isGiven = readBudget && permission === 'Budget' && level === 'READ';
    return isGiven || can(permissionMatrix[role], permission, level);
  });
}
