import type { DocType } from '#domain/document';
import { numberSearch, parseSort, sorts, sortText, normalizeNumberInput } from '#domain/lists/lists';
import type { Sort } from '#domain/lists/lists';
import { readFilters, writeFilters } from './filters/filter-parts.ts';
import type { FilterParts } from './filters/filter-parts.ts';

/** Everything that decides what a list shows. Stored only in the URL. */
export interface ListQuery<Type extends DocType, Filters> {
  /** The key of a status tab. Null or unknown selects the default tab of the persona. */
  status: string | null;
  number: string;
  sort: Sort<Type>;
  filters: Filters;
}

function readSort<Type extends DocType>(docType: Type, text: string | null): Sort<Type> {
  try {
    return parseSort(docType, text ?? undefined);
  } catch {
    return sorts[docType].default;
  }
}

/** Reads the query of an address. Ignores invalid parameters. */
export function readQuery<Type extends DocType, Filters>(
  docType: Type,
  parts: FilterParts<Filters>,
  params: URLSearchParams,
): ListQuery<Type, Filters> {
  return {
    status: params.get('status'),
    number: normalizeNumberInput(params.get('number') ?? '', numberSearch[docType]),
    sort: readSort(docType, params.get('sort')),
    filters: readFilters(parts, params),
  };
}

/** The address of a query, without default values. */
export function writeQuery<Type extends DocType, Filters>(
  docType: Type,
  parts: FilterParts<Filters>,
  query: ListQuery<Type, Filters>,
): URLSearchParams {
  const sort = sortText(query.sort);
  return new URLSearchParams([
    ...(query.status ? [['status', query.status]] : []),
    ...(query.number ? [['number', query.number]] : []),
    ...(sort === sortText(sorts[docType].default) ? [] : [['sort', sort]]),
    ...writeFilters(parts, query.filters),
  ]);
}
