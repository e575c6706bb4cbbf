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
  /** How the rows are grouped; absent: not (VIEW-20). */
  group?: string;
  /** The saved view that was opened; `none`: not even the default one (VIEW-10). */
  view?: string;
}

function readSort<Type extends DocType>(
  docType: Type,
  text: string | null,
  otherwise: Sort<Type>,
): Sort<Type> {
  if (!text) return otherwise;
  try {
    return parseSort(docType, text);
  } catch {
    return otherwise;
  }
}

/** The order of a tab of the list whose address names none. */
export type DefaultSort<Type extends DocType> = (status: string | null) => Sort<Type>;

/** Reads the query of an address. Ignores invalid parameters. */
export function readQuery<Type extends DocType, Filters>(
  docType: Type,
  parts: FilterParts<Filters>,
  params: URLSearchParams,
  defaultOf: DefaultSort<Type> = () => sorts[docType].default,
): ListQuery<Type, Filters> {
  const status = params.get('status');
  const [group, view] = [params.get('group'), params.get('view')];
  return {
    ...(group && { group }),
    ...(view && { view }),
    status,
    number: normalizeNumberInput(params.get('number') ?? '', numberSearch[docType]),
    sort: readSort(docType, params.get('sort'), defaultOf(status)),
    filters: readFilters(parts, params),
  };
}

/** The address of a query, without default values. */
export function writeQuery<Type extends DocType, Filters>(
  docType: Type,
  parts: FilterParts<Filters>,
  query: ListQuery<Type, Filters>,
  defaultOf: DefaultSort<Type> = () => sorts[docType].default,
): URLSearchParams {
  const sort = sortText(query.sort);
  return new URLSearchParams([
    ...(query.status ? [['status', query.status]] : []),
    ...(query.number ? [['number', query.number]] : []),
    ...(sort === sortText(defaultOf(query.status)) ? [] : [['sort', sort]]),
    ...writeFilters(parts, query.filters),
    ...(query.group ? [['group', query.group]] : []),
    ...(query.view ? [['view', query.view]] : []),
  ]);
}
