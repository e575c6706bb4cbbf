import type { Status } from '#domain/document';
import type { EnteredLine } from '#domain/budget/entered-budget';
import type { Issue } from '#domain/documents/validation';
import type { FileOwner } from '../../../upload.ts';
import type { RefusalRules } from './form-errors.ts';
import type { DocumentDraft, FormType } from './draft.ts';
import type { Attachment } from '#domain/documents/document-response';

/** Whether a draft is validated for a save or for a submit. */
export type Phase = 'save' | 'submit';

/** Fields of every stored document that its form needs. */
export interface EditedDocument {
  id: string;
  version: number;
  contentVersion: number;
  status: Status;
  attachments: readonly Attachment[];
}

/** The document that a save replaces, and the content version it is based on (DEC-82). */
export interface SaveTarget {
  id: string;
  contentVersion: number;
}

/** What differs between the forms of the document types, apart from their layout. */
export interface FormDefinition<Draft extends DocumentDraft, Stored extends EditedDocument> {
  docType: FormType;
  /** Slot name of drafts of a new document. */
  newSlot: string;
  /** Returns null if the value is not a draft of this shape. */
  parse: (value: unknown) => Draft | null;
  /** Texts by which the user recognizes an unsaved draft, the most specific first. */
  about: (draft: Draft) => string[];
  /** The rules that the server checks too. `lockedLineCount` as in a change order, null without one. */
  check: (draft: Draft, phase: Phase, lockedLineCount: number | null) => Issue[];
  /** The total by which the approval steps are chosen; NaN while an amount is invalid. */
  totalCents: (draft: Draft) => number;
  /** What the lines add to the budget; an invalid amount counts as 0. */
  budgetLines: (draft: Draft) => EnteredLine[];
  refusals: RefusalRules<Draft>;
  /**
   * Creates a document if `target` is null, otherwise saves it. `reason`: the user's reason for overriding a refusal,
   * or null.
   */
  save: (showId: string, target: SaveTarget | null, draft: Draft, reason: string | null) => Promise<Stored>;
  fileOwner: FileOwner;
  /** Label of the drop zone. */
  filesLabel: string;
  /** The text for this number of files if a submit requires more, or null. */
  filesNeeded: (count: number) => string | null;
}
