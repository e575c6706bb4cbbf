import type { Attachment } from '#domain/documents/attachments';
import type { Status } from '#domain/document';
import type { Issue } from '#domain/documents/validation';
import type { FileOwner } from '../../../upload.ts';
import type { RefusalRules } from './form-errors.ts';
import type { DocumentDraft, FormType } from './draft.ts';

/** What is asked of a draft that is to be saved, or sent for approval. */
export type Phase = 'save' | 'submit';

/** What every stored document says about itself to its form. */
export interface StoredHere {
  id: string;
  version: number;
  contentVersion: number;
  status: Status;
  attachments: readonly Attachment[];
}

/** Which document a save replaces, and which content of it (DEC-82). */
export interface SaveTarget {
  id: string;
  contentVersion: number;
}

/** What differs between the forms of the types of document, apart from what is drawn. */
export interface FormKind<Draft extends DocumentDraft, Stored extends StoredHere> {
  docType: FormType;
  /** Kept work about a new one is known by this. */
  newSlot: string;
  /** Null: this is no draft, or one of another shape. */
  parse: (value: unknown) => Draft | null;
  /** What unsaved work is about, for whoever must know it again: only what has been said so far, the most telling first. */
  about: (draft: Draft) => string[];
  /** The rules that the server asks too. `lockedLineCount` as in a change order, null without one. */
  check: (draft: Draft, phase: Phase, lockedLineCount: number | null) => Issue[];
  refusals: RefusalRules<Draft>;
  /** Creates a document when `target` is null, otherwise saves it. `reason`: why a refusal shall not count; null: it counts. */
  save: (showId: string, target: SaveTarget | null, draft: Draft, reason: string | null) => Promise<Stored>;
  fileOwner: FileOwner;
  /** What people drop here. */
  filesLabel: string;
  /** What is said of so many files where a submit wants more; null: nothing. */
  filesNeeded: (count: number) => string | null;
}
