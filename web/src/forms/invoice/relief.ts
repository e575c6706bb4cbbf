import { withOnlyChoice, coaExternalId } from '#domain/reference-data/chart-of-accounts';
import type { TaxCode } from '#domain/reference-data/company';
import { invoiceLineCents, noReference } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import type { ReliefLine } from '#domain/relief/relief';
import { resolveReference } from '#domain/relief/relief-reference';
import type {
  PoReference,
  ReliefParties,
  RelievableLine,
  RelievablePo,
} from '#domain/relief/relief-reference';
import type { CodingRules } from '../document/lines/line-edits.ts';
import { matchOrder } from './match-purchase-order.ts';

/** What the lines of an invoice may relieve. */
export interface Relief {
  /** Null while that is not known. */
  orders: readonly RelievablePo[] | null;
  /** They are being loaded. */
  isComing?: boolean;
  /** Why there is nothing to choose from, or null: in a word for the cell of a table, and whole. */
  reason: { short: string; text: string } | null;
  /** Why this vendor has nothing on offer, as far as that is known. */
  whyNone: string | null;
  /** What a PO is on offer to. */
  parties: ReliefParties;
  /** RL-09 */
  showsIndicators: boolean;
}

/** What a line takes over from a PO line depends on. */
export interface Coded {
  coding: CodingRules;
  taxCodes: readonly TaxCode[];
}

/** Whether the user, or a copy, has given the line codes that do not come by themselves (LI-29). */
function isCoded({ coding }: InvoiceLineDraft, { fields, allowed }: CodingRules): boolean {
  const automatic = fields ? withOnlyChoice({}, fields, allowed) : {};
  return Object.entries(coding).some(([type, code]) => code !== '' && automatic[type] !== code);
}

/** DEC-38: the line relieves this PO line, and takes its coding if it has none; what says nothing yet says the same. */
export function relieving(line: InvoiceLineDraft, from: RelievableLine, coded: Coded): InvoiceLineDraft {
  const { fields } = coded.coding;
  const takes = !isCoded(line, coded.coding);
  const isTaxed = coded.taxCodes.some(({ code }) => code === from.taxCode);
  return {
    ...line,
    referencePoLineNumber: from.lineNumber,
    relievePoLineItemId: from.id,
    relievePoLineItemUuid: from.uuid,
    description: line.description.trim() === '' ? from.description : line.description,
    ...(takes && { coding: from.coding }),
    ...(takes && fields && { coaExternalId: coaExternalId(from.coding, fields) }),
    taxCode: line.taxCode ?? (isTaxed ? from.taxCode : null),
  };
}

/** RL-10: the line names another PO, or none for ''. A PO of one line leaves no choice about it. */
export function withOrder(
  line: InvoiceLineDraft,
  text: string,
  orders: readonly RelievablePo[],
  coded: Coded,
): InvoiceLineDraft {
  const order = matchOrder(text, orders);
  const named = { ...line, ...noReference, referencePo: order?.poNumber ?? text.trim() };
  const [only, another] = order?.lineItems ?? [];
  return only && !another ? relieving(named, only, coded) : named;
}

/** RL-10, DEC-38: the line relieves this line of its PO; null: the PO as a whole. */
export function withPoLine(
  line: InvoiceLineDraft,
  lineNumber: number | null,
  orders: readonly RelievablePo[],
  coded: Coded,
): InvoiceLineDraft {
  const named = { ...line, ...noReference, referencePo: line.referencePo };
  const found = resolveReference({ ...named, referencePoLineNumber: lineNumber }, orders);
  const poLine = orders
    .find(({ poNumber }) => poNumber === found?.referencePo)
    ?.lineItems.find(({ id }) => id === found?.relievePoLineItemId);
  return poLine ? relieving(named, poLine, coded) : { ...named, referencePoLineNumber: lineNumber };
}

/** Whether what a line names is not, or no longer, on offer. */
export function isLost(line: PoReference, orders: readonly RelievablePo[] | null): boolean {
  return orders !== null && resolveReference(line, orders) === null;
}

/** As the rules of relief know an invoice line; an amount that is none counts as nothing. */
export function reliefLine(line: InvoiceLineDraft): ReliefLine {
  const { referencePo, referencePoLineNumber } = line;
  const cents = invoiceLineCents(line);
  return { referencePo, referencePoLineNumber, amountCents: Number.isNaN(cents) ? 0 : cents };
}
