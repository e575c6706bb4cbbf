import type { DateFormat } from '#domain/values/days';
import type { DocType } from '#domain/document';
import type { Included } from '#domain/documents/pdf-options';
import type { CodeField } from '#domain/documents/line-codes';
import type { Note } from '#domain/documents/notes';
import type { TimelineEntry } from '#domain/history/timeline';
import type { WorkflowStep } from '#domain/workflow/workflow-view';

/** Who sends the document: the production company over the show. */
export interface Letterhead {
  /** The company's legal name; the document's own company when it has one. */
  productionCompany: string;
  /** Street, city and so on, one line each; empty lines are dropped. */
  addressLines: readonly string[];
  showName: string;
  /** Licence or production number; '' leaves it out. */
  showNumber: string;
}

/** How the reader writes dates and times. */
export interface Dates {
  /** IANA name (DEC-49). */
  timeZone: string;
  /** SE-25; null is the system default, which on paper is the US form. */
  dateFormat: DateFormat | null;
}

/** With what a document is printed. */
export interface Setting extends Dates {
  letterhead: Letterhead;
  /** LI-27: the columns of the show's chart of accounts. */
  codeFields: readonly CodeField[];
  /** PD-09 to PD-11, of the document's own type. */
  include: Included;
}

export type Tone = '' | 'waiting' | 'approved' | 'refused' | 'badge';

export interface Chip {
  text: string;
  tone: Tone;
}

interface Fact {
  name: string;
  /** '' leaves the fact out. */
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
  /** In digits; without it the column takes what the others leave. */
  width?: number;
  /** Whether it holds amounts or counts, which stand to the right. */
  isFigure?: boolean;
}

export interface Cell {
  text: string;
  tone?: Tone | 'muted';
  /** In colour behind the text. */
  tag?: string;
  /** Small lines below it. */
  under?: readonly string[];
}

export interface Table {
  columns: readonly Column[];
  /** A cell for each column. */
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

/** All that one printed document says: documents of every type are set by the same parts, and differ by this. */
export interface Sheet extends Dates {
  docType: DocType;
  /** Over the number, as `Purchase Order`. */
  title: string;
  number: string;
  /** ISO code. */
  currency: string;
  chips: readonly Chip[];
  /** Below the chips; '' for most. */
  edition: string;
  /** Across every page of a document that has ended; else ''. */
  mark: string;
  /** PD-25: at the head of every page; else ''. */
  legalText: string;
  letterhead: Letterhead;
  description: string;
  facts: readonly Fact[];
  parties: readonly Party[];
  /** Null where there are no lines at all. */
  table: Table | null;
  totals: readonly Total[];
  steps: readonly WorkflowStep[];
  /** Where the approvals are of an earlier version: which; else ''. */
  approvalsOf: string;
  /** Of the content that is printed: a vote may be for an earlier one (DEC-40). */
  contentVersion: number;
  /** What follows this document, by name. */
  notices: readonly Notice[];
  notes: readonly Note[];
  history: readonly TimelineEntry[];
}

/** How people call the document: `Purchase Order GRIP-00042`. */
export function nameOf({ title, number }: Pick<Sheet, 'title' | 'number'>): string {
  return `${title} ${number}`;
}
