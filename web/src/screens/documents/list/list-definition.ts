import type { ComponentType, Dispatch, ReactNode, RefObject, SetStateAction } from 'react';
import type { DocType, Persona, SubmissionStatus } from '#domain/document';
import { sortText } from '#domain/lists/lists';
import type { QueueTotals, SortType } from '#domain/lists/lists';
import type { TableColumn } from '../../../parts/table/table.tsx';
import type { ListWidth } from '../../../parts/hooks/use-list-width.ts';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import type { UserConfig } from '../../../session/api-types.ts';
import type { ListQuery } from './list-query.ts';
import type { FilterDefinition } from './filters/filter-definition.ts';
import type { GroupFilter } from '#domain/lists/list-group';
import type { BaseTotal } from '#domain/currency/currency-response';
import type { ListTotals } from '#domain/lists/list-response';

/** The fields of a row that every list uses. */
export interface ListRow {
  id: string;
  version: number;
  submissionStatus: SubmissionStatus;
  totalCost: number;
  currency: string;
  baseTotal?: BaseTotal | undefined;
  /** The document waits for the current user. */
  isWaiting: boolean;
}

export interface ListColumn<Type extends DocType, Row> extends ResponsiveColumn<Row> {
  id: SortType<Type> | 'ATTACHMENTS';
}

/** A column whose look depends on the width of the window (VIEW-41). */
export interface ResponsiveColumn<Row> extends TableColumn<Row> {
  /** Hidden in a narrower window; the column that names the row never is. */
  shownFrom?: ListWidth;
  /** What is different below `wideTable`. */
  narrow?: Partial<Pick<TableColumn<Row>, 'width' | 'cell'>>;
}

export interface RowsRequest<Type extends DocType, Filters> {
  showId: string;
  persona: Persona;
  userId: string;
  onlyOwn: boolean;
  query: ListQuery<Type, Filters>;
  /** The columns whose data the rows need in addition, separated by commas (VIEW-03). */
  columns?: string;
  /** Only the rows of one group (VIEW-22). */
  group?: GroupFilter;
}

export interface PageRequest<Type extends DocType, Filters> extends RowsRequest<Type, Filters> {
  page: number;
  count: number;
  /** The cursor: the last row of the previous page. */
  after: string | null;
}

export interface ListResponse<Row> {
  rows: Row[];
  total: number;
  /** The totals of a queue, over all rows, loaded or not. */
  sums?: QueueTotals['sums'] | undefined;
  base?: QueueTotals['base'] | undefined;
}

/** The query parameters of the request (LS-01, LS-24). */
export function pageQuery(request: PageRequest<DocType, unknown>) {
  const { showId, persona, page, count, after, query, columns } = request;
  return {
    showId,
    persona,
    page: String(page),
    count: String(count),
    sort: sortText(query.sort),
    ...(after !== null && { after }),
    ...(columns && { columns }),
  };
}

/** The body of the request, for one group if the request names it. */
export function groupedBody<Request extends { group?: GroupFilter }, Body extends object>(
  request: Request,
  filterBody: (request: Request) => Body,
) {
  return { ...filterBody(request), ...(request.group && { group: request.group }) };
}

/** The columns as a person chose them, and the height of the rows (VIEW-04, VIEW-40). */
export interface Arrangement<Row> {
  /** From `wideTable` and below it. Null: the columns of the contract. */
  tables: Record<'wide' | 'narrow', { columns: readonly TableColumn<Row>[]; minWidth: string } | null> | null;
  /** In place of the date of the contract, where the list has no room for both (VIEW-07). */
  insteadOfDate?: TableColumn<Row>;
  /** The columns whose data must be requested. */
  fetched: string;
  isCompact: boolean;
}

/** The state of a list that actions on selected rows use. */
export interface ListView<Type extends DocType, Row, Filters> {
  persona: Persona;
  query: ListQuery<Type, Filters>;
  rows: readonly Row[] | undefined;
  total: number;
  /** The totals over all rows, loaded or not. Undefined while loading. */
  sums: QueueTotals['sums'];
  /** Reloads the list from its first page. */
  reload: () => void;
}

/**
 * Holds the selection, shows the actions for it and renders the rows. `children` gets null where rows cannot be
 * selected.
 */
export type SelectionComponent<Type extends DocType, Row, Filters> = ComponentType<{
  view: ListView<Type, Row, Filters>;
  children: (picks: RowSelection<Row> | null) => ReactNode;
}>;

/** A log that can be exported (RP-01, RP-02). */
export interface LogExport {
  exportText: string;
  /** The noun inside a sentence: `PO`, `invoice`. */
  noun: string;
  path: 'po-log' | 'invoice-log';
  file: 'PO_Log' | 'Invoice_Log';
}

/** What differs between the lists of the document types. */
export interface ListDefinition<Type extends DocType, Row extends ListRow, Filters> {
  docType: Type;
  columns: readonly ListColumn<Type, Row>[];
  /** A row on a phone (UX-09). */
  Card: ComponentType<{ row: Row }>;
  search: { label: string; placeholder: string };
  empty: Record<Persona, string>;
  filters: FilterDefinition<Filters>;
  /** Debounce of a changed filter before the list is requested (LS-34). */
  refetchAfterMs: number;
  /** Whether the user has only their own documents in the creator's list (PE-18). */
  onlyOwn: (config: UserConfig) => boolean;
  /** The filters of a request. */
  filterBody: (request: RowsRequest<Type, Filters>) => object;
  /** Throws `ApiError`. */
  readPage: (request: PageRequest<Type, Filters>) => Promise<ListResponse<Row>>;
  /** Reads the totals over all rows, loaded or not. Throws `ApiError` (LS-46). */
  readSums: (request: RowsRequest<Type, Filters>) => Promise<ListTotals>;
  log: LogExport | null;
  /** Further actions of a creator on the whole list. */
  Actions: ComponentType | null;
  /** Null where rows cannot be selected. */
  Selection: SelectionComponent<Type, Row, Filters> | null;
}

/** What the header of a list shows and changes. */
export interface HeadProps<Type extends DocType, Row extends ListRow, Filters> {
  kind: ListDefinition<Type, Row, Filters>;
  /** Null where the tabs above the list already show it. */
  title: string | null;
  persona: Persona;
  query: ListQuery<Type, Filters>;
  change: (part: Partial<ListQuery<Type, Filters>>) => void;
  /** (PE-18) */
  onlyOwn: boolean;
  rows: readonly Row[] | undefined;
  total: number;
  /** The totals over all rows, unless all rows are loaded. Undefined while loading. */
  sums: QueueTotals['sums'];
  base: QueueTotals['base'];
  isQueue: boolean;
  /** Receives how the person arranged the list. */
  onArrange: Dispatch<SetStateAction<Arrangement<Row> | null>>;
  /** The element of the list, where columns are resized. */
  top: RefObject<HTMLElement | null>;
}

/** The same for its tools, which do not depend on the rows. */
export type ToolsProps<Type extends DocType, Row extends ListRow, Filters> = Pick<
  HeadProps<Type, Row, Filters>,
  'kind' | 'persona' | 'query' | 'change' | 'onlyOwn' | 'onArrange' | 'top'
>;
