import type { InferResponseType } from 'hono/client';
import type { api } from '../../api.ts';
import { documentLabel } from '#domain/documents/document-name';
import { orderNumber } from '#domain/documents/document-number';
import { openAreas } from '../../session/management-areas.ts';
import type { Session } from '../../session/session.tsx';
import type { ShowSummary } from '../../session/api-types.ts';
import { reviewPath } from '../documents/paths.ts';
import { noFilters } from '../documents/list/filters/filter-parts.ts';
import { writeQuery } from '../documents/list/list-query.ts';
import { sorts } from '#domain/lists/lists';
import { purchaseOrderParts } from '../purchase-orders/list/filters.ts';
import type { PurchaseOrderListFilters } from '../purchase-orders/list/filters.ts';

export type SearchResults = InferResponseType<typeof api.api.search.$get, 200>;
export type FoundDocument = SearchResults['documents'][number];

/** A search result that links to a page. */
export interface Entry {
  id: string;
  text: string;
  detail?: string;
  href: string;
  /** The show to open first, for a result in another show. */
  show?: ShowSummary;
  /** Shows the status and total of a document. */
  document?: FoundDocument;
}

export interface EntryGroup {
  id: string;
  title: string;
  entries: readonly Entry[];
}

const maxOtherShows = 5;

/** Pages and actions, by the same permissions as tabs and buttons. */
function pageEntries({ rights, can }: Session): Entry[] {
  const to = (text: string, href: string): Entry => ({ id: `page ${href}`, text, href });
  return [
    to('Approvals', '/approvals'),
    ...(can('CreatePurchaseOrders', 'FULL')
      ? [to('New Purchase Order', '/po/create'), to('Import Purchase Orders', '/po/import')]
      : []),
    ...(rights.invoices && can('CreateInvoices', 'FULL') ? [to('New Invoice', '/invoice/create')] : []),
    to('Purchase Orders', '/po'),
    ...(rights.invoices ? [to('Invoices', '/invoice')] : []),
    ...(rights.payments ? [to('Payments', '/payment')] : []),
    ...openAreas(rights).map(({ text, href }) => to(`Management: ${text}`, href)),
    to('My Shows', '/shows'),
    to('Help', '/help'),
  ];
}

function otherShows(session: Session): Entry[] {
  return session.shows
    .filter(({ id }) => id !== session.show.id)
    .map((show) => ({
      id: `show ${show.id}`,
      text: show.name,
      detail: show.license,
      href: '/approvals',
      show,
    }));
}

function ordersOf(filter: Partial<PurchaseOrderListFilters>): string {
  const filters = { ...noFilters(purchaseOrderParts), ...filter };
  const query = { status: 'all', number: '', sort: sorts.PO.default, filters };
  return `/po?${writeQuery('PO', purchaseOrderParts, query)}`;
}

function documentEntry(document: FoundDocument): Entry {
  const { docType, id, persona } = document;
  const number = orderNumber({ prefix: document.prefix, poNumber: document.number });
  return {
    id: `document ${id}`,
    text: documentLabel(docType, number),
    detail: [document.vendorName, document.description].filter(Boolean).join(' · '),
    href: reviewPath(docType, id, persona),
    document,
  };
}

/** The results for a text: pages and shows from the browser, the rest from the server. */
export function entryGroups(
  session: Session,
  typed: string,
  results: SearchResults | undefined,
): EntryGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ text, detail = '' }: Entry) => {
    const all = `${text} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const shows = words.length === 0 ? [] : otherShows(session).filter(fits).slice(0, maxOtherShows);
  const groups: EntryGroup[] = [
    { id: 'documents', title: 'Documents', entries: (results?.documents ?? []).map(documentEntry) },
    { id: 'places', title: 'Go to', entries: pageEntries(session).filter(fits) },
    {
      id: 'vendors',
      title: "A vendor's purchase orders",
      entries: (results?.vendors ?? []).map((vendor) => ({
        id: `vendor ${vendor.number}`,
        text: vendor.name,
        detail: vendor.number,
        href: ordersOf({ vendors: [vendor] }),
      })),
    },
    {
      id: 'people',
      title: 'Purchase orders raised by',
      entries: (results?.people ?? []).map(({ id, name }) => ({
        id: `person ${id}`,
        text: name,
        href: ordersOf({ creatorIds: [id] }),
      })),
    },
    { id: 'shows', title: 'Other shows', entries: shows },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
