import type { Table } from '../../sandbox/tables.ts';
import type { Ledger } from './ledger.ts';

/** Licenses that no show has yet: new shows are made from them, with the books of a show that is there. */
const spare = [
  { like: 'HSP-SA-1041', show: 'Northern Lights', license: 'HSP-SA-1077', name: 'Paper Lanterns' },
  { like: 'LKT-V5-0455', show: 'Velvet Cartographer', license: 'LKT-V5-0610', name: 'Quiet Harbour' },
] as const;

/** What accounting sets up before anything is bought. */
const setUp: readonly Table[] = [
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

/** API-117: what a new show of the demo is created from. */
export function addSpareLicenses(ledger: Ledger): void {
  for (const { like, show, license, name } of spare) {
    const renamed = (row: object): object =>
      JSON.parse(JSON.stringify(row).replaceAll(like, license).replaceAll(show, name)) as object;
    const isOwn = (row: object) => 'license' in row && row.license === like;
    for (const table of setUp) {
      const rows = (ledger.byTable.get(table) ?? []).filter(isOwn).map(renamed);
      ledger.byTable.set(table, [...(ledger.byTable.get(table) ?? []), ...rows]);
    }
    // Two payments that wait, so that there are bank accounts.
    const waiting = (ledger.byTable.get('payments') ?? []).filter(
      (row) => isOwn(row) && 'externalId' in row && String(row.externalId).includes('-NEW-'),
    );
    ledger.byTable.set('payments', [...(ledger.byTable.get('payments') ?? []), ...waiting.map(renamed)]);
  }
}
