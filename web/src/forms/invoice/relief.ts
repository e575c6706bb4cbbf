import { withOnlyChoice, coaExternalId } from '#domain/reference-data/chart-of-accounts';
import { invoiceLineCents, noOrderLine } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import type { ReliefLine } from '#domain/relief/relief';
import { resolveReference } from '#domain/relief/relief-reference';
import type { PoReference, ReliefParties } from '#domain/relief/relief-reference';
import type { CodingRules } from '../document/lines/line-edits.ts';
import { matchOrder } from './match-purchase-order.ts';
import type { RelievableLine, RelievablePo } from '#domain/relief/relief-response';
import type { TaxCode } from '#domain/reference-data/reference-data-response';

/** What the lines of an invoice may relieve. */
export interface Relief {
  /** Null while loading. */
  orders: readonly RelievablePo[] | null;
  isLoadingOptions?: boolean;
  /** Why there is nothing to choose from, or null: short for a table cell, and in full. */
  reason: { short: string; text: string } | null;
  /** Why the vendor has no available PO, if known. */
  whyNone: string | null;
  /** The vendor, company and currency that a PO must match. */
  parties: ReliefParties;
  /** RL-09 */
  showsIndicators: boolean;
}

/** Data needed to copy codes from a PO line. */
export interface Coded {
  coding: CodingRules;
  taxCodes: readonly TaxCode[];
}

/** Whether the line has codes other than the automatic ones (LI-29). */
function isCoded({ coding }: InvoiceLineDraft, { fields, allowed }: CodingRules): boolean {
  const automatic = fields ? withOnlyChoice({}, fields, allowed) : {};
  return Object.entries(coding).some(([type, code]) => code !== '' && automatic[type] !== code);
}

/** References a PO line, and fills codes, description and tax code if they are empty (DEC-38). */
export function withRelief(line: InvoiceLineDraft, from: RelievableLine, coded: Coded): InvoiceLineDraft {
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

/** References another PO, or none for ''. The only line of a PO is referenced too (RL-10). */
export function withOrder(
  line: InvoiceLineDraft,
  text: string,
  orders: readonly RelievablePo[],
  coded: Coded,
): InvoiceLineDraft {
  const order = matchOrder(text, orders);
  const named = { ...line, ...noOrderLine, referencePo: order?.poNumber ?? text.trim() };
  const [only, another] = order?.lineItems ?? [];
  return only && !another ? withRelief(named, only, coded) : named;
}

/** References a line of the PO, or the whole PO for null (RL-10, DEC-38). */
export function withPoLine(
  line: InvoiceLineDraft,
  lineNumber: number | null,
  orders: readonly RelievablePo[],
  coded: Coded,
): InvoiceLineDraft {
  const named = { ...line, ...noOrderLine, referencePo: line.referencePo };
  const found = resolveReference({ ...named, referencePoLineNumber: lineNumber }, orders);
  const poLine = orders
    .find(({ poNumber }) => poNumber === found?.referencePo)
    ?.lineItems.find(({ id }) => id === found?.relievePoLineItemId);
  return poLine ? withRelief(named, poLine, coded) : { ...named, referencePoLineNumber: lineNumber };
}

/** Whether the referenced PO or line is not, or no longer, available. */
export function isUnavailable(line: PoReference, orders: readonly RelievablePo[] | null): boolean {
  return orders !== null && resolveReference(line, orders) === null;
}

/** An invoice line for the relief rules; an invalid amount counts as 0. */
export function reliefLine(line: InvoiceLineDraft): ReliefLine {
  const { referencePo, referencePoLineNumber } = line;
  const cents = invoiceLineCents(line);
  return { referencePo, referencePoLineNumber, amountCents: Number.isNaN(cents) ? 0 : cents };
}
