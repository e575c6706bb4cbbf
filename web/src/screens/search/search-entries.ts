import type { InferResponseType } from 'hono/client';
import type { api } from '../../api.ts';
import { documentLabel } from '#domain/documents/document-name';
import type { SearchSource } from '#domain/lists/search';
import { orderNumber } from '#domain/documents/document-number';
import { shortcutTexts } from '../../parts/keyboard/shortcut-texts.ts';
import { boundAction } from '../../parts/keyboard/shortcuts.ts';
import type { ShortcutName } from '../../parts/keyboard/shortcuts.ts';
import type { RecentDocument } from '../../session/recent-documents.ts';
import { openAreas } from '../../session/management-areas.ts';
import type { ManagementArea } from '../../session/management-areas.ts';
import type { Session } from '../../session/session.tsx';
import type { ShowSummary } from '../../session/api-types.ts';
import { reviewPath } from '../documents/paths.ts';
import { noFilters } from '../documents/list/filters/filter-parts.ts';
import { writeQuery } from '../documents/list/list-query.ts';
import { sorts } from '#domain/lists/lists';
import { purchaseOrderParts } from '../purchase-orders/list/filter-parts.ts';
import type { PurchaseOrderListFilters } from '../purchase-orders/list/filter-parts.ts';

export type SearchResults = InferResponseType<typeof api.api.search.$get, 200>;
export type FoundDocument = SearchResults['documents'][number];

/** A search result: a page that opens, or an action of the page from which the search was opened. */
export interface Entry {
  id: string;
  text: string;
  detail?: string;
  href?: string;
  run?: () => unknown;
  /** Its keys, shown beside it. */
  shortcut?: ShortcutName;
  /** What the opened page starts with. */
  state?: unknown;
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

/** Pages and forms, by the same permissions as tabs and buttons. */
function pageEntries(session: Session, createHref: string | null): Entry[] {
  const { rights, can } = session;
  const to = (text: string, href: string, shortcut?: ShortcutName): Entry => ({
    id: `page ${href}`,
    text,
    href,
    ...(shortcut && { shortcut }),
  });
  const create = (text: string, href: string) => to(text, href, href === createHref ? 'create' : undefined);
  return [
    to('Approvals', '/approvals', 'goApprovals'),
    ...(can('CreatePurchaseOrders', 'FULL')
      ? [create('New Purchase Order', '/po/create'), to('Import Purchase Orders', '/po/import')]
      : []),
    ...(rights.invoices && can('CreateInvoices', 'FULL') ? [create('New Invoice', '/invoice/create')] : []),
    to('Purchase Orders', '/po', 'goOrders'),
    ...(rights.invoices ? [to('Invoices', '/invoice', 'goInvoices')] : []),
    ...(rights.payments ? [to('Payments', '/payment', 'goPayments')] : []),
    ...openAreas(rights).map(({ text, href }) => to(`Management: ${text}`, href)),
    to('My Shows', '/shows'),
    to('Help', '/help'),
  ];
}

/** Pages within an area of Management, with other words for what is done there (CMD-08). */
const partsOfAreas: readonly {
  /** The areas that the user must be able to read. The first one is named. */
  areas: readonly [ManagementArea['id'], ...ManagementArea['id'][]];
  text: string;
  detail: string;
  href: string;
}[] = [
  { areas: ['budget'], text: 'Cost Report', detail: 'EFC, ETC, variance', href: '/setup/budget/report' },
  {
    areas: ['budget'],
    text: 'Open Orders',
    detail: 'commitments, accruals',
    href: '/setup/budget/report?view=open',
  },
  {
    areas: ['settings'],
    text: 'Currencies',
    detail: 'exchange rates, tax codes',
    href: '/setup/settings/currencies',
  },
  {
    areas: ['settings', 'budget'],
    text: 'Periods',
    detail: 'close, reopen, month end',
    href: '/setup/settings/periods',
  },
];

function partEntries({ rights }: Session): Entry[] {
  const open = new Map(openAreas(rights).map(({ id, text }) => [id, text]));
  return partsOfAreas
    .filter(({ areas }) => areas.every((area) => open.has(area)))
    .map(({ areas, text, detail, href }) => ({
      id: `page ${href}`,
      text: `${open.get(areas[0]) ?? ''}: ${text}`,
      detail,
      href,
    }));
}

/** The actions of a document or a list that the search offers, as the page has bound them. */
const offeredActions = [
  'approve',
  'revise',
  'submit',
  'save',
  'edit',
  'nextDocument',
  'previousDocument',
  'files',
  'back',
  'pickAll',
  'approvePicked',
] as const satisfies readonly ShortcutName[];

/** What can be done on the current page (CMD-01). */
export function pageActions(): Entry[] {
  return offeredActions.flatMap((name): Entry[] => {
    const run = boundAction(name);
    return run ? [{ id: `action ${name}`, text: shortcutTexts[name].text, run, shortcut: name }] : [];
  });
}

function recentEntry({ docType, id, persona, number, vendorName }: RecentDocument): Entry {
  return {
    id: `recent ${id}`,
    text: documentLabel(docType, number),
    detail: vendorName,
    href: reviewPath(docType, id, persona),
  };
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

const sourceNames = {
  LINE: 'line',
  NOTE: 'note',
  FILE: 'file',
  ACCOUNT: 'account',
} as const satisfies Record<SearchSource, string>;

function documentEntry(document: FoundDocument): Entry {
  const { docType, id, persona, source } = document;
  const number = orderNumber({ prefix: document.prefix, poNumber: document.number });
  return {
    id: `document ${id}`,
    text: documentLabel(docType, number),
    // The reason comes first: the end of the line is cut.
    detail: (source
      ? [`${sourceNames[source.kind]}: ${source.text}`, document.vendorName]
      : [document.vendorName, document.description]
    )
      .filter(Boolean)
      .join(' · '),
    href: reviewPath(docType, id, persona),
    document,
  };
}

/** What the search knows without the server when it opens. */
export interface LocalEntries {
  actions: readonly Entry[];
  recent: readonly RecentDocument[];
  /** The form that `c` opens here. */
  createHref: string | null;
}

/** The results for a text: pages, actions, shows and recent documents from the browser, the rest from the server. */
export function entryGroups(
  session: Session,
  typed: string,
  results: SearchResults | undefined,
  { actions, recent, createHref }: LocalEntries,
): EntryGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ text, detail = '' }: Entry) => {
    const all = `${text} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const shows = words.length === 0 ? [] : otherShows(session).filter(fits).slice(0, maxOtherShows);
  const groups: EntryGroup[] = [
    { id: 'documents', title: 'Documents', entries: (results?.documents ?? []).map(documentEntry) },
    { id: 'recent', title: 'Opened last', entries: words.length > 0 ? [] : recent.map(recentEntry) },
    {
      id: 'places',
      title: 'Go to',
      entries: [
        ...pageEntries(session, createHref),
        // Only when typed: without a text, the areas lead to them.
        ...(words.length > 0 ? partEntries(session) : []),
      ].filter(fits),
    },
    { id: 'actions', title: 'On this page', entries: actions.filter(fits) },
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
      id: 'new',
      title: 'New purchase order for',
      entries: (session.can('CreatePurchaseOrders', 'FULL') ? (results?.vendors ?? []) : []).map(
        ({ id, name, number }): Entry => ({
          id: `new ${id}`,
          text: name,
          detail: number,
          href: '/po/create',
          state: { vendor: { id, name } },
        }),
      ),
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
    {
      id: 'waiting',
      title: 'Purchase orders waiting with',
      entries: (results?.people ?? []).map(({ id, name }) => ({
        id: `waiting ${id}`,
        text: name,
        href: ordersOf({ waitingWith: [id] }),
      })),
    },
    { id: 'shows', title: 'Other shows', entries: shows },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
