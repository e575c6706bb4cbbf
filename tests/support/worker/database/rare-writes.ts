import type { ShowStore, Write } from '#store/d1/open';
import { insertStepApprover } from '#store/show/approval/write-workflow';
import { saveAccountingBalances } from '#store/show/accounting/accounting-balances';
import * as actuals from '#store/show/budget/actuals';
import * as budgets from '#store/show/budget/budgets';
import * as estimates from '#store/show/budget/estimates';
import * as periods from '#store/show/budget/periods';
import * as currency from '#store/show/currency/currency';
import { mergedSettings } from '#store/show/management/settings';
import * as archives from '#store/show/imports/archives';
import * as books from '#store/show/accounting/master-data';
import * as bulk from '#store/show/bulk/bulk-runs';
import * as terms from '#store/show/management/company-terms';
import { leaveDepartment } from '#store/show/management/write-department';
import { assignNumber } from '#store/show/documents/document-number';
import * as imports from '#store/show/imports/imports';
import { dismissFailures, retryFailures } from '#store/show/operations/health';
import { makePushDue } from '#store/show/outbox/failed-pushes';
import { guardReductions, settleReductions, updateLineAmounts } from '#store/show/documents/line-reductions';
import { updateNote } from '#store/show/documents/notes';
import * as importBooks from '#store/show/imports/import-lookups';
import { replaceByAccountingBalance } from '#store/show/relief/write-relief';
import { restoreSnapshot } from '#store/show/purchase-orders/restore-snapshot';
import * as taxForms from '#store/show/vendors/tax-forms';
import { insertErasure } from '#store/show/documents/erasures';
import * as temporary from '#store/show/vendors/temporary-vendors';
import { updateInvoice } from '#store/show/documents/write-document';
import { closeLine, updateLine } from '#store/show/documents/lines';
import * as deliveries from '#store/show/webhooks/deliveries';
import * as webhooks from '#store/show/webhooks/endpoints';

const now = '2026-11-20T12:00:00.000Z';
const id = 'nobody';
const periodChange = {
  id,
  kind: 'CLOSED',
  companyName: id,
  period: 'Week 1',
  reason: '',
  byId: id,
  byName: id,
  at: now,
} as const;

const actualImport = {
  showId: 'alpha1',
  id,
  number: 1,
  fileName: id,
  fileHash: id,
  projectCompanyExternalId: id,
  companyName: id,
  currencyCode: 'USD',
  rowCount: 1,
  totalCents: 1,
  firstDay: '2026-03-02',
  lastDay: '2026-03-02',
  byId: id,
  byName: id,
  at: now,
  reversedBy: null,
  reversedByName: null,
  reversedAt: null,
  reason: '',
};
const actual = {
  rowNumber: 2,
  account: '6100',
  day: '2026-03-02',
  cents: 1,
  kind: 'OTHER',
  number: '',
  description: '',
  invoiceId: null,
} as const;

/** Returns statements that scenarios rarely execute, for a batch. */
export function rareWrites(store: ShowStore): Write[] {
  const line = { id, keyId: id, lineNumber: 1, description: '', quantityHundredths: 1, unitCostCents: 1 };
  const amounts = { quantityHundredths: 1, unitCostCents: 1, totalCents: 1 };
  return [
    insertErasure(store, { fileId: id, erasedBy: id, erasedByName: 'Dana', erasedAt: now, reason: 'x' }),
    ...taxForms.unlinkTaxForm(store, id, { id, name: 'Dana', now }),
    insertStepApprover(store, { documentId: id, stepId: id }, { userId: id, name: id, initials: '' }),
    deliveries.reopenDelivery(store, id, now),
    leaveDepartment(store, id, id, [id]),
    ...saveAccountingBalances(store, id, []),
    ...saveAccountingBalances(store, id, null),
    ...books.syncVendors(store, { vendors: [], addresses: [], contacts: [] }, now),
    ...books.syncCompanies(store, { companies: [], addresses: [], currencies: [], taxCodes: [] }),
    ...books.syncChartOfAccounts(store, { fields: [], parts: [] }, now),
    ...books.syncBankAccounts(store, []),
    ...bulk.requeueItems(store, id, [{ id, batch: 1 }]),
    webhooks.guardSecretUnchanged(store, id, now),
    webhooks.guardEndpointUnchanged(store, { id, url: '', failingSince: null }),
    retryFailures(store, [id], now),
    dismissFailures(store, [id], now),
    ...makePushDue(store, id, { now, approvedBefore: now, lastLease: now }),
    bulk.failOpenItems(store, id, 'INTERNAL_ERROR'),
    terms.renameTerms(store, id, { termsFileId: id, termsLabel: null }),
    assignNumber(store, id),
    updateNote(store, id, '', now),
    replaceByAccountingBalance(store, id, true),
    replaceByAccountingBalance(store, id, false),
    ...restoreSnapshot(store, id),
    ...budgets.saveBudgetChange(
      store,
      { budgetId: id, revision: 2, kind: 'AMOUNT', reason: '', byId: id, byName: id, at: now, entries: [] },
      [
        {
          account: '6100',
          description: '',
          kind: 'ACCOUNT',
          codes: '{}',
          originalCents: 1,
          transferCents: 0,
          overageCents: 0,
        },
      ],
    ),
    currency.insertCurrencyChanges(store, [
      {
        id,
        kind: 'RATE',
        subject: 'CAD',
        day: null,
        before: null,
        after: null,
        source: '',
        byId: id,
        byName: id,
        at: now,
      },
    ]),
    ...currency.saveRates(store, [{ currency: 'CAD', day: '2018-03-01', rate: '1.36' }]),
    currency.saveTaxTerms(store, {
      showId: store.showId,
      projectCompanyExternalId: id,
      code: id,
      rate: '1',
      recoverable: '0',
    }),
    currency.deleteTaxTerms(store, { projectCompanyExternalId: id, code: id }),
    periods.insertPeriods(store, { projectCompanyExternalId: id, pattern: 'WEEKS' }, []),
    periods.insertPeriodChange(store, periodChange),
    ...periods.turnPeriod(
      store,
      { projectCompanyExternalId: id, number: 1, to: 'CLOSED' },
      { ...periodChange, id: 'again' },
    ),
    ...actuals.insertActuals(store, actualImport, [actual]),
    actuals.guardPeriodsOpen(store, id, { company: id, numbers: [] }),
    ...actuals.reverseActuals(
      store,
      id,
      { by: id, byName: id, at: now, reason: id },
      { '2026-03-02': '2026-03-02' },
    ),
    estimates.insertEstimates(
      store,
      { currencyCode: 'USD', day: '2026-03-02', reason: id, byId: id, byName: id, at: now },
      [{ account: '6100', revision: 1, efcCents: 1 }],
    ),
    periods.guardPeriodOpen(store, id, { company: id, number: 1 }),
    mergedSettings(store, {}),
    guardReductions(store, id),
    settleReductions(store, id),
    ...updateLineAmounts(store, [{ id, ...amounts, approvedAmounts: amounts }]),
    temporary.insertTemporaryVendor(store, {
      id,
      showId: 'alpha1',
      name: id,
      address: id,
      createdBy: id,
      createdAt: now,
    }),
    temporary.updateTemporaryVendor(store, id, { name: id, version: 2 } as never, {
      seen: 1,
      uses: '[]',
      userId: id,
    }),
    ...temporary.linkTaxForms(store, { tempVendorId: id, uploadedBy: id, now }, [id]),
    imports.insertImport(store, { id, showId: 'alpha1', userId: id, fileName: id, total: 1, createdAt: now }),
    ...imports.insertImportItems(store, id, [{ row: 2, key: '', fingerprint: id, draft: {} }]),
    imports.saveImported(store, id, 0, id),
    importBooks.insertTemporaryVendors(store, [], { createdBy: id, createdAt: now }),
    archives.insertArchive(store, { id, userId: id, userName: id, createdAt: now }),
    archives.saveArchivePart(store, { showId: 'alpha1', archiveId: id, part: 1, documents: 1, size: 1 }),
    archives.stopArchive(store, id, { cancelledBy: id, finishedAt: now }),
    archives.endArchive(store, id, { status: 'failed', finishedAt: now }),
    deliveries.recordDeliveryAttempt(store, id, { statusCode: 200, durationMs: 1, answeredAt: now }),
    webhooks.updateEndpoint(store, id, { isEnabled: true }),
    webhooks.deleteEndpoint(store, id),
    updateInvoice(store, id, { dueDay: null }),
    updateLine(store, id, line as never),
    closeLine(store, id, null),
  ];
}
