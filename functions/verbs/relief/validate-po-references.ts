import { resolveReferences } from '#domain/relief/relief-reference';
import type { PoReference, ResolvedReference } from '#domain/relief/relief-reference';
import type { Issue } from '#domain/documents/validation';
import { visibilitiesOf } from '#verbs/request/context';
import type { Membership, RequestContext } from '#verbs/request/context';
import type { RowOf } from '#store/d1/query';
import { readRelievableOrders } from './list-relievable.ts';
import type { RelievableQuery, ReliefParties, relievableResultQuery } from './list-relievable.ts';
import type { RelievablePo } from '#domain/relief/relief-response';

export interface ValidatedReferences {
  /** One per line, in order; empty when a line names no order or a wrong one. */
  references: ResolvedReference[];
  /** `reference_po` at `lineItems.N.referencePo` for each wrong one. */
  issues: Issue[];
  /** The orders that the lines may name. */
  orders: readonly RelievablePo[];
}

/**
 * Validates the purchase orders that the lines of an invoice name, at save and again at submit (RL-01, RL-02, RL-08,
 * DEC-38); `invoiceId` is null for a new invoice. `parties.vendor` is empty for a temporary vendor, which has no
 * external id and no order that can be relieved.
 */
export async function validateReferences(
  context: RequestContext,
  lines: readonly PoReference[],
  parties: ReliefParties,
  invoiceId: string | null,
  planned: RowOf<ReturnType<typeof relievableResultQuery>> | null,
): Promise<ValidatedReferences> {
  const query = findReferencedOrders(context, lines, invoiceId);
  const orders = query ? await readRelievableOrders(context, { ...parties, ...query }, planned) : [];
  return { ...resolveReferences(lines, orders), orders };
}

type LineReference = Pick<PoReference, 'referencePo'>;

/** The numbers of the orders that the lines name, each once, in order. */
export function referencedNumbers(lines: readonly LineReference[]): string[] {
  return [...new Set(lines.map(({ referencePo }) => referencePo.trim()))].filter(Boolean);
}

/** The query of the orders that the lines name, whether or not the user sees them; null when they name none. */
export function findReferencedOrders(
  member: Membership,
  lines: readonly LineReference[],
  invoiceId: string | null,
): RelievableQuery | null {
  const numbers = referencedNumbers(lines);
  if (numbers.length === 0) return null;
  return {
    invoiceId,
    numbers,
    visibilities: [{ kind: 'ALL' }],
    userVisibilities: visibilitiesOf(member, 'PO'),
  };
}
