import type { Table } from '../../sandbox/tables.ts';
import type { Ledger } from './ledger.ts';

/** Licenses without a show, for new shows, with the accounting data of an existing one. */
const spareLicenses = [
  { like: 'HSP-SA-1041', show: 'Northern Lights', license: 'HSP-SA-1077', name: 'Paper Lanterns' },
  { like: 'LKT-V5-0455', show: 'Velvet Cartographer', license: 'LKT-V5-0610', name: 'Quiet Harbour' },
] as const;

/** Tables that accounting fills before any document. */
const setupTables: readonly Table[] = [
  'licenses',
  'studios',
  'acctPackages',
  'showTypes',
  'vendors',
  'vendorAddresses',
  'vendorContacts',
  'companies',
  'companyAddresses',
  'companyCurrencies',
  'taxCodes',
  'coaFields',
  'coaParts',
];

/** Adds the licenses for new shows of the demo (API-117). */
export function addSpareLicenses(ledger: Ledger): void {
  for (const { like, show, license, name } of spareLicenses) {
    const renamed = (row: object): object =>
      JSON.parse(JSON.stringify(row).replaceAll(like, license).replaceAll(show, name)) as object;
    const isOwn = (row: object) => 'license' in row && row.license === like;
    for (const table of setupTables) {
      const rows = (ledger.byTable.get(table) ?? []).filter(isOwn).map(renamed);
      ledger.byTable.set(table, [...(ledger.byTable.get(table) ?? []), ...rows]);
    }
    // Two waiting payments, which provide the bank accounts.
    const waiting = (ledger.byTable.get('payments') ?? []).filter(
      (row) => isOwn(row) && 'externalId' in row && String(row.externalId).includes('-NEW-'),
    );
    ledger.byTable.set('payments', [...(ledger.byTable.get('payments') ?? []), ...waiting.map(renamed)]);
  }
}
