import type { ComponentType, RefObject } from 'react';
import type { DocType, Persona, SubmissionStatus } from '#domain/document';

export interface RowActionsProps {
  docType: DocType;
  persona: Persona;
  row: { id: string; submissionStatus: SubmissionStatus };
  /** The button at which the menu opens. */
  trigger: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Runs when an action has changed the document. */
  onChanged: () => void;
}

/** The actions of a row. The router sets them: they are those of the review, which itself uses the lists. */
export const rowActions: { Part: ComponentType<RowActionsProps> | null } = { Part: null };
