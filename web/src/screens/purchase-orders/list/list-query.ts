import { isDay } from '#domain/days';
import type { Persona } from '#domain/document';
import { dateRangeFits, parseSort, sorts, sortText, statusTab, tabFilters } from '#domain/lists';
import type { PurchaseOrderFilterBody, Sort } from '#domain/lists';

/** A chosen vendor: the filter goes by its number, people by its name. */
export interface ChosenVendor {
  number: string;
  name: string;
}

/** What the filters popover sets (LS-25). */
export interface ListFilters {
  startDate: string;
  endDate: string;
  departmentIds: readonly string[];
  creatorIds: readonly string[];
  vendors: readonly ChosenVendor[];
  /** Null: change orders and others alike. */
  isAdjustment: boolean | null;
  isFailedToSend: boolean;
}

/** Everything that decides what the list shows; it lives in the URL and nowhere else. */
export interface ListQuery extends ListFilters {
  status: string | null;
  number: string;
  sort: Sort;
}

export const noFilters: ListFilters = {
  startDate: '',
  endDate: '',
  departmentIds: [],
  creatorIds: [],
  vendors: [],
  isAdjustment: null,
  isFailedToSend: false,
};

function readSort(text: string | null): Sort {
  try {
    return parseSort('PO', text ?? undefined);
  } catch {
    return sorts.PO.default;
  }
}

function day(text: string | null): string {
  return text !== null && isDay(text) ? text : '';
}

function readVendor(text: string): ChosenVendor {
  const at = text.indexOf('~');
  return at < 0 ? { number: text, name: text } : { number: text.slice(0, at), name: text.slice(at + 1) };
}

/** The query of an address; what cannot be read counts as absent. */
export function readQuery(params: URLSearchParams): ListQuery {
  const order = params.get('co');
  return {
    status: params.get('status'),
    number: (params.get('number') ?? '').replace(/\D/g, ''),
    sort: readSort(params.get('sort')),
    startDate: day(params.get('from')),
    endDate: day(params.get('to')),
    departmentIds: params.getAll('department'),
    creatorIds: params.getAll('creator'),
    vendors: params.getAll('vendor').map(readVendor),
    isAdjustment: order === 'only' ? true : order === 'none' ? false : null,
    isFailedToSend: params.get('failed') === 'yes',
  };
}

/** The address of a query; what is as it begins is left out. */
export function writeQuery(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  const put = (name: string, value: string | null) => void (value && params.append(name, value));
  put('status', query.status);
  put('number', query.number);
  if (sortText(query.sort) !== sortText(sorts.PO.default)) put('sort', sortText(query.sort));
  put('from', query.startDate);
  put('to', query.endDate);
  for (const id of query.departmentIds) put('department', id);
  for (const id of query.creatorIds) put('creator', id);
  for (const { number, name } of query.vendors) put('vendor', `${number}~${name}`);
  if (query.isAdjustment !== null) put('co', query.isAdjustment ? 'only' : 'none');
  if (query.isFailedToSend) put('failed', 'yes');
  return params;
}

/** LS-30: how many filters are applied; a range of days counts once. */
export function filterCount(filters: ListFilters): number {
  return [
    filters.startDate !== '' || filters.endDate !== '',
    filters.departmentIds.length > 0,
    filters.creatorIds.length > 0,
    filters.vendors.length > 0,
    filters.isAdjustment !== null,
    filters.isFailedToSend,
  ].filter(Boolean).length;
}

/** The body of the list call: the tab's part, the number, the filters (LS-25, DEC-46). */
export function filterBody(
  query: ListQuery,
  persona: Persona,
  userId: string,
  onlyOwn: boolean,
): PurchaseOrderFilterBody & { vendorData: ChosenVendor[] } {
  const { startDate, endDate } = query;
  const fits = dateRangeFits(startDate || null, endDate || null);
  const dateRange =
    fits && (startDate || endDate) ? { startDate: startDate || null, endDate: endDate || null } : null;
  return {
    ...tabFilters(statusTab('PO', persona, query.status), userId),
    poNumbers: query.number === '' ? [] : [query.number],
    dateRange,
    departmentIds: [...query.departmentIds],
    // PE-18: somebody who sees only his own has no other creator to choose.
    creatorIds: onlyOwn ? [userId] : [...query.creatorIds],
    vendorNumbers: query.vendors.map(({ number }) => number),
    vendorData: [...query.vendors],
    isAdjustment: query.isAdjustment,
    isFailedToSendToAccounting: query.isFailedToSend ? true : null,
  };
}
