import { codingOf } from '#domain/documents/line-codes';
import { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import type { AccountingPo, AccountingPoState } from '#edges/accounting/port';
import { keepTransactionIds } from '#store/show/accounting/accounting-balances';
import { readPurchaseOrder } from '#store/show/purchase-orders/read-purchase-order';
import type { PurchaseOrderRows } from '#store/show/purchase-orders/read-purchase-order';
import { addErrands, markDone, readVoided } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import { isFinal, textOf } from '#verbs/outbox/job-context';
import { recordAttempt } from './push-attempt.ts';
import type { Attempt, Errands } from '#verbs/outbox/job-context';
import { dispatchOutbox } from '#verbs/outbox/dispatch';
import type { Allowance, Errand } from '#verbs/outbox/jobs';
import { reachAccounting } from './circuit-breaker.ts';
import { newsOfAccounting } from '#verbs/webhooks/enqueue-deliveries';

const overtaken = 'The purchase order changed before it reached the accounting system.';

/**
 * Sends a purchase order that is still in a state that `allowed` names to the show's accounting system (DEC-32, AC-02)
 * and writes what came of it to the send history under `attempt`, so that a repeated delivery leaves one entry. One
 * that was voided meanwhile, before or during the call, is not sent or is taken back by an errand of its own. Throws
 * `accounting_interface_error`.
 */
export async function pushPurchaseOrder(
  push: Errands,
  id: string,
  attempt: Attempt,
  allowed: Allowance,
): Promise<void> {
  const { store, now } = push;
  const rows = await store.foreseen.ask(readPurchaseOrder, store, id);
  if (!rows) throw new Refusal('NOT_FOUND');
  const refusal = rows.document.status === 'VOID' ? null : await send(push, rows, attempt, allowed);
  const isVoid = await takeBackWhenVoid(push, id, attempt.id);
  if (isVoid && (!refusal || isFinal(refusal)))
    await markDone(store, attempt.id, now, refusal && textOf(refusal));
  if (refusal) throw refusal;
}

/** Null when accounting has it, else why not. */
async function send(
  push: Errands,
  rows: PurchaseOrderRows,
  attempt: Attempt,
  allowed: Allowance,
): Promise<Refusal | null> {
  const { id } = rows.document;
  const { refusal, lines } = await post(push, rows, allowed).then(
    (posted) => ({ refusal: null, lines: posted }),
    (error: unknown) => {
      if (error instanceof Refusal) return { refusal: error, lines: [] };
      throw error;
    },
  );
  const more = refusal ? [] : [keepTransactionIds(push.store, id, lines)];
  const told = { ...rows.document, prefix: rows.purchaseOrder.prefix };
  const news = refusal ? [] : await newsOfAccounting(push, told, attempt);
  // Whether it was voided meanwhile is asked in the trip that writes what came of it.
  await push.store.foreseen.behind(
    (store) => store.foreseen.begin(readVoided, store, id),
    () => recordAttempt(push, id, attempt, refusal, { more, news }),
  );
  return refusal;
}

/**
 * Accounting refuses what is older than what it has: a later push may overtake this one on its way. Then what both mean
 * to be in the books is the order as it is now.
 */
async function post(
  push: Errands,
  rows: PurchaseOrderRows,
  allowed: Allowance,
  turns = 3,
): Promise<AccountingPoState['lines']> {
  if (!maySend(rows, allowed)) throw new Refusal('accounting_interface_error', { message: overtaken });
  const { id, version } = rows.document;
  try {
    const sent = accountingPoOf(rows);
    return (await reachAccounting(push, id, (accounting) => accounting.pushPo(sent))).lines;
  } catch (error) {
    const isRefused = error instanceof AccountingFailure && error.refused;
    const now = isRefused && turns > 1 ? await readPurchaseOrder(push.store, id) : null;
    if (!now || now.document.version === version || now.document.status === 'VOID') throw error;
    return post(push, now, allowed, turns - 1);
  }
}

/** The order may have changed since the push was allowed; a temporary vendor is none of accounting's (DEC-33). */
function maySend({ document }: PurchaseOrderRows, allowed: Allowance): boolean {
  if (document.temporaryVendorId !== null) return false;
  return allowed === 'ANY_BUT_VOID' || document.status === 'APPROVED';
}

/**
 * The errand of the void itself may have come to accounting before this push did, and found nothing there. So a push
 * that ends on a voided order, whatever came of it, sends another one after it.
 */
async function takeBackWhenVoid(
  { env, store, show, now }: Errands,
  id: string,
  pushId: string,
): Promise<boolean> {
  const voided = await store.foreseen.ask(readVoided, store, id);
  if (!voided) return false;
  const kind = 'void-in-accounting';
  const errand: Errand = { kind, docType: 'PO', documentId: id, actorId: voided.voidedBy };
  const effectKey = `${id}:after:${pushId}:${kind}`;
  const row = { id: freshId(show.id), showId: show.id, kind, documentId: id, payload: errand, effectKey };
  await dispatchOutbox(env, store.db, await addErrands(store.db, [row], now), now);
  return true;
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
      coding: codingOf(line),
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
