import { codingOf } from '#domain/documents/line-codes';
import { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import type { AccountingPo, AccountingPoState } from '#edges/accounting/port';
import { savePostingIds } from '#store/show/accounting/accounting-balances';
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
import type { PushAttempt, JobContext } from '#verbs/outbox/job-context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { PushPrecondition, Job } from '#verbs/outbox/jobs';
import { callAccounting } from './circuit-breaker.ts';
import { accountingDeliveries } from '#verbs/webhooks/enqueue-deliveries';
import type { PushRows } from './push-document.ts';

type Voided = RowOf<ReturnType<typeof voidedQuery>>;

const changedMessage = 'The purchase order changed before it reached the accounting system.';

/**
 * Sends a purchase order whose state `allowed` permits to the show's accounting system, and records the result in the
 * send history under `attempt`, so that a repeated delivery leaves one entry. An order that was voided before the call
 * is not sent; one voided during the call gets another void job. Throws `accounting_interface_error` (DEC-32, AC-02).
 */
export async function pushPurchaseOrder(
  push: JobContext,
  rows: PushRows,
  attempt: PushAttempt,
  allowed: PushPrecondition,
): Promise<void> {
  const { store, now } = push;
  const { order } = rows;
  if (!order) throw new Refusal('NOT_FOUND');
  const { id, status } = order.document;
  const { refusal, voided } =
    status === 'VOID'
      ? { refusal: null, voided: await read(voidedQuery(store, id)) }
      : await send(push, { ...rows, order }, attempt, allowed);
  if (voided) await enqueueVoid(push, id, attempt.id, voided);
  if (voided && (!refusal || isPermanent(refusal)))
    await markDone(store, attempt.id, now, refusal && textOf(refusal));
  if (refusal) throw refusal;
}

/** `refusal` is null when accounting accepted the order; `voided` is null unless the order was voided meanwhile. */
async function send(
  push: JobContext,
  { circuit, subscriptions, order }: PushRows & { order: PurchaseOrderRows },
  attempt: PushAttempt,
  allowed: PushPrecondition,
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
        writes: [savePostingIds(store, id, lines)],
        deliveries: accountingDeliveries(push, subscriptions, document, attempt),
      };
  // The write of the result also reads whether the order was voided meanwhile.
  const plan = { voided: voidedQuery(store, id) };
  return { refusal, ...(await recordPushAttempt(push, id, attempt, refusal, recording, plan)) };
}

/**
 * Accounting refuses a revision older than its own, which happens when a later push overtakes this one. Then the
 * current order is sent.
 */
async function post(
  push: JobContext,
  circuit: Circuit,
  rows: PurchaseOrderRows,
  allowed: PushPrecondition,
  attempts = 3,
): Promise<AccountingPoState['lines']> {
  if (!maySend(rows, allowed)) throw new Refusal('accounting_interface_error', { message: changedMessage });
  const { id, version } = rows.document;
  try {
    const sent = accountingPoOf(rows);
    return (await callAccounting(push, circuit, (accounting) => accounting.pushPo(sent))).lines;
  } catch (error) {
    const isRefused = error instanceof AccountingFailure && error.refused;
    if (!isRefused || attempts <= 1) throw error;
    const { store } = push;
    const now = await readInOneTrip({ order: purchaseOrderQuery(store, id), circuit: circuitQuery(store) });
    const { order } = now;
    if (!order || order.document.version === version || order.document.status === 'VOID') throw error;
    return post(push, now.circuit, order, allowed, attempts - 1);
  }
}

/** The order may have changed since the push was allowed. Temporary vendors are unknown to accounting (DEC-33). */
function maySend({ document }: PurchaseOrderRows, allowed: PushPrecondition): boolean {
  if (document.temporaryVendorId !== null) return false;
  return allowed === 'ANY_BUT_VOID' || document.status === 'APPROVED';
}

/**
 * The void job may have reached accounting before this push and found nothing there. So every push that ends on a
 * voided order enqueues another void job.
 */
async function enqueueVoid(
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

/** The order in the format of accounting. Its revision is our version, which rises with every change of content. */
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
