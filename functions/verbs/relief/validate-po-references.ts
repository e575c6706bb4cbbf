import { resolveReferences } from '#domain/relief/relief-reference';
import type { PoReference, RelievablePo, ResolvedReference } from '#domain/relief/relief-reference';
import type { Issue } from '#domain/documents/validation';
import { visibilitiesOf } from '#verbs/request/context';
import type { Membership, RequestContext } from '#verbs/request/context';
import type { RowOf } from '#store/d1/query';
import { offered } from './list-relievable.ts';
import type { Offer, ReliefParties, requestedQuery } from './list-relievable.ts';

export interface CheckedReferences {
  /** One for each line, in order; an empty one where a line names no order or a wrong one. */
  references: ResolvedReference[];
  /** `reference_po` at `lineItems.N.referencePo` for each wrong one. */
  issues: Issue[];
  /** The orders that the lines may name. */
  orders: readonly RelievablePo[];
}

/**
 * Whether the lines of an invoice name purchase orders that they may relieve, at save and again at submit (RL-01, RL-02,
 * RL-08, DEC-38); `invoiceId` is that of the saved invoice, null for a new one. A temporary vendor has no external id,
 * and `parties.vendor` is then empty: nothing of his can be relieved.
 */
export async function checkReferences(
  context: RequestContext,
  lines: readonly PoReference[],
  parties: ReliefParties,
  invoiceId: string | null,
  planned: RowOf<ReturnType<typeof requestedQuery>> | null,
): Promise<CheckedReferences> {
  const offer = findReferencedOrders(context, lines, invoiceId);
  const orders = offer ? await offered(context, { ...parties, ...offer }, planned) : [];
  return { ...resolveReferences(lines, orders), orders };
}

type Named = Pick<PoReference, 'referencePo'>;

/** The numbers of the orders that lines name, each once, in their order. */
export function referencedNumbers(lines: readonly Named[]): string[] {
  return [...new Set(lines.map(({ referencePo }) => referencePo.trim()))].filter(Boolean);
}

/** The orders to look for: those that the lines name, whoever sees them; null when they name none. */
export function findReferencedOrders(
  place: Membership,
  lines: readonly Named[],
  invoiceId: string | null,
): Offer | null {
  const numbers = referencedNumbers(lines);
  if (numbers.length === 0) return null;
  return {
    invoiceId,
    numbers,
    visibilities: [{ kind: 'ALL' }],
    userVisibilities: visibilitiesOf(place, 'PO'),
  };
}
