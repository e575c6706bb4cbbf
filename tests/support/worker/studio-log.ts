import { expect } from 'vitest';
import { parseCsv } from './parse-csv.ts';
import { aLine, sessionOf } from './studio-client.ts';
import type { PersonName } from './studio-rows.ts';
import { fetchWorker, origin } from './studio.ts';

/** The bytes as they leave the Worker: a byte-order mark is the first thing that a decoder drops. */
export async function download(
  name: PersonName,
  query = '',
  showId = 'alpha1',
  log: 'po-log' | 'invoice-log' | 'audit-log' = 'po-log',
): Promise<Response> {
  const { token } = await sessionOf(name);
  const request = new Request(`${origin}/api/reports/download/${log}/${showId}${query}`, {
    headers: { cookie: `__Host-session-token=${token}` },
  });
  return fetchWorker(request);
}

/** The rows of the CSV log, by the titles of its columns. */
export async function csvOf(
  name: PersonName,
  query = '',
  log: 'po-log' | 'invoice-log' | 'audit-log' = 'po-log',
): Promise<Record<string, string>[]> {
  const response = await download(name, query, 'alpha1', log);
  expect(response.status).toBe(200);
  const [header = [], ...rows] = parseCsv(await response.text());
  return rows.map((row) => Object.fromEntries(header.map((title, index) => [title, row[index] ?? ''])));
}

export const linesOf = (rows: Record<string, string>[], description: string) =>
  rows.filter((row) => row['Description'] === description);

/** DEC-68, in its order, for a show with one coding column. */
export const logColumns = [
  'PO Number',
  'Date',
  'Change Order',
  'Revision',
  'Status',
  'Department',
  'Vendor Number',
  'Vendor',
  'Company',
  'Category',
  'Currency',
  'Description',
  'Line No.',
  'Type',
  'Rental Type',
  'Rental Start',
  'Rental End',
  'Quantity',
  'Unit Cost',
  'Account',
  'Tax Code',
  'Line Total',
  'Remaining Balance',
  'PO Total',
  'Created By',
  'Last Approval',
  'Sent to Accounting',
];

/** A line of every column: rented, by half pieces, at a negative price. */
export const rental = aLine({
  description: 'Lamps',
  quantity: 1.5,
  unitCost: -20,
  acquisitionType: 'RENTAL',
  rentalType: 'WEEKLY',
  rentalStart: '2026-11-03',
  rentalEnd: '2026-11-12',
  taxCode: 'T1',
});
