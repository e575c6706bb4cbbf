import { formatCursor } from '../domain/lists/lists.ts';
import { showId, signIn } from './client.ts';
import type { Person } from './client.ts';

interface Named {
  id: string;
  name: string;
}

interface Order {
  id: string;
  version: number;
  poDate: string;
  vendor: { name: string };
}

/** A show of the demo with its users and the ids that requests need. */
export interface Dataset {
  /** Users who see every document. */
  readers: readonly Person[];
  creator: Person;
  /** Approvers of a purchase order, in order. */
  approvers: readonly [Person, Person];
  /** Approver of payments. */
  payer: Person;
  vendor: { name: string; number: string };
  /** Newest date of a purchase order. */
  newestDay: string;
  orders: number;
  /** Cursor of the deepest page: the end of the page before it. */
  beforeDeep: string;
  /** Purchase orders to open, spread over the whole show. */
  toOpen: readonly string[];
  /** Approved purchase orders to print. */
  toPrint: readonly string[];
  /** A purchase order of ten lines, as the form sends it. */
  draft: Record<string, unknown>;
}

/** The 1,000th page, or the last full one of a smaller show. */
export const deepestPage = (orders: number) => Math.max(2, Math.min(1000, Math.floor(orders / 50)));

export const listPath = (query: string) => `/api/pos/filter?showId=${showId}&persona=CREATOR&${query}`;

/** Signs all users in and loads the ids. */
export async function openDataset(address: string): Promise<Dataset> {
  const names = ['rosalind', 'ismael.ortega', 'theodore', 'celeste.marin', 'gideon.shaw', 'harriet.boone'];
  const [first, second, third, creator, head, producer] = await Promise.all(
    names.map((name) => signIn(address, name)),
  );
  if (!first || !second || !third || !creator || !head || !producer) throw new Error('Nobody is there.');
  const list = (query: string, body: unknown = {}) =>
    first.send<{ poS: Order[]; total: number }>('POST', listPath(query), body);
  const newest = await list('count=50&page=1&sort=DATE,DESC');
  const spread = await Promise.all(
    [0, 0.2, 0.4, 0.6, 0.8].map((part) =>
      list(`count=20&page=${Math.max(1, Math.floor((newest.total * part) / 20))}`),
    ),
  );
  const deep = await list(`count=50&page=${deepestPage(newest.total) - 1}&sort=PO_NUMBER,DESC`);
  const end = deep.poS.at(-1);
  const approved = await list('count=50&page=1', { poStatuses: ['APPROVED'] });
  const [example] = approved.poS;
  if (!example) throw new Error('The show has no approved purchase order.');
  const { vendor } = await first.send<{ vendor: { name: string; number: string } }>(
    'GET',
    `/api/pos/${example.id}`,
  );
  return {
    readers: [first, second, third],
    creator,
    approvers: [head, producer],
    payer: producer,
    vendor,
    newestDay: newest.poS[0]?.poDate ?? '',
    orders: newest.total,
    beforeDeep: end ? formatCursor(end) : '',
    toOpen: spread.flatMap(({ poS }) => poS.map(({ id }) => id)),
    toPrint: approved.poS.map(({ id }) => id),
    draft: await draftOf(creator, vendor.name),
  };
}

async function draftOf(creator: Person, vendorName: string): Promise<Record<string, unknown>> {
  const query = `id=${showId}&search=${encodeURIComponent(vendorName)}&t=0`;
  const [vendor] = await creator.send<Named[]>('GET', `/api/vendors?${query}`);
  const [departments, companies, details] = await Promise.all([
    creator.send<Named[]>('GET', `/api/departments?showId=${showId}`),
    creator.send<
      {
        projectCompanyExternalId: string;
        project_company_currencies: { iso_currency_code: string; external_id: string }[];
      }[]
    >('GET', `/api/companies?showId=${showId}`),
    creator.send<{ addresses: unknown[] }>('GET', `/api/vendors/${vendor?.id}/details?showId=${showId}`),
  ]);
  const [company] = companies;
  const [currency] = company?.project_company_currencies ?? [];
  return {
    showId,
    poDate: '2026-11-20',
    description: 'Lamps for the ballroom',
    // A department of both creator and approver.
    department: departments.find(({ name }) => name === 'Set Decoration'),
    vendor,
    vendorAddress: details.addresses[0],
    projectCompanyExternalId: company?.projectCompanyExternalId,
    currency: currency?.iso_currency_code,
    projectCompanyCurrencyExternalId: currency?.external_id,
    lineItems: Array.from({ length: 10 }, (_, n) => ({
      keyId: crypto.randomUUID(),
      description: `Brass lamps, row ${n + 1}`,
      quantity: 2,
      unitCost: 15 + n,
    })),
  };
}
