import { codingOf } from '#domain/documents/line-codes';
import { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import type { AccountingPo, AccountingPoState } from '#edges/accounting/port';
import { keepTransactionIds } from '#store/show/accounting/accounting-balances';
import { read, readInOneTrip } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { circuitQuery } from '#store/show/accounting/circuit-breaker';
import type { Circuit } from '#store/show/accounting/circuit-breaker';
import { purchaseOrderQuery } from '#store/show/purchase-orders/read-purchase-order';
import type { PurchaseOrderRows } from '#store/show/purchase-orders/read-purchase-order';
import { enqueueJobs, markDone, voidedQuery } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import { isPermanent, textOf } from '#verbs/outbox/job-context';
import { recordPushAttempt } from './push-attempt.ts';
import type { Attempt, JobContext } from '#verbs/outbox/job-context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Allowance, Job } from '#verbs/outbox/jobs';
import { callAccounting } from './circuit-breaker.ts';
import { accountingDeliveries } from '#verbs/webhooks/enqueue-deliveries';
import type { PushRows } from './push-document.ts';

type Voided = RowOf<ReturnType<typeof voidedQuery>>;

const overtaken = 'The purchase order changed before it reached the accounting system.';

/**
 * Sends a purchase order that is still in a state that `allowed` names to the show's accounting system (DEC-32, AC-02)
 * and writes what came of it to the send history under `attempt`, so that a repeated delivery leaves one entry. One
 * that was voided meanwhile, before or during the call, is not sent or is taken back by an errand of its own. Throws
 * `accounting_interface_error`.
 */
export async function pushPurchaseOrder(
  push: JobContext,
  rows: PushRows,
  attempt: Attempt,
  allowed: Allowance,
): Promise<void> {
  const { store, now } = push;
  const { order } = rows;
  if (!order) throw new Refusal('NOT_FOUND');
  const { id, status } = order.document;
  const { refusal, voided } =
    status === 'VOID'
      ? { refusal: null, voided: await read(voidedQuery(store, id)) }
      : await send(push, { ...rows, order }, attempt, allowed);
  if (voided) await takeBack(push, id, attempt.id, voided);
  if (voided && (!refusal || isPermanent(refusal)))
    await markDone(store, attempt.id, now, refusal && textOf(refusal));
  if (refusal) throw refusal;
}

/** `refusal` is null when accounting has it; `voided`, whether the order was voided meanwhile. */
async function send(
  push: JobContext,
  { circuit, subscriptions, order }: PushRows & { order: PurchaseOrderRows },
  attempt: Attempt,
  allowed: Allowance,
): Promise<{ refusal: Refusal | null; voided: Voided }> {
  const { store } = push;
  const { id } = order.document;
  const { refusal, lines } = await post(push, circuit, order, allowed).then(
    (posted) => ({ refusal: null, lines: posted }),
    (error: unknown) => {
      if (error instanceof Refusal) return { refusal: error, lines: [] };
      throw error;
    },
  );
  const document = { ...order.document, prefix: order.purchaseOrder.prefix };
  const recording = refusal
    ? {}
    : {
        more: [keepTransactionIds(store, id, lines)],
        news: accountingDeliveries(push, subscriptions, document, attempt),
      };
  // Whether it was voided meanwhile is read in the trip that writes what came of it.
  const plan = { voided: voidedQuery(store, id) };
  return { refusal, ...(await recordPushAttempt(push, id, attempt, refusal, recording, plan)) };
}

/**
 * Accounting refuses what is older than what it has: a later push may overtake this one on its way. Then what both mean
 * to be in the books is the order as it is now.
 */
async function post(
  push: JobContext,
  circuit: Circuit,
  rows: PurchaseOrderRows,
  allowed: Allowance,
  turns = 3,
): Promise<AccountingPoState['lines']> {
  if (!maySend(rows, allowed)) throw new Refusal('accounting_interface_error', { message: overtaken });
  const { id, version } = rows.document;
  try {
    const sent = accountingPoOf(rows);
    return (await callAccounting(push, circuit, (accounting) => accounting.pushPo(sent))).lines;
  } catch (error) {
    const isRefused = error instanceof AccountingFailure && error.refused;
    if (!isRefused || turns <= 1) throw error;
    const { store } = push;
    const now = await readInOneTrip({ order: purchaseOrderQuery(store, id), circuit: circuitQuery(store) });
    const { order } = now;
    if (!order || order.document.version === version || order.document.status === 'VOID') throw error;
    return post(push, now.circuit, order, allowed, turns - 1);
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
async function takeBack(
  { env, store, show, now }: JobContext,
  id: string,
  pushId: string,
  { voidedBy }: NonNullable<Voided>,
): Promise<void> {
  const kind = 'void-in-accounting';
  const job: Job = { kind, docType: 'PO', documentId: id, actorId: voidedBy };
  const effectKey = `${id}:after:${pushId}:${kind}`;
  const row = { id: freshId(show.id), showId: show.id, kind, documentId: id, payload: job, effectKey };
  await dispatchJobs(env, store.db, await enqueueJobs(store.db, [row], now), now);
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
