/** Where an actual that is not a document of this show comes from (ACTUAL-01). */
export const actualKinds = ['PAYROLL', 'PETTY_CASH', 'CARD', 'JOURNAL', 'OTHER'] as const;
export type ActualKind = (typeof actualKinds)[number];

/** Imports of a show, as many as weekly files of five kinds in ten years. */
export const maxActualImports = 3000;

/** An actual of a file that counts, or one that an invoice of this show counts already. */
export interface ActualRow {
  row: number;
  account: string;
  day: string;
  cents: number;
  kind: ActualKind;
  /** The number of its transaction in accounting, or ''. */
  number: string;
  description: string;
  /** The invoice of this show that it is in accounting; null for none. */
  invoiceId: string | null;
}

/** The transactions of one number and kind are imported together, once (ACTUAL-03). */
export const transactionKey = ({ kind, number }: Pick<ActualRow, 'kind' | 'number'>) => `${kind} ${number}`;

/** What figures leave out while no import of other actuals counts; '' once one does (ACTUAL-04). */
export const figuresHeading = (hasActuals: boolean): string =>
  hasActuals ? '' : 'POs and invoices in this show only';
