import type { BulkItem } from '#domain/bulk-approval/bulk';
import type { PreviewBody, SelectableAction } from '#domain/bulk-approval/bulk-preview';
import type { BulkSelection } from '#domain/bulk-approval/bulk-selection';
import type { DocType } from '#domain/document';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import type { ListRow, ListView, RowsRequest } from '../list/list-definition.ts';

/** A row of a list whose documents can be selected. */
export interface SelectableRow extends ListRow {
  /** Absent from rows of payments, which accounting creates. */
  ownerId?: string;
  contentVersion: number;
  /** Only rows of payments have it; of the others, the preview knows the step. */
  workflowStepId?: string | null;
}

/** A payment whose step is not known cannot be approved. */
export const isOpenFor = (action: SelectableAction, { workflowStepId }: SelectableRow) =>
  action !== 'approve' || workflowStepId !== null;

/** A row as an item of a run. */
export function itemOf({ id, workflowStepId, contentVersion }: SelectableRow): BulkItem {
  return { id, workflowStepId: workflowStepId ?? '', contentVersion };
}

/** What the selection of a list needs of its document type. */
export interface BulkKind<Type extends DocType, Row, Filters> {
  docType: Type;
  numberOf: (row: Row) => string;
  /** The body of the list request (DEC-46). */
  filterBody: (
    request: Omit<RowsRequest<Type, Filters>, 'showId'>,
  ) => NonNullable<Extract<PreviewBody, { docType: Type }>['filters']>;
  onlyOwn: (config: { purchaseOrderVisibility: string; invoiceVisibility: string }) => boolean;
}

export interface SelectingProps<Type extends DocType, Row, Filters> {
  kind: BulkKind<Type, Row, Filters>;
  action: SelectableAction;
  view: ListView<Type, Row, Filters>;
  /** What was selected before this code was loaded. */
  early: BulkSelection;
  onPicks: (picks: RowSelection<Row> | null) => void;
}
