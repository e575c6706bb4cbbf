import { openOrderLinesQuery } from '#store/show/relief/relief-draws';
import * as decision from '#store/show/budget/decision';
import { readCounted } from '#store/show/budget/read-counted';
import * as wrongSums from '#store/show/budget/wrong-sums';
import { codeOlderMovements, recountOlder } from '#store/show/budget/recount';
import { countPage } from '#store/show/budget/uncounted-documents';
import * as currency from '#store/show/currency/currency';
import * as stepReminders from '#store/show/approval/step-reminders';
import * as apiTokens from '#store/directory/api-tokens';
import * as digestDays from '#store/directory/digest-days';
import { readLiveSessions, readMemberShows } from '#store/directory/sessions';
import { saveMailPause } from '#store/directory/mail-pause';
import * as members from '#store/directory/members';
import * as passwordLinks from '#store/directory/password-links';
import * as pendingSignIns from '#store/directory/pending-sign-ins';
import * as people from '#store/directory/users';
import { requireLongSecret, sealedInDirectory } from '#store/directory/encrypted-values';
import * as secondFactors from '#store/directory/second-factors';
import * as sessions from '#store/directory/sessions';
import * as showRows from '#store/directory/shows';
import { directoryOf, storeFor } from '#store/d1/open';
import { read, readPlan } from '#store/d1/query';
import type { ShowStore } from '#store/d1/open';
import * as archives from '#store/show/imports/archives';
import { eventsSinceQuery, readNames } from '#store/show/documents/read-changes';
import * as rests from '#store/show/accounting/circuit-breaker';
import * as bulk from '#store/show/bulk/bulk-runs';
import * as terms from '#store/show/management/company-terms';
import * as collected from '#store/show/mail/collected-notifications';
import * as digests from '#store/show/mail/digest-items';
import * as imports from '#store/show/imports/imports';
import * as mails from '#store/show/mail/document-mail';
import { addToHistoryCheck, countSelectedFailures, readDocumentNames } from '#store/show/operations/health';
import * as links from '#store/show/mail/download-links';
import * as outbox from '#store/show/outbox/outbox';
import * as pdfTasks from '#store/show/outbox/pdf-tasks';
import { readSealedWebhooks } from '#store/show/webhooks/encrypted-secrets';
import { readMovingShowIds } from '#store/show/outbox/moving-shows';
import { paymentHeaderQuery } from '#store/show/documents/read-document';
import { templateQuery } from '#store/show/approval/read-default-template';
import { readHistories } from '#store/show/documents/read-histories';
import * as importBooks from '#store/show/imports/import-lookups';
import { isInvoiceQuery } from '#store/show/payments/read-payment';
import { readPaymentLog } from '#store/show/payments/read-payment-log';
import { readOrderIds, readVersion } from '#store/show/purchase-orders/read-approved-version';
import { nextInQueueQuery } from '#store/show/lists/read-approval-queue';
import { vendorIsActive } from '#store/show/vendors/read-reference-data';
import { waitingByTypeQuery } from '#store/show/lists/count-waiting';
import { revisionCountsQuery } from '#store/show/lists/read-revision-requests';
import { storeAnswer, releaseKey } from '#store/show/outbox/idempotency-keys';
import { readTemplateType, setDefaultWorkflows } from '#store/show/management/settings';
import { readInProgress, readOutdated } from '#store/show/approval/workflow-templates';
import { readReplacedTerms } from '#store/show/management/company-terms';
import { readErasure } from '#store/show/documents/erasures';
import * as taxForms from '#store/show/vendors/tax-forms';
import * as temporary from '#store/show/vendors/temporary-vendors';
import { readSnapshots, readUnsealed } from '#store/show/documents/unsealed-documents';
import { withdrawnOfQuery } from '#store/show/documents/withdrawn-files';
import * as deliveries from '#store/show/webhooks/deliveries';
import { findShardOf } from '#store/show-move/choose-shard';
import { studioEnv as env } from '../fixtures/studio.ts';
import { budgetReads } from './budget-reads.ts';
import { coverCalls } from './cover-calls.ts';
import { rareWrites } from './rare-writes.ts';

const now = '2026-11-20T12:00:00.000Z';
const id = 'nobody';

/** Functions of the directory that scenarios rarely call, called for a user who does not exist. */
function directoryCalls(): Promise<unknown>[] {
  const factor = { userId: id, secret: 's', lastStep: 0, createdAt: now };
  const pending = { tokenHash: id, kind: 'PASSWORD' as never, userId: null, payload: '', expiresAt: now };
  const show = { id, studioId: id, name: id, license: id, slug: id, shard: 0, features: [], createdAt: now };
  const described = { firstName: 'A', lastName: 'B', initials: 'AB', localUser: true, mfaEnabled: false };
  const membership = { showId: id, userId: id, role: 'PO Creator' as const };
  return [
    findShardOf(env, id),
    read(people.activeMembersQuery(directoryOf(env, 'alpha1'))),
    apiTokens.readTokenAccess(env, id, 'alpha1', { showLocations: true, membersOf: 'alpha1' }),
    apiTokens.markTokenUsed(env, id, '2026-11-20'),
    apiTokens.sweepTokens(env, now),
    digestDays.beginDigestDay(env, '2026-11-20', now),
    digestDays.beginMissedDigestDay(env, '2026-11-21', now),
    digestDays.endDigestPlanning(env, '2026-11-20', now),
    digestDays.readDigestShows(env),
    digestDays.readDigestMembers(env, 'alpha1'),
    digestDays.filterMembers(env, 'alpha1', [id]),
    digestDays.readDigestOwnerShows(env, [id]),
    digestDays.readShowsOfUser(env, id),
    readLiveSessions(env, [{ session: id, userId: id, showId: 'alpha1' } as never]),
    readMemberShows(env, [{ showId: 'alpha1', userId: id }]),
    requireLongSecret(env, now),
    ...Object.values(sealedInDirectory).map((readSealed) => readSealed(env, '', 10)),
    readSealedWebhooks(storeFor(env, { id: 'alpha1', shard: 0 }).db, '', 10),
    read(members.studioMembershipQuery(directoryOf(env, 'alpha1'), { userId: id, studioId: id })),
    members.describeMember(env, { userId: id, studioId: id }, described),
    members.requireSecondFactor(env, id),
    members.insertMembership(env, membership),
    members.readRolesOf(env, id),
    members.endSessionsWithoutShow(env, id),
    passwordLinks.findUserOfLink(env, id, now),
    passwordLinks.consumePasswordLink(env, { tokenHash: id, userId: id, now }, 'hash'),
    passwordLinks.storeRehashed(env, { userId: id, passwordHash: 'hash', now }, 'new'),
    passwordLinks.replacePassword(env, { userId: id, passwordHash: 'hash', session: id }, 'new'),
    pendingSignIns.insertPendingSignIn(env, pending as never),
    pendingSignIns.readPendingSignIn(env, id, pending.kind, now),
    pendingSignIns.consumePendingSignIn(env, id, pending.kind, now),
    people.findShowBySlug(env, id),
    people.findUserBySubject(env, { issuer: id, subject: id }),
    people.linkSubject(env, id, { issuer: id, subject: id }),
    people.rememberShow(env, id, 'alpha1', now),
    people.savePreferences(env, id, {
      emailNotifications: true,
      consolidatePoEmails: true,
      consolidatePaymentEmails: true,
      consolidateInvoiceEmails: true,
      dateFormat: 'MM_DD_YYYY',
    }),
    secondFactors.readSecondFactor(env, id),
    secondFactors.enrolSecondFactor(env, factor as never, [id]),
    secondFactors.replaceSecondFactor(env, factor as never, [id]),
    secondFactors.consumeStep(env, id, 1),
    secondFactors.consumeRecoveryCode(env, id, id),
    secondFactors.countRecoveryCodes(env, id),
    sessions.readSessionShow(env, id),
    people.readShowIdsOf(env, id),
    sessions.selectShow(env, id, 'alpha1'),
    sessions.deleteSession(env, id),
    sessions.deleteSessionsOf(env, id),
    showRows.countShowsByShard(env),
    showRows.studioIdOf(env, { id, name: id, division: id }),
    showRows.insertShow(env, show as never, membership),
    showRows.renameShow(env, id, id),
  ];
}

/** The same for a show's data. */
function showCalls(store: ShowStore): Promise<unknown>[] {
  const of = { userId: id, type: 'PO' as const, showIds: ['alpha1'] };
  const row = { id, showId: 'alpha1', kind: 'notify', payload: {}, effectKey: id, createdAt: now };
  const sent = { id, showId: 'alpha1', documentId: id, sendType: 'ACCOUNTING' as const, isSuccessful: true };
  const end = { status: 'error' as const, eventType: null, fileName: null, error: null, finishedAt: now };
  const page = { after: null, documents: 0, events: 0, amiss: 0, faults: [], finishedAt: now };
  return [
    readCounted(store, 'alpha1_', 'alpha1_z'),
    wrongSums.readWrongMeasures(store, 10),
    wrongSums.readWrongCodedMeasures(store, 10),
    wrongSums.readWrongCostSums(store, 10),
    wrongSums.readWrongForeignSums(store, 10),
    countPage(store, 2, now),
    store.write([
      codeOlderMovements(store, [id]),
      recountOlder(store, [{ id, day: now.slice(0, 10), effectiveDay: null, paidDay: null }], now),
      decision.guardBudgetAnswer(store, id, 'WITHIN', null),
    ]),
    read(decision.affectedAccountsQuery(store, id)),
    read(
      decision.enteredAccountsQuery(store, { id, currency: 'USD', keys: [{ account: '6100', codes: '{}' }] }),
    ),
    read(openOrderLinesQuery(store, id, [id])),
    decision.readBudgetAnswers(store, [id], [{ from: '6100', to: '6100' }]),
    readDocumentNames(store, [id]),
    readMovingShowIds(store.db),
    countSelectedFailures(store, 'retried', { ids: [id] }),
    countSelectedFailures(store, 'dismissed', { all: true }),
    addToHistoryCheck(store, { runId: id, after: null }, page),
    addToHistoryCheck(store, { runId: id, after: id }, page),
    rests.claimProbe(store, now, now),
    rests.countFailure(store, now),
    rests.closeCircuit(store),
    readPlan({}),
    read(eventsSinceQuery(store, 'any', 1)),
    readNames(store, ['any']),
    bulk.saveSeen(store, { id, userId: id, createdAt: now } as never, now),
    bulk.cancelRun(store, id, now),
    terms.deleteReplacedFiles(store, [id]),
    digests.insertDigestItem(store, {
      showId: 'alpha1',
      ...of,
      documentId: id,
      event: 'APPROVED',
      eventSeq: 1,
      createdAt: now,
    }),
    digests.readSettingsOf(store.db, ['alpha1']),
    digests.readPendingApprovals(store.db, of, 10),
    digests.readDigestItems(store.db, of),
    digests.endDigestItems(store.db, of, [{ showId: 'alpha1', id, eventSeq: 1 }], now),
    digests.dropDigestItems(store.db, of, now),
    digests.readDigestsWithItems(store),
    digests.readShowsWithItems(store.db),
    digests.deleteSentItems(store, now),
    mails.recordMail(store, sent as never),
    mails.wasMailed(store, id),
    links.saveMailedLink(store, {
      id,
      showId: 'alpha1',
      documentId: id,
      senderId: id,
      tokenHash: id,
      fileName: id,
      createdAt: now,
      expiresAt: now,
    } as never),
    links.readOpenLink(store, id, now),
    links.revokeMailedLink(store, id, now),
    links.deleteMailedLinks(store.db, [id]),
    outbox.postponeJob(store, id, now, ''),
    outbox.deleteFailedSend(store, id, id),
    outbox.enqueueJobs(store.db, [row], now),
    pdfTasks.readPdfTasks(store, [id]),
    pdfTasks.claimPdfTask(store, id, now, now),
    pdfTasks.extendPdfTaskLease(store, { id, attempts: 1 }, now),
    pdfTasks.releasePdfTask(store, id),
    pdfTasks.endPdfTask(store, id, end),
    pdfTasks.deletePdfTasks(store.db, [id]),
    read(paymentHeaderQuery(store, id)),
    read(templateQuery(store, id)),
    readHistories(store, '', 10),
    read(isInvoiceQuery(store, id)),
    readOrderIds(store, ['00001']),
    readVersion(store, id, { id, approvedAt: now }),
    ...budgetReads(store),
    read(currency.namedRatesQuery(store, [{ currency: 'CAD', day: '2018-03-01' }])),
    currency.readOtherBase(store, 'CAD'),
    store.write(currency.deleteRates(store)),
    ...coverCalls(store),
    read(nextInQueueQuery(store, { userId: id, type: 'PO', afterId: id, order: 'WAITING' })),
    vendorIsActive(store, id),
    read(revisionCountsQuery(store, id)),
    read(revisionCountsQuery(store, id)),
    read(waitingByTypeQuery(store, id)),
    storeAnswer(store, id, id, { status: 424, body: '{}' }),
    releaseKey(store, id, id),
    setDefaultWorkflows(store, { defaultPurchaseOrderWorkflowId: null }),
    readTemplateType(store, id),
    stepReminders.readDocumentsToRemind(store, now, 20),
    stepReminders.setReminderDue(store, id, null, 1),
    stepReminders.recomputeReminders(store, now),
    readInProgress(store, id),
    readOutdated(store, { id, version: 1 }, { after: '', limit: 10 }),
    read(imports.importQuery(store, id)),
    imports.readOpenImportItems(store, id, 1),
    imports.refuseImported(store, id, 0, 'FORBIDDEN'),
    imports.endImport(store, id, now),
    imports.readImported(store, [id]),
    imports.failOpenImported(store, id, 'INTERNAL_ERROR'),
    read(importBooks.openDepartmentsQuery(store)),
    read(importBooks.namedVendorsQuery(store, ['Lumen Rentals'], ['N-lumen'])),
    read(archives.archiveQuery(store, id)),
    read(archives.archivePartQuery(store, id, 1)),
    archives.readArchiveStep(store, '', 10),
    archives.extendLease(store, id, now),
    archives.saveArchiveDone(store, id, 1),
    archives.markArchiveRemoved(store, id),
    readPaymentLog(store),
    temporary.readLinkableForms(store, [id], id),
    read(taxForms.isTaxFormQuery(store, id)),
    read(
      taxForms.vendorDocumentTypesQuery(
        store,
        { fileId: id },
        { PO: [{ kind: 'OWN', userId: id }], INVOICE: [{ kind: 'OWN', userId: id }] },
        id,
      ),
    ),
    read(withdrawnOfQuery(store, id)),
    readUnsealed(store, '', 10),
    readSnapshots(store, id),
    readReplacedTerms(store, 'pc1', now),
    readErasure(store, id),
    deliveries.deleteOldDeliveries(store.db, now),
    temporary.readDocumentsUsing(store, id, { after: '', limit: 10 }),
    saveMailPause(env, now),
    outbox.suspendJob(store, id, now),
    collected.reopenWindow(store, { userId: id, jobId: id, endsAt: now }),
    collected.readCollected(store, id, 10),
    collected.removeCollected(store, id, [], { id, createdAt: now }),
  ];
}

/** Calls each store function that no scenario calls; a statement that a constraint rejects was still sent. */
export async function callUncovered(): Promise<void> {
  const store = storeFor(env, { id: 'alpha1', shard: 0 });
  await Promise.allSettled([
    ...directoryCalls(),
    ...showCalls(store),
    ...rareWrites(store).map((write) => store.write([write])),
  ]);
}
