import type { StatusPair } from '#domain/document';
import type { FieldChange } from '#domain/history/document-changes';
import { decide } from '#domain/lifecycle/decide';
import { importStep } from '#domain/payments/payment-sync';
import type { ImportStep, PaymentContent } from '#domain/payments/payment-sync';
import { parseSettings } from '#domain/settings';
import { dateInZone } from '#domain/values/days';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingPayment } from '#edges/accounting/port';
import { rootCause, log } from '#edges/log';
import { commit } from '#store/show/documents/commit';
import { errorText } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { headerOf, paymentDetail, readForImport, writePayment } from '#store/show/payments/payment-sync';
import type { ForImport } from '#store/show/payments/payment-sync';
import { documents } from '#store/show/tables/document-tables';
import { contentQuery } from '#store/show/documents/read-content';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { insertDocument, updateDocument } from '#store/show/documents/write-document';
import { removeFromQueue, updateWorkflow } from '#store/show/approval/write-workflow';
import { withDefaults } from '#store/d1/with-defaults';
import { accountingActor, subjectOf } from '#verbs/lifecycle/subject';
import { buildAuditEvent } from '#verbs/lifecycle/audit-event';
import type { AuditEvent } from '#verbs/lifecycle/audit-event';
import { noCosts } from '#verbs/lifecycle/costing';
import { changedContent, firstStamp, wasSubmitted } from '#verbs/lifecycle/content-stamp';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { read } from '#store/d1/query';
import { settingsQuery } from '#store/show/management/settings';

/** Payments per job: each takes some 20 queries, and one run of a Worker has 1,000. */
export const importBatchSize = 40;

/**
 * Syncs a show's payments with accounting (DEC-28 rows 1 and 6, DEC-44). May be repeated, and run concurrently: the
 * external id is unique. Returns whether another job has to continue. Throws `accounting_interface_error`.
 */
export async function syncPayments(context: JobContext): Promise<'done' | 'more'> {
  const accounting = accountingFor(context.env, context.show);
  let attempted = 0;
  let written = 0;
  let after: string | undefined;
  do {
    const page = await accounting.listPayments(after);
    const stored = await readForImport(context.store, page.rows);
    for (const payment of page.rows) {
      const step = stepFor(payment, stored);
      if (step === 'NOTHING') continue;
      // Payments that can never be imported must not queue one job after the other.
      if (attempted === importBatchSize) return written > 0 ? 'more' : 'done';
      attempted += 1;
      if (await importPayment(context, payment, step)) written += 1;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return 'done';
}

function stepFor(payment: AccountingPayment, stored: ForImport): ImportStep {
  const known = knownOf(payment, stored);
  return importStep({
    state: payment.status,
    content: contentOf(payment, stored),
    stored: known && { ...known.document, content: known.content },
  });
}

/** Imports one payment in its own batch, so that the others go on if it fails. Returns whether it was written. */
async function importPayment(
  context: JobContext,
  payment: AccountingPayment,
  step: ImportStep,
): Promise<boolean> {
  try {
    const committed =
      step === 'INSERT' ? await insert(context, payment) : await updatePayment(context, payment);
    if (committed) await publishDocumentChanges(context, [{ before: null, ...committed }]);
    return committed !== null;
  } catch (error) {
    if (!/UNIQUE constraint failed/.test(errorText(error))) throw error;
    // A concurrent sync was first, or accounting has used a number twice.
    log('warn', 'payment not imported', { show: context.show.id, step, cause: rootCause(error) });
    return false;
  }
}

/** The rows read after a payment was written; null when a concurrent write was first. */
type Committed = { audience: ChangeAudience } | null;

async function insert(context: JobContext, payment: AccountingPayment): Promise<Committed> {
  const { store, now, show } = context;
  const content = contentOf(payment, await readForImport(store, [payment]));
  const id = freshId(show.id);
  const { userId, name } = accountingActor;
  const document = withDefaults(documents, {
    id,
    showId: show.id,
    type: 'PAYMENT',
    status: 'DRAFT',
    submissionStatus: 'Draft',
    version: 1,
    milestones: ['SAVED_AS_DRAFT'],
    creatorId: userId,
    creatorName: name,
    ownerId: userId,
    foundInAccounting: true,
    createdAt: payment.createdAt,
    updatedAt: now,
    ...headerOf(content),
  });
  const detail = { documentId: id, showId: show.id, externalId: payment.externalId, importedAt: now };
  const stamp = firstStamp({
    document,
    detail: { ...detail, ...paymentDetail(content) },
    lines: [],
    files: [],
    settles: content.invoices,
  });
  const event = eventOf(context, {
    documentId: id,
    seq: 1,
    action: 'import',
    previousHash: '',
    payload: { row: 'DEC-28/1', totalCents: content.totalCents },
    stamp,
    state: { ...document, lockedLineCount: 0 },
  });
  const writes = [
    insertDocument(store, { ...document, ...stamp }),
    ...writePayment(store, { documentId: id, externalId: payment.externalId, importedAt: now }, content),
  ];
  const plan = { audience: changeAudienceQuery(store, id) };
  return commit(store, { event, expected: null, day: null, writes }, plan);
}

/** Updates a known payment, read again because users may have changed it; the next sync retries after a conflict. */
async function updatePayment(context: JobContext, payment: AccountingPayment): Promise<Committed> {
  const { store } = context;
  const stored = await readForImport(store, [payment]);
  const known = knownOf(payment, stored);
  const rows = known && (await read(subjectQuery(store, known.document.id)));
  const step = stepFor(payment, stored);
  if (!rows || step === 'NOTHING' || step === 'INSERT') return null;
  const { id, version } = rows.document;
  // Submitted between the two reads, it is no longer a draft: nobody must approve content that they have not seen.
  if (version !== known.document.version) return null;
  const seq = version + 1;
  const content = contentOf(payment, stored);
  const changed =
    step === 'CANCEL' ? await canceled(context, rows) : await changedDraft(context, payment, rows, content);
  if (!changed) return null;
  const action = step === 'CANCEL' ? 'cancel' : 'import';
  const event = eventOf(context, {
    documentId: id,
    seq,
    action,
    previousHash: rows.lastHash,
    ...changed.recorded,
  });
  const writes = [
    updateDocument(store, id, { ...changed.header, version: seq, updatedAt: context.now }),
    ...changed.writes,
  ];
  const plan = { audience: changeAudienceQuery(store, id) };
  return commit(store, { event, expected: rows.document, day: changed.day, writes }, plan);
}

interface Changed {
  header: Parameters<typeof updateDocument>[2];
  writes: Write[];
  /** The day on which invoices are no longer paid; null when they are as before. */
  day: string | null;
  recorded: Pick<AuditEvent, 'payload' | 'stamp' | 'changes' | 'state'>;
}

/** The changes of a draft to the values in accounting; null when the draft was changed between the reads. */
async function changedDraft(
  { store, now }: JobContext,
  { externalId }: AccountingPayment,
  { document }: SubjectRows,
  content: PaymentContent,
): Promise<Changed | null> {
  const before = await read(contentQuery(store, document.id));
  if (!before || before.document['version'] !== document.version) return null;
  const header = { ...headerOf(content), ...(document.costing && noCosts) };
  const { stamp, changes } = await changedContent(store, document, before, {
    ...before,
    document: { ...document, ...header },
    detail: { ...before.detail, ...paymentDetail(content) },
    settles: content.invoices,
  });
  return {
    header: { ...header, ...stamp },
    writes: writePayment(store, { documentId: document.id, externalId, importedAt: now }, content),
    day: null,
    recorded: {
      payload: { row: 'DEC-28/1', totalCents: content.totalCents },
      stamp,
      changes,
      state: { ...document, ...header, lockedLineCount: 0 },
    },
  };
}

/** Cancels a payment: it leaves every queue, and its workflow stays readable (DEC-28 row 6). */
async function canceled({ store, now }: JobContext, rows: SubjectRows): Promise<Changed> {
  const isPaid = rows.document.status === 'APPROVED';
  const settings = isPaid ? await read(settingsQuery(store)) : null;
  const change = decide(subjectOf(rows), 'cancel', accountingActor, parseSettings(null), { at: now });
  if (change.kind !== 'CHANGE') throw new Error('a cancellation is never already done');
  const { id } = rows.document;
  return {
    header: { ...change.to, currentStepId: null, waitingSince: null },
    writes: [
      removeFromQueue(store, id),
      ...(change.workflow.kind === 'UPDATE' ? updateWorkflow(store, change.workflow.instance) : []),
    ],
    day: isPaid ? dateInZone(now, parseSettings(settings?.settings).timeZone) : null,
    recorded: {
      payload: { row: change.row, ...change.to },
      stamp: rows.document,
      changes: wasSubmitted(rows.document) ? [canceledStatus(rows.document, change.to)] : [],
      state: { ...rows.document, ...change.to, currentStepId: null, lockedLineCount: 0 },
    },
  };
}

/** The change of status as a field change, because the six history types have none for a cancellation (DEC-90). */
function canceledStatus(before: StatusPair, after: StatusPair): FieldChange {
  return {
    field: 'submissionStatus',
    label: 'Status',
    before: before.submissionStatus,
    after: after.submissionStatus,
    unit: 'text',
  };
}

function eventOf({ store, show, now }: JobContext, event: AuditEvent) {
  return buildAuditEvent({ store, now, newId: () => freshId(show.id) }, accountingActor, event);
}

/** The payment with Backlot's ids. */
function contentOf(payment: AccountingPayment, stored: ForImport): PaymentContent {
  const vendor = stored.vendors.find(({ externalId }) => externalId === payment.vendorExternalId);
  const account = stored.accounts.find(({ externalId }) => externalId === payment.bankAccount);
  const settled = new Map<string, number>();
  for (const { number, amountCents } of payment.invoices) {
    const invoice = stored.invoices.find(
      (one) => one.number === number && one.vendorExternalId === payment.vendorExternalId,
    );
    if (invoice) settled.set(invoice.id, (settled.get(invoice.id) ?? 0) + amountCents);
  }
  return {
    number: payment.number.trim(),
    businessDay: payment.createdAt.slice(0, 10),
    vendorId: vendor?.id ?? null,
    vendorExternalId: payment.vendorExternalId,
    vendorNumber: vendor?.number ?? '',
    vendorName: payment.vendorName,
    payeeName: payment.payeeName,
    paymentType: payment.paymentType,
    bankAccountId: account?.id ?? null,
    bankName: payment.bankName,
    currencyCode: payment.currencyCode,
    totalCents: payment.totalCents,
    invoices: [...settled].map(([invoiceId, amountCents]) => ({ invoiceId, amountCents })),
  };
}

function knownOf({ externalId }: AccountingPayment, stored: ForImport) {
  const found = stored.known.find(({ payment }) => payment.externalId === externalId);
  if (!found) return null;
  const { document, payment } = found;
  const content: PaymentContent = {
    number: document.number,
    businessDay: document.businessDay,
    vendorId: document.vendorId,
    vendorExternalId: document.vendorExternalId ?? '',
    vendorNumber: document.vendorNumber,
    vendorName: document.vendorName,
    payeeName: payment.payeeName,
    paymentType: payment.paymentType,
    bankAccountId: payment.bankAccountId,
    bankName: payment.bankName,
    currencyCode: document.currencyCode,
    totalCents: document.totalCents,
    invoices: stored.settled
      .filter(({ paymentId }) => paymentId === document.id)
      .map(({ invoiceId, amountCents }) => ({ invoiceId, amountCents })),
  };
  return { document, content };
}
