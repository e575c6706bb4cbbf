import { accountingFor } from '#edges/accounting/open';
import type { Accounting, AccountingVendor } from '#edges/accounting/port';
import { readLicensedShows } from '#store/directory/shows';
import {
  syncBankAccounts,
  syncChartOfAccounts,
  syncCompanies,
  syncVendors,
} from '#store/show/accounting/master-data';
import type { CompanyMasterData, VendorPage } from '#store/show/accounting/master-data';
import { resetDueJobs } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import type { ShowStore, Write } from '#store/d1/open';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { SyncMasterDataJob } from '#verbs/outbox/jobs';

/** Pages of 200 vendors that one run of a Worker copies. The next job continues after them. */
export const maxPagesPerRun = 10;

/**
 * Copies what a show's documents refer to from the accounting system of its license: companies with their currencies
 * and tax codes, the chart of accounts, bank accounts, vendors. Can be repeated: existing rows are updated. Throws
 * `accounting_interface_error` (AC-11).
 */
export async function syncMasterData(
  context: JobContext,
  job: SyncMasterDataJob,
  entry: OutboxEntry,
): Promise<void> {
  const { env, show, store, now } = context;
  const accounting = accountingFor(env, show);
  if (job.after === null) await store.write(await referenceWrites(store, accounting, now));
  let after: string | null = job.after;
  for (let page = 0; page < maxPagesPerRun; page += 1) {
    const { rows, next } = await accounting.listVendors(after ?? undefined);
    if (rows.length > 0) await store.write(syncVendors(store, vendorPage(store, rows), now));
    if (next === null) return;
    after = next;
  }
  await enqueueContinuation(context, { ...job, after }, entry);
}

/** How often the master data is synced. */
const syncIntervalMs = 24 * 3_600_000;

/** Requests the daily sync for every show that was created from a license. Returns the number of shows. */
export async function requestDueSyncs(env: Env, { db, shard }: ShowStore, now: string): Promise<number> {
  const before = new Date(Date.parse(now) - syncIntervalMs).toISOString();
  const kind = 'import-books' satisfies SyncMasterDataJob['kind'];
  const due = await resetDueJobs(db, await readLicensedShows(env, shard), kind, before, now);
  await dispatchJobs(env, db, due, now);
  return due.length;
}

async function referenceWrites(store: ShowStore, accounting: Accounting, now: string): Promise<Write[]> {
  const [companies, chart, accounts] = await Promise.all([
    accounting.listCompanies(),
    accounting.listCoa(),
    accounting.listBankAccounts(),
  ]);
  const parts = chart.flatMap(({ partConfigId, parts: fieldParts }) =>
    fieldParts.map((part) => ({ ...part, partConfigId })),
  );
  const fields = chart.map(({ parts: _parts, ...field }, position) => ({ ...field, position: position + 1 }));
  return [
    ...syncCompanies(store, companyMasterData(companies)),
    ...syncChartOfAccounts(store, { fields, parts }, now),
    ...syncBankAccounts(
      store,
      accounts.map((account) => ({ ...account, id: freshId(store.showId) })),
    ),
  ];
}

function companyMasterData(companies: Awaited<ReturnType<Accounting['listCompanies']>>): CompanyMasterData {
  const of = <Row extends object>(rowsOf: (company: (typeof companies)[number]) => readonly Row[]) =>
    companies.flatMap((company) =>
      rowsOf(company).map((row) => ({
        ...row,
        projectCompanyExternalId: company.projectCompanyExternalId,
      })),
    );
  return {
    companies: companies.map(({ addresses: _a, currencies: _c, taxCodes: _t, ...company }) => company),
    addresses: of(({ addresses }) =>
      addresses.map(({ lineNumber, ...address }) => ({ ...address, position: lineNumber })),
    ),
    currencies: of(({ currencies }) => currencies),
    taxCodes: of(({ taxCodes }) => taxCodes),
  };
}

function vendorPage({ showId }: ShowStore, vendors: readonly AccountingVendor[]): VendorPage {
  const newId = () => freshId(showId);
  return {
    vendors: vendors.map(({ addresses: _places, contacts: _people, ...vendor }) => ({
      ...vendor,
      id: newId(),
    })),
    addresses: vendors.flatMap(({ externalId, addresses }) =>
      addresses.map(({ uuid: vendorAddressUuid, ...address }) => ({
        ...address,
        vendorAddressUuid,
        id: newId(),
        vendorExternalId: externalId,
      })),
    ),
    contacts: vendors.flatMap(({ externalId, contacts }) =>
      contacts.map((contact) => ({ ...contact, id: newId(), vendorExternalId: externalId })),
    ),
  };
}
