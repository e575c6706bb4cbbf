import type { ComponentType, ReactNode } from 'react';
import type { DocType, Persona, SubmissionStatus } from '#domain/document';
import { sortText } from '#domain/lists/lists';
import type { ListSums, QueueTotals, SortType } from '#domain/lists/lists';
import type { TableColumn } from '../../../parts/table/table.tsx';
import type { Picks } from '../../../parts/table/row-selection.tsx';
import type { UserConfig } from '../../../session/api-types.ts';
import type { ListQuery } from './list-query.ts';
import type { FilterKind } from './filters/filter-definition.ts';

/** A row of any list, as far as the list itself knows it. */
export interface ListRow {
  id: string;
  version: number;
  submissionStatus: SubmissionStatus;
  totalCost: number;
  currency: string;
  /** It stands in the queue of whoever looks at the list. */
  isWaiting: boolean;
}

export interface ListColumn<Type extends DocType, Row> extends TableColumn<Row> {
  id: SortType<Type> | 'ATTACHMENTS';
  /** Left out on a tablet, where those stay that tell documents apart. */
  isOnlyWide?: true;
}

/** Which rows a list has. */
export interface RowsQuestion<Type extends DocType, Filters> {
  showId: string;
  persona: Persona;
  userId: string;
  onlyOwn: boolean;
  query: ListQuery<Type, Filters>;
}

/** One question of a list to the server. */
export interface PageQuestion<Type extends DocType, Filters> extends RowsQuestion<Type, Filters> {
  page: number;
  count: number;
  /** The last row of the page before. */
  after: string | null;
}

export interface ListAnswer<Row> {
  rows: Row[];
  total: number;
  /** Of a queue what all of it comes to, loaded or not. */
  sums?: QueueTotals['sums'] | undefined;
}

/** Of the question: what stands in the address of the call (LS-01, LS-24). */
export function pageQuery(question: PageQuestion<DocType, unknown>) {
  const { showId, persona, page, count, after, query } = question;
  const asked = { showId, persona, page: String(page), count: String(count), sort: sortText(query.sort) };
  return after === null ? asked : { ...asked, after };
}

/** What a list knows of itself: for what is done with ticked rows. */
export interface ListView<Type extends DocType, Row, Filters> {
  persona: Persona;
  query: ListQuery<Type, Filters>;
  rows: readonly Row[] | undefined;
  total: number;
  /** What all rows come to, loaded or not; undefined until it is known. */
  sums: QueueTotals['sums'];
  /** Begins the list anew, at its first page. */
  reload: () => void;
}

/** Knows which rows are ticked, says what can be done with them, and draws the rows; null: none can be ticked. */
export type SelectionKind<Type extends DocType, Row, Filters> = ComponentType<{
  view: ListView<Type, Row, Filters>;
  children: (picks: Picks<Row> | null) => ReactNode;
}>;

/** A log that can be exported (RP-01, RP-02). */
export interface LogExport {
  /** `PO`: as in `Export PO Log`. */
  name: string;
  /** Inside a sentence: `PO`, `invoice`. */
  noun: string;
  path: 'po-log' | 'invoice-log';
  file: 'PO_Log' | 'Invoice_Log';
}

/** Everything in which the list of one type of document differs from that of another. */
export interface ListKind<Type extends DocType, Row extends ListRow, Filters> {
  docType: Type;
  columns: readonly ListColumn<Type, Row>[];
  /** UX-09: what a row says on a phone. */
  Card: ComponentType<{ row: Row }>;
  search: { label: string; placeholder: string };
  empty: Record<Persona, string>;
  filters: FilterKind<Filters>;
  /** LS-34: how long a changed filter rests before the list is asked for again. */
  refetchAfterMs: number;
  /** PE-18: whether this user has no documents but his own in the creator's list. */
  onlyOwn: (config: UserConfig) => boolean;
  /** Errors: `ApiError`. */
  readPage: (question: PageQuestion<Type, Filters>) => Promise<ListAnswer<Row>>;
  /** LS-46: what all rows come to, loaded or not. Errors: `ApiError`. */
  readSums: (question: RowsQuestion<Type, Filters>) => Promise<ListSums>;
  log: LogExport | null;
  /** What else a creator may do with the whole list. */
  Acts: ComponentType | null;
  /** Null where no row can be ticked. */
  Selection: SelectionKind<Type, Row, Filters> | null;
}
