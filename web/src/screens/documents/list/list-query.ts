import type { DocType } from '#domain/document';
import { numberSearch, parseSort, sorts, sortText, normalizeNumberInput } from '#domain/lists/lists';
import type { Sort } from '#domain/lists/lists';
import { readFilters, writeFilters } from './filters/filter-parts.ts';
import type { FilterParts } from './filters/filter-parts.ts';

/** Everything that decides what a list shows; it lives in the URL and nowhere else. */
export interface ListQuery<Type extends DocType, Filters> {
  /** The key of a status tab; null or unknown: the persona's default one. */
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

/** The query of an address; what cannot be read counts as absent. */
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

/** The address of a query; what is as it begins is left out. */
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
