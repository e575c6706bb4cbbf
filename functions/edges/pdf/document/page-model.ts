import type { DateFormat } from '#domain/values/days';
import type { DocType } from '#domain/document';
import type { PdfContents } from '#domain/documents/pdf-options';
import type { CodeField } from '#domain/documents/line-codes';
import type { TimelineEntry } from '#domain/history/timeline';
import type { Note } from '#domain/documents/document-response';
import type { WorkflowStep } from '#domain/workflow/workflow-response';

/** The sender: the production company above the show. */
export interface Letterhead {
  /** The company's legal name; the document's own company if it has one. */
  productionCompany: string;
  /** Street, city and so on, one line each; empty lines are dropped. */
  addressLines: readonly string[];
  showName: string;
  /** License or production number; '' omits it. */
  showNumber: string;
}

/** The reader's date format and time zone. */
export interface Dates {
  /** IANA name (DEC-49). */
  timeZone: string;
  /** Null is the system default, in print the US format (SE-25). */
  dateFormat: DateFormat | null;
}

export interface PrintSettings extends Dates {
  letterhead: Letterhead;
  /** The columns of the show's chart of accounts (LI-27). */
  codeFields: readonly CodeField[];
  /** The parts to print, for the document's own type (PD-09 to PD-11). */
  include: PdfContents;
}

export type Tone = '' | 'waiting' | 'approved' | 'refused' | 'badge';

export interface Chip {
  text: string;
  tone: Tone;
}

interface Fact {
  name: string;
  /** '' omits the field. */
  value: string;
}

export interface Party {
  title: string;
  name: string;
  lines: readonly string[];
}

export interface Column {
  key: string;
  name: string;
  /** In digits; without it, the column takes the remaining width. */
  width?: number;
  /** True for amounts and counts, which are right-aligned. */
  isFigure?: boolean;
}

export interface Cell {
  text: string;
  tone?: Tone | 'muted';
  /** Colored text after the cell's text. */
  tag?: string;
  /** Small lines below it. */
  under?: readonly string[];
}

export interface Table {
  columns: readonly Column[];
  /** One cell per column. */
  rows: readonly (readonly Cell[])[];
}

export interface Total {
  name: string;
  amount: string;
  isGrand?: boolean;
}

interface Notice {
  title: string;
  lines: readonly string[];
}

/** The page model of a printed document; documents of all types share the layout. */
export interface PageModel extends Dates {
  docType: DocType;
  /** Above the number, such as `Purchase Order`. */
  title: string;
  number: string;
  /** ISO code. */
  currency: string;
  chips: readonly Chip[];
  /** Below the chips; '' for most documents. */
  edition: string;
  /** Watermark of a document that has ended; else ''. */
  watermark: string;
  /** At the top of every page; else '' (PD-25). */
  legalText: string;
  letterhead: Letterhead;
  description: string;
  facts: readonly Fact[];
  parties: readonly Party[];
  /** Null when the document has no lines. */
  table: Table | null;
  totals: readonly Total[];
  steps: readonly WorkflowStep[];
  /** The note when the approvals are for an earlier version; else ''. */
  approvalsNote: string;
  /** The printed content version; a vote may be for an earlier one (DEC-40). */
  contentVersion: number;
  /** Names of the files that follow this document. */
  notices: readonly Notice[];
  notes: readonly Note[];
  history: readonly TimelineEntry[];
}

/** Returns the display name, such as `Purchase Order GRIP-00042`. */
export function displayName({ title, number }: Pick<PageModel, 'title' | 'number'>): string {
  return `${title} ${number}`;
}
