import { Refusal } from '#domain/codes';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingPo } from '#edges/accounting/port';
import { readPurchaseOrder } from '#store/show/read-purchase-order';
import type { PurchaseOrderRows } from '#store/show/read-purchase-order';
import type { ShowRow } from '#store/directory/sessions';
import type { ShowStore } from '#store/open';
import { recordPush } from '#store/show/outbox-reads';

export interface Push {
  env: Env;
  store: ShowStore;
  show: ShowRow;
  now: string;
}

/**
 * Sends an approved purchase order to the show's accounting system (DEC-32, AC-02) and writes what came of it to the
 * send history under `attempt`, so that a repeated delivery leaves one entry. Throws `accounting_interface_error`.
 */
export async function pushPurchaseOrder(
  { env, store, show, now }: Push,
  id: string,
  attempt: { id: string; firstName: string; lastName: string },
): Promise<void> {
  const rows = await readPurchaseOrder(store, id);
  if (!rows) throw new Refusal('NOT_FOUND');
  const entry = {
    id: attempt.id,
    showId: show.id,
    documentId: id,
    sendType: 'ACCOUNTING' as const,
    senderFirstName: attempt.firstName,
    senderLastName: attempt.lastName,
    createdAt: now,
  };
  try {
    await accountingFor(env, show).pushPo(accountingPoOf(rows));
    await recordPush(store, { ...entry, isSuccessful: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordPush(store, { ...entry, isSuccessful: false, message: error.detail.message ?? error.code });
    throw error;
  }
}

/** The order as accounting takes it. Its revision there is our version: the one figure that rises with every content. */
export function accountingPoOf({
  document,
  purchaseOrder,
  references,
  lines,
}: PurchaseOrderRows): AccountingPo {
  return {
    docId: document.id,
    revision: document.version,
    number: document.number,
    description: document.description,
    vendorExternalId: document.vendorExternalId ?? '',
    vendorAddressLineNumber: references?.vendorAddress?.lineNumber ?? null,
    companyExternalId: purchaseOrder.companyExternalId,
    projectCompanyExternalId: purchaseOrder.projectCompanyExternalId,
    currencyCode: document.currencyCode,
    currencyExternalId: purchaseOrder.currencyExternalId,
    totalCents: document.totalCents,
    poDay: document.businessDay,
    changeOrderNumber: document.currentChangeOrder,
    lines: lines.map(({ line }) => ({
      lineId: line.id,
      lineNumber: line.lineNumber,
      description: line.description,
      totalCents: line.totalCents,
      coding: line.coding,
      taxCode: line.taxCode,
      quantityHundredths: line.quantityHundredths,
      unitCostCents: line.unitCostCents,
      rental:
        line.acquisitionType === 'RENTAL'
          ? { rentalType: line.rentalType, startDay: line.rentalStart, endDay: line.rentalEnd }
          : null,
    })),
  };
}
